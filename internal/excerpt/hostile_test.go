package excerpt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

// TestHostilePages cuts pages that nobody would write, at every small budget.
func TestHostilePages(t *testing.T) {
	words := strings.Repeat("some words ", 100)
	marks := strings.Repeat("\u0301", 4096)
	endless := "x" + strings.Repeat("\u200d👩", 2047)
	name := excerpt.Field{Label: "Tool name", Text: "archive", Hits: find("archive", "archive")}
	rows := func(n int, entry excerpt.Entry) []excerpt.Entry { return slices.Repeat([]excerpt.Entry{entry}, n) }
	for title, entries := range map[string][]excerpt.Entry{
		"hits that overlap": rows(1, excerpt.Entry{Text: words, Hits: []excerpt.Hit{
			{Start: 0, End: 10}, {Start: 0, End: 4, Term: 1}, {Start: 2, End: 30, Term: 2}, {Start: 2, End: 30, Term: 2}, {Start: 5, End: 8, Term: 3},
		}}),
		"hits at the very ends":       rows(2, excerpt.Entry{Text: words, Hits: []excerpt.Hit{{End: 1}, {Start: len(words) - 1, End: len(words), Term: 1}}}),
		"one hit over the whole text": rows(1, excerpt.Entry{Text: words, Hits: []excerpt.Hit{{End: len(words)}}}),
		"a label for every row":       rows(5, excerpt.Entry{Text: words, Else: []excerpt.Field{name}}),
		"a hundred rows":              rows(100, excerpt.Entry{Text: words, Hits: find(words, "words")}),
		"a hundred empty rows":        rows(100, excerpt.Entry{}),
		"4,096 combining marks":       rows(2, excerpt.Entry{Text: marks, Hits: []excerpt.Hit{{Start: 2000, End: 2002}}}),
		"one endless grapheme":        rows(2, excerpt.Entry{Text: endless, Hits: []excerpt.Hit{{Start: 8, End: 11}}}),
		"one endless word":            rows(2, excerpt.Entry{Text: strings.Repeat("a", 4096), Hits: []excerpt.Hit{{Start: 2000, End: 2400}}}),
		"nothing but white space":     rows(2, excerpt.Entry{Text: strings.Repeat(" \n", 500), Hits: []excerpt.Hit{{Start: 700, End: 701}}}),
		"64 terms":                    rows(3, crowd()),
	} {
		t.Run(title, func(t *testing.T) {
			weights := slices.Repeat([]float64{1, 2}, 32)
			for _, budget := range []int{-1, 0, 1, 2, 3, 7, 12, 25, 60, 100, 101, 240, 1000} {
				for _, rowCap := range []int{0, 1, 2, 30} {
					checkPage(t, entries, excerpt.Page(entries, weights, budget, rowCap), budget, rowCap)
				}
			}
		})
	}
}

// crowd is a text with every term that a page can have.
func crowd() excerpt.Entry {
	var entry excerpt.Entry
	for term := range 64 {
		start := len(entry.Text)
		entry.Text += "term" + strings.Repeat(" filler", term%9)
		entry.Hits = append(entry.Hits, excerpt.Hit{Start: start, End: start + 4, Term: term})
	}
	return entry
}
