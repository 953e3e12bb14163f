package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/search"
)

// hostileQueries are of the longest length allowed, each the worst of its kind.
func hostileQueries() map[string]string {
	var distinct, letters, parts strings.Builder
	for i := 0; distinct.Len() < limits.QueryChars-8; i++ {
		fmt.Fprintf(&distinct, "w%dx ", i)
	}
	for i := 0; letters.Len() < limits.QueryChars-2; i++ {
		letters.WriteByte(byte('a' + i%26))
		letters.WriteByte(' ')
	}
	for i := range limits.QueryChars / 32 { // words that might be cut in many places
		parts.WriteString(strings.Repeat("badagabefe"[i%9:i%9+2], 15) + " ")
	}
	var frequent, glued strings.Builder // words of benchSet
	for i := range uint64(limits.QueryTerms) {
		frequent.WriteString(benchWord(i) + " ")
	}
	for i := uint64(0); glued.Len() < limits.QueryChars-20; i++ {
		glued.WriteString(benchWord(i) + benchWord(i+7) + benchWord(i+19) + " ")
	}
	return map[string]string{
		"frequent words":      frequent.String(),
		"words of words":      glued.String(),
		"distinct words":      distinct.String(),
		"letters":             letters.String(),
		"words of many parts": parts.String(),
		"one endless word":    strings.Repeat("x", limits.QueryChars),
		"punctuation":         strings.Repeat("?!,;", limits.QueryChars/4),
		"marks":               strings.Repeat("\u0301", limits.QueryChars),
		"stop words":          strings.Repeat("the of ", limits.QueryChars/7),
		"emoji":               strings.Repeat("👩‍🚀", limits.QueryChars/3),
		"controls":            strings.Repeat("\u202e\u0007\u200b", limits.QueryChars/3),
		"Han":                 strings.Repeat("查询发票税金", limits.QueryChars/6),
		"dots":                strings.Repeat("a.", limits.QueryChars/2),
		"joined capitals":     strings.Repeat("aB", limits.QueryChars/2),
	}
}

// TestHostileQueriesAreBoundedAndAnswered holds what a query allocates to a
// multiple of an ordinary long one: none of them may make the server grow.
func TestHostileQueriesAreBoundedAndAnswered(t *testing.T) {
	ix := search.Build(benchSet(2_000), nil)
	ordinary := query(longQuery())
	base := testing.AllocsPerRun(5, func() { ix.Search(ordinary) })
	for name, text := range hostileQueries() {
		for _, ranking := range rankings {
			q := query(text)
			q.Ranking, q.Explain = ranking, true
			answer := ix.Search(q)
			if len(answer.Rows) == 0 && answer.NoMatch != search.NoTermMatched {
				t.Errorf("%s, %s: no rows and no_match %q", name, ranking, answer.NoMatch)
			}
			if len(answer.Suggestions) > 8 {
				t.Errorf("%s: %d suggestions", name, len(answer.Suggestions))
			}
		}
		if allocs := testing.AllocsPerRun(5, func() { ix.Search(query(text)) }); allocs > 40*base {
			t.Errorf("%s: %.0f allocations, an ordinary query makes %.0f", name, allocs, base)
		}
	}
}

func BenchmarkHostileQuery(b *testing.B) {
	ix := search.Build(benchSet(20_000), nil)
	queries := hostileQueries()
	queries["ordinary"] = longQuery()
	for name, text := range queries {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ix.Search(query(text))
			}
		})
	}
}
