package retrieval_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// The wanted values are worked out by hand: ranks 1 to 4 are worth 1, 0.6309,
// 0.5 and 0.4307.
func TestScoresOfOneAnswer(t *testing.T) {
	cases := map[string]struct {
		found, relevant []string
		k               int
		recall, ndcg    float64
		reciprocal      float64
	}{
		"nothing found":                       {nil, []string{"a"}, 5, 0, 0, 0},
		"only others found":                   {[]string{"x", "y"}, []string{"a"}, 5, 0, 0, 0},
		"the one wanted is first":             {[]string{"a", "x"}, []string{"a"}, 5, 1, 1, 1},
		"the one wanted is third":             {[]string{"x", "y", "a"}, []string{"a"}, 5, 1, 0.5, 1.0 / 3},
		"the one wanted is beyond k":          {[]string{"x", "y", "a"}, []string{"a"}, 2, 0, 0, 1.0 / 3},
		"two wanted, at ranks one and three":  {[]string{"a", "x", "b"}, []string{"a", "b"}, 5, 1, 1.5 / 1.6309297536, 1},
		"two wanted, one of them at rank two": {[]string{"x", "b"}, []string{"a", "b"}, 5, 0.5, 0.6309297536 / 1.6309297536, 0.5},
		"three wanted where k is one":         {[]string{"b", "a", "c"}, []string{"a", "b", "c"}, 1, 1.0 / 3, 1, 1},
		"three wanted, ranks two and four":    {[]string{"x", "c", "y", "a"}, []string{"a", "b", "c"}, 10, 2.0 / 3, (0.6309297536 + 0.4306765581) / 2.1309297536, 0.5},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			near := func(what string, got, want float64) {
				if math.Abs(got-want) > 1e-9 {
					t.Errorf("%s is %.10f, want %.10f", what, got, want)
				}
			}
			near("recall", retrieval.Recall(c.found, c.relevant, c.k), c.recall)
			near("nDCG", retrieval.NDCG(c.found, c.relevant, c.k), c.ndcg)
			near("the reciprocal rank", retrieval.ReciprocalRank(c.found, c.relevant), c.reciprocal)
		})
	}
}

// Moving a relevant tool up by one never lowers a score, and all stay in 0..1.
func TestABetterOrderNeverScoresLess(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	rapid.Check(t, func(t *rapid.T) {
		found := rapid.Permutation(names).Draw(t, "found")
		relevant := rapid.Permutation(names).Draw(t, "relevant")[:rapid.IntRange(1, len(names)).Draw(t, "wanted")]
		k := rapid.IntRange(1, len(names)).Draw(t, "k")
		scores := func() []float64 {
			return []float64{retrieval.Recall(found, relevant, k), retrieval.NDCG(found, relevant, k), retrieval.ReciprocalRank(found, relevant)}
		}
		before := scores()
		at := rapid.IntRange(1, len(names)-1).Draw(t, "at")
		if retrieval.Recall(found[at:at+1], relevant, 1) > 0 { // a relevant one goes up
			found[at-1], found[at] = found[at], found[at-1]
		}
		for i, after := range scores() {
			if after < before[i]-1e-12 || after < 0 || after > 1+1e-12 {
				t.Fatalf("score %d went from %v to %v", i, before[i], after)
			}
		}
	})
}
