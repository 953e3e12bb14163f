package excerpt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

func TestThePageIsDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, weights, budget := drawEntries(t), drawWeights(t), drawBudget(t)
		first := excerpt.Page(entries, weights, budget, 0)
		if diff := cmp.Diff(first, excerpt.Page(entries, weights, budget, 0)); diff != "" {
			t.Fatalf("the second time (-first +second):\n%s", diff)
		}
	})
}

func TestADescriptionThatFitsIsShownWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		got := lone(excerpt.Entry{Text: text, Hits: hitsIn(t, text)}, drawWeights(t), size(text)+rapid.IntRange(0, 50).Draw(t, "spare"))
		if got.Text != text {
			t.Fatalf("got %q", got.Text)
		}
	})
}

func TestAHitIsShownWhereTheBudgetAllows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		hits := hitsIn(t, text)
		if len(hits) == 0 {
			return
		}
		longest := 0 // with the graphemes that its ends cut
		edges := graphemeEdges(text)
		for _, hit := range hits {
			start, end := size(text[:hit.Start]), size(text[:hit.End])
			for !edges[start] {
				start--
			}
			for !edges[end] {
				end++
			}
			longest = max(longest, end-start)
		}
		got := lone(excerpt.Entry{Text: text, Hits: hits}, drawWeights(t), longest+2+rapid.IntRange(0, 300).Draw(t, "spare"))
		if len(shownTerms(got)) == 0 {
			t.Fatalf("no hit in %q", got.Text)
		}
	})
}

// TestATextIsCutTheSameInEveryAlphabet holds the ruler of ASCII texts, which
// needs no table, to that of others: a text in Cyrillic letters, one for each
// Latin one, is cut where its twin is.
func TestATextIsCutTheSameInEveryAlphabet(t *testing.T) {
	cyrillic := func(s string) string {
		return strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				return r - 'a' + 'а'
			}
			return r
		}, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		latin := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"file", "reads a", "work-item", "excel's", "(see below)", "x", " ", " ", ". ", "\r\n", "\n\n", "12", "internationalization", "a_very_long_name_of_a_tool",
		}), 0, 150).Draw(t, "pieces"), "")
		twin := excerpt.Entry{Text: latin, Hits: hitsIn(t, latin)}
		other := excerpt.Entry{Text: cyrillic(latin)}
		for _, hit := range twin.Hits {
			other.Hits = append(other.Hits, excerpt.Hit{Start: len(cyrillic(latin[:hit.Start])), End: len(cyrillic(latin[:hit.End])), Term: hit.Term})
		}
		weights, budget := drawWeights(t), drawBudget(t)
		want, got := lone(twin, weights, budget), lone(other, weights, budget)
		want.Text = cyrillic(want.Text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-latin +cyrillic):\n%s", diff)
		}
	})
}
