package search_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/search"
)

// What a lexicon rules out unseen is what a comparison with every word rules out.
func TestLexiconSuggestsWhatComparingEveryWordDoes(t *testing.T) {
	word := rapid.OneOf(rapid.StringMatching("[abcé]{1,9}"), rapid.StringMatching("[查询订a]{1,6}"))
	rapid.Check(t, func(t *rapid.T) {
		typed := word.Draw(t, "typed")
		ending := rapid.SampledFrom([]string{"", "a", "aé", "zzz"})
		near := rapid.Custom(func(t *rapid.T) string { // typed, with its ends changed
			letters := []rune(typed)
			return string(letters[:rapid.IntRange(0, len(letters)).Draw(t, "kept")]) + ending.Draw(t, "ending")
		})
		words := rapid.SliceOfN(rapid.OneOf(word, near), 0, 60).Draw(t, "words")
		slices.Sort(words)
		words = slices.Compact(words)
		if diff := cmp.Diff(search.Nearest(words, typed, 3), search.Suggest(words, typed, 3)); diff != "" {
			t.Fatalf("suggestions for %q (-every word +lexicon):\n%s", typed, diff)
		}
	})
}
