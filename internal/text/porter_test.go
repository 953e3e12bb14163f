package text_test

import (
	"strings"
	"testing"

	"github.com/kljensen/snowball/english"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/text"
)

// The library is the reference. It takes longer than a search can afford.
func TestStemsAreThoseOfTheReference(t *testing.T) {
	part := rapid.OneOf(
		rapid.StringMatching("[a-z]{1,4}"),
		rapid.SampledFrom(strings.Fields(`
			gener commun arsen y yy play show box hop eed ing ed edly ingly eedly at bl iz bb pp tt ies ied sses us ss s
			ational tional enci anci abli entli izer ization ation ator alism aliti alli fulness ousli ousness
			iveness iviti biliti bli ogi fulli lessli li alize icate ative iciti ical ful ness al ance ence er ic
			able ible ant ement ment ent ism ate iti ous ive ize ion sion e ll proceed outing herring`)),
	)
	rapid.Check(t, func(t *rapid.T) {
		word := strings.Join(rapid.SliceOfN(part, 1, 5).Draw(t, "parts"), "")
		if len(word) < 3 {
			word += "ing"
		}
		if got, want := text.Porter(word), english.Stem(word, true); got != want {
			t.Fatalf("stem of %q is %q, want %q", word, got, want)
		}
	})
}
