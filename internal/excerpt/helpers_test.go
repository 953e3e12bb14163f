package excerpt_test

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/excerpt"
	"github.com/discoveryd/discoveryd/internal/text"
)

// find returns the occurrences of words in a text as hits, term i being words[i].
func find(text string, words ...string) []excerpt.Hit {
	var hits []excerpt.Hit
	folded := strings.ToLower(text)
	for term, word := range words {
		for at := 0; ; {
			i := strings.Index(folded[at:], word)
			if i < 0 {
				break
			}
			hits = append(hits, excerpt.Hit{Start: at + i, End: at + i + len(word), Term: term})
			at += i + len(word)
		}
	}
	slices.SortFunc(hits, func(a, b excerpt.Hit) int { return a.Start - b.Start })
	return hits
}

// lone cuts the only row of a page.
func lone(entry excerpt.Entry, weights []float64, budget int) excerpt.Excerpt {
	return excerpt.Page([]excerpt.Entry{entry}, weights, budget, 0)[0]
}

func size(text string) int { return utf8.RuneCountInString(text) }

// checkPage asserts what holds for every page.
func checkPage(t rapid.TB, entries []excerpt.Entry, page []excerpt.Excerpt, budget, rowCap int) {
	t.Helper()
	if len(page) != len(entries) {
		t.Fatalf("%d excerpts for %d entries", len(page), len(entries))
	}
	total := 0
	for i, got := range page {
		total += size(got.Text)
		if rowCap > 0 && size(got.Text) > rowCap {
			t.Fatalf("row %d spends %d of at most %d: %q", i, size(got.Text), rowCap, got.Text)
		}
		checkRow(t, entries[i], got)
	}
	if total > max(budget, 0) {
		t.Fatalf("the page spends %d of %d", total, budget)
	}
}

// checkRow asserts that a row is valid text and exactly its labelled fields
// and its windows, which are sorted, disjoint and on grapheme edges.
func checkRow(t rapid.TB, entry excerpt.Entry, got excerpt.Excerpt) {
	t.Helper()
	if !utf8.ValidString(got.Text) {
		t.Fatalf("not UTF-8: %q", got.Text)
	}
	runes, edges := []rune(entry.Text), graphemeEdges(entry.Text)
	var body strings.Builder
	spent, last := 0, 0
	for i, w := range got.Windows {
		if w.Start < last || w.End <= w.Start || w.End > len(runes) {
			t.Fatalf("window %d is [%d,%d) after %d in a text of %d", i, w.Start, w.End, last, len(runes))
		}
		if !edges[w.Start] || !edges[w.End] {
			t.Fatalf("window [%d,%d) cuts a grapheme of %q", w.Start, w.End, entry.Text)
		}
		switch {
		case i > 0:
			body.WriteString(" … ")
		case w.Start > 0:
			body.WriteString("…")
		}
		body.WriteString(string(runes[w.Start:w.End]))
		if i == len(got.Windows)-1 && w.End < len(runes) {
			body.WriteString("…")
		}
		if !slices.IsSorted(w.Terms) {
			t.Fatalf("terms %v are not sorted", w.Terms)
		}
		spent += w.Spent
		last = w.End
	}
	if !strings.HasSuffix(got.Text, body.String()) || spent != size(body.String()) {
		t.Fatalf("windows %+v spell %q, the text is %q", got.Windows, body.String(), got.Text)
	}
	if lead := strings.TrimSuffix(got.Text, body.String()); lead != "" && !startsWithLabel(lead, entry.Else) {
		t.Fatalf("text %q starts with no label", got.Text)
	}
}

func startsWithLabel(lead string, fields []excerpt.Field) bool {
	return slices.ContainsFunc(fields, func(f excerpt.Field) bool { return strings.HasPrefix(lead, f.Label+": ") })
}

// graphemeEdges says before which code points, and at the end, a text may be cut.
func graphemeEdges(s string) map[int]bool {
	edges, at := map[int]bool{0: true}, 0
	for s != "" {
		grapheme := text.FirstGrapheme(s)
		at += utf8.RuneCountInString(grapheme)
		edges[at] = true
		s = s[len(grapheme):]
	}
	return edges
}
