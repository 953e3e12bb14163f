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

func TestStemsOfWordsThatTouchEachRule(t *testing.T) {
	for word := range strings.FieldsSeq(`
		staying playing boxing showing hoping hopping agreed feed bled sing singly luckily dying skies gas gaps kiwis
		ties cries classes bus generous communism arsenal yes youth enjoy saying syzygy relational conditional
		rationalization hopefulness sensibility apology archaeologist happily vietnamization formative electricity
		usefully replacement adjustment adoption revival controlling fall rate cease outing herrings proceeded`) {
		if got, want := text.Porter(word), english.Stem(word, true); got != want {
			t.Errorf("stem of %q is %q, want %q", word, got, want)
		}
	}
}
