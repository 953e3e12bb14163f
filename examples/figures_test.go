package examples_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// graded is a golden query with its answer.
type graded struct {
	goldenQuery
	found []string // names of the first ten rows
	weak  bool
	none  bool // the answer says that nothing matches
}

// rank is that of the first row of use, counted from 1; 0 is none.
func (a graded) rank() int {
	return 1 + slices.IndexFunc(a.found, func(name string) bool { return a.Relevant[name] > 0 })
}

// hits counts the rows of use.
func (a graded) hits() int {
	n := 0
	for _, name := range a.found {
		if a.Relevant[name] > 0 {
			n++
		}
	}
	return n
}

// relevant are the tools of either grade.
func (a graded) relevant() []string { return slices.Sorted(maps.Keys(a.Relevant)) }

func (a graded) recall(k int) float64 { return retrieval.Recall(a.found, a.relevant(), k) }

func (a graded) reciprocalRank() float64 { return retrieval.ReciprocalRank(a.found, a.relevant()) }

// ndcg has the gain 2^grade - 1 and the discount log2(rank + 1) (Burges et
// al., Learning to Rank using Gradient Descent, 2005).
func (a graded) ndcg(k int) float64 {
	var got, best []int
	for _, name := range a.found {
		got = append(got, a.Relevant[name])
	}
	for _, grade := range a.Relevant {
		best = append(best, grade)
	}
	slices.SortFunc(best, func(x, y int) int { return y - x })
	return gain(got, k) / gain(best, k)
}

func gain(grades []int, k int) float64 {
	sum := 0.0
	for i, grade := range grades[:min(k, len(grades))] {
		sum += (math.Exp2(float64(grade)) - 1) / math.Log2(float64(i+2))
	}
	return sum
}

// verdict says how a query fared that no tool answers.
func (a graded) verdict() string {
	switch {
	case a.none:
		return "said"
	case a.weak:
		return "doubted"
	}
	return "trusted"
}

// render writes the figures for people: means by kind, then every query.
func render(answers []graded) string {
	var b strings.Builder
	b.WriteString("What the sample catalog answers to queries.jsonl, with the defaults of a request. `make golden` rewrites this file.\n\n")
	b.WriteString("kind         queries   R@1   R@3   R@5  R@10  nDCG@5  nDCG@10   MRR  weak  none\n")
	groups := byKind(answers)
	answerable := slices.DeleteFunc(slices.Clone(answers), func(a graded) bool { return a.Kind == noMatch })
	for _, group := range groups {
		if group[0].Kind != noMatch {
			b.WriteString(means(group[0].Kind, group))
		}
	}
	b.WriteString(means("all", answerable))
	for _, group := range groups {
		if group[0].Kind == noMatch {
			b.WriteString("\n" + verdicts(group))
		}
	}
	for _, group := range groups {
		fmt.Fprintf(&b, "\n%s\n", group[0].Kind)
		for _, a := range group {
			b.WriteString(a.line())
		}
	}
	return b.String()
}

func byKind(answers []graded) [][]graded {
	var groups [][]graded
	for i, a := range answers {
		if i == 0 || a.Kind != answers[i-1].Kind {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, a)
	}
	return groups
}

// means are over queries that some tool answers.
func means(kind string, answers []graded) string {
	mean := func(of func(graded) float64) float64 {
		sum := 0.0
		for _, a := range answers {
			sum += of(a)
		}
		return sum / float64(len(answers))
	}
	line := fmt.Sprintf("%-12s %7d", kind, len(answers))
	for _, k := range []int{1, 3, 5, 10} {
		line += fmt.Sprintf("  %.2f", mean(func(a graded) float64 { return a.recall(k) }))
	}
	return line + fmt.Sprintf("    %.2f     %.2f  %.2f  %4d  %4d\n",
		mean(func(a graded) float64 { return a.ndcg(5) }),
		mean(func(a graded) float64 { return a.ndcg(10) }),
		mean(graded.reciprocalRank),
		count(answers, func(a graded) bool { return a.weak }),
		count(answers, func(a graded) bool { return a.none }))
}

func verdicts(answers []graded) string {
	of := func(verdict string) int {
		return count(answers, func(a graded) bool { return a.verdict() == verdict })
	}
	return fmt.Sprintf("%-12s %7d  said %d, doubted %d, trusted %d\n", noMatch, len(answers), of("said"), of("doubted"), of("trusted"))
}

func count(answers []graded, is func(graded) bool) int {
	n := 0
	for _, a := range answers {
		if is(a) {
			n++
		}
	}
	return n
}

// line is the rank of the first row of use, the rows of use among the first
// ten of all there are, and the query; then what stands before that row.
func (a graded) line() string {
	verdict := a.verdict()
	if a.Kind != noMatch {
		rank := "-"
		if a.rank() > 0 {
			rank = fmt.Sprint(a.rank())
		}
		verdict = fmt.Sprintf("%2s %4s", rank, fmt.Sprintf("%d/%d", a.hits(), len(a.Relevant)))
	}
	line := fmt.Sprintf("%-7s  %s", verdict, a.Query)
	if a.Kind != noMatch && a.weak {
		line += " (weak)"
	}
	before := a.found
	if a.rank() > 0 {
		before = a.found[:a.rank()-1]
	}
	if len(before) > 0 {
		line += " < " + strings.Join(before[:min(3, len(before))], ", ")
	}
	return line + "\n"
}

// The wanted values are worked out by hand: gains 3 and 1, ranks 1 to 3 worth
// 1, 0.6309 and 0.5.
func TestFiguresOfOneAnswer(t *testing.T) {
	a := graded{
		goldenQuery: goldenQuery{Query: "q", Relevant: map[string]int{"a": 2, "b": 1, "c": 1}},
		found:       []string{"x", "a", "b"},
	}
	round := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
	got := []float64{a.recall(1), round(a.recall(2)), round(a.recall(10)), round(a.ndcg(1)), round(a.ndcg(5)), a.reciprocalRank()}
	// (3*0.6309 + 0.5) / (3 + 0.6309 + 0.5)
	want := []float64{0, 0.3333, 0.6667, 0, 0.5792, 0.5}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("recall at 1, 2, 10, nDCG at 1, 5, reciprocal rank (-want +got):\n%s", diff)
	}
	if got, want := a.line(), " 2  2/3  q < x\n"; got != want {
		t.Errorf("line %q, want %q", got, want)
	}
}
