package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// cuts are all ways to cut a word into a number of parts that known has.
func cuts(word string, parts, least int, known func(string) bool) [][]string {
	if parts == 1 {
		if len(word) >= least && known(word) {
			return [][]string{{text.Stem(word)}}
		}
		return nil
	}
	var ways [][]string
	for i := least; i < len(word); i++ {
		if known(word[:i]) {
			for _, rest := range cuts(word[i:], parts-1, 2, known) {
				ways = append(ways, append([]string{text.Stem(word[:i])}, rest...))
			}
		}
	}
	return ways
}

func TestAWordIsCutInEveryWayIntoFewestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vocabulary := rapid.SliceOfN(rapid.StringMatching("[ab]{1,4}s?"), 1, 12).Draw(t, "vocabulary")
		ix := build(tool.Spec{Name: "tool", Description: strings.Join(vocabulary, " ")})
		known := func(part string) bool {
			stem := text.Stem(part)
			return stem == text.Stem("tool") || slices.ContainsFunc(vocabulary, func(w string) bool { return text.Stem(w) == stem })
		}
		word := rapid.StringMatching("[ab]{2,10}s?").Draw(t, "word")
		var want [][]string
		for parts := 2; parts <= 4 && len(want) == 0; parts++ {
			want = cuts(word, parts, 1, known)
		}
		want = want[:min(len(want), 8)]
		if diff := cmp.Diff(want, ix.Split(word)); diff != "" {
			t.Fatalf("parts of %q among %q (-want +got):\n%s", word, vocabulary, diff)
		}
	})
}
