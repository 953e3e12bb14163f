package search_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

var (
	someWord  = rapid.SampledFrom(strings.Fields("read write file files excel Excel pdf list items workItem work_item café 查询 to the of please"))
	someWords = rapid.Map(rapid.SliceOfN(someWord, 1, 12), func(words []string) string { return strings.Join(words, " ") })
	someID    = rapid.SampledFrom([]string{"file", "item", "mail"})
)

func drawSpecs(t *rapid.T) []tool.Spec {
	n := rapid.IntRange(1, 12).Draw(t, "tools")
	specs := make([]tool.Spec, n)
	for i := range specs {
		specs[i] = tool.Spec{
			Name:         fmt.Sprintf("%s.tool%d", someID.Draw(t, "family"), i),
			Description:  someWords.Draw(t, "description"),
			Capabilities: []string{someID.Draw(t, "root") + ":read"},
			Domains:      rapid.SliceOfNDistinct(someID, 0, 2, rapid.ID).Draw(t, "domains"),
			Examples:     rapid.SliceOfN(someWords, 0, 2).Draw(t, "examples"),
		}
	}
	return specs
}

func drawQuery(t *rapid.T) search.Query {
	return search.Query{
		Text:         rapid.OneOf(someWords, rapid.String()).Draw(t, "query"),
		Domains:      rapid.SliceOfN(someID, 0, 1).Draw(t, "domains asked"),
		Capabilities: rapid.SliceOfN(someID, 0, 1).Draw(t, "capabilities asked"),
		Ranking:      rapid.SampledFrom(rankings).Draw(t, "ranking"),
		Limit:        rapid.IntRange(1, 12).Draw(t, "limit"),
		Offset:       rapid.IntRange(0, 5).Draw(t, "offset"),
		PageBudget:   rapid.IntRange(1, 400).Draw(t, "budget"),
		ExcerptCap:   rapid.SampledFrom([]int{0, 1, 40}).Draw(t, "cap"),
		Explain:      true,
	}
}

func TestShuffledRecordsGiveTheSameAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		specs, q := drawSpecs(t), drawQuery(t)
		shuffled := rapid.Permutation(specs).Draw(t, "shuffled")
		if diff := cmp.Diff(build(specs...).Search(q), build(shuffled...).Search(q)); diff != "" {
			t.Fatalf("answers differ:\n%s", diff)
		}
	})
}

func TestAnswersKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		answer := build(drawSpecs(t)...).Search(q)
		if (answer.Total == 0) != (answer.NoMatch != "") {
			t.Fatalf("total %d with no_match %q", answer.Total, answer.NoMatch)
		}
		if want := max(0, min(q.Limit, answer.Total-q.Offset)); len(answer.Rows) != want {
			t.Fatalf("%d rows, want %d", len(answer.Rows), want)
		}
		spent := 0
		for _, row := range answer.Rows {
			n := utf8.RuneCountInString(row.Excerpt)
			spent += n
			if q.ExcerptCap > 0 && n > q.ExcerptCap {
				t.Fatalf("excerpt of %d characters past the cap %d", n, q.ExcerptCap)
			}
			for _, w := range row.Explain.Windows {
				n -= w.Characters
			}
			if n != 0 {
				t.Fatalf("windows %+v leave %d characters of %q", row.Explain.Windows, n, row.Excerpt)
			}
		}
		if spent > q.PageBudget {
			t.Fatalf("page of %d characters past the budget %d", spent, q.PageBudget)
		}
	})
}

// Coverage never falls along a page, then weight, then BM25, then the name.
func TestCoverageOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		q.Ranking, q.Limit, q.Offset = "coverage", 12, 0
		rows := build(drawSpecs(t)...).Search(q).Rows
		for i := 1; i < len(rows); i++ {
			a, b := rows[i-1].Explain, rows[i].Explain
			switch {
			case a.ExactName != b.ExactName:
				if b.ExactName {
					t.Fatalf("an exact name at row %d", i)
				}
			case a.Coverage != b.Coverage:
				if a.Coverage < b.Coverage {
					t.Fatalf("coverage %d before %d", a.Coverage, b.Coverage)
				}
			case a.Weight != b.Weight:
				if a.Weight < b.Weight {
					t.Fatalf("weight %v before %v", a.Weight, b.Weight)
				}
			case a.BM25 < b.BM25, a.BM25 == b.BM25 && rows[i-1].Tool.Name >= rows[i].Tool.Name:
				t.Fatalf("%s (%v) before %s (%v)", rows[i-1].Tool.Name, a.BM25, rows[i].Tool.Name, b.BM25)
			}
		}
	})
}

// However few rows are asked for, they are those of the whole ranking.
func TestAPageIsAPartOfTheWholeRanking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ix, q := build(drawSpecs(t)...), drawQuery(t)
		whole := q
		whole.Limit, whole.Offset = 100, 0
		all, page := ix.Search(whole), ix.Search(q)
		if page.Total != all.Total || page.Weak != all.Weak {
			t.Fatalf("total %d and weak %v of a page, %d and %v of the whole", page.Total, page.Weak, all.Total, all.Weak)
		}
		for i, row := range page.Rows {
			if want := all.Rows[q.Offset+i].Tool.Name; row.Tool.Name != want {
				t.Fatalf("row %d from %d on is %s, want %s", i, q.Offset, row.Tool.Name, want)
			}
		}
	})
}

func TestEveryToolIsFirstUnderItsName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		specs := drawSpecs(t)
		ix := build(specs...)
		for _, spec := range specs {
			for _, name := range []string{spec.Name, tool.Wire(spec.Name)} {
				q := query(name)
				q.Ranking = rapid.SampledFrom(rankings).Draw(t, "ranking")
				if rows := ix.Search(q).Rows; len(rows) == 0 || rows[0].Tool.Name != spec.Name {
					t.Fatalf("%s does not come first", name)
				}
			}
		}
	})
}

func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"excel file", "workitem", "查询", "\xff", "a_b.c", "' . '", "\u0301", "filefilefilefilefile", "to the of"} {
		f.Add(seed)
	}
	ix := labels()
	f.Fuzz(func(t *testing.T, text string) {
		q := query(text)
		q.Explain = true
		answer := ix.Search(q)
		for _, row := range answer.Rows {
			if !utf8.ValidString(row.Excerpt) {
				t.Fatalf("excerpt %q", row.Excerpt)
			}
		}
	})
}
