package excerpt_test

import (
	"slices"
	"strings"
	"unicode"
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

func terms(w excerpt.Window) []int { return slices.Collect(w.Terms.All()) }

// shownTerms are the terms that any window of a row shows, sorted.
func shownTerms(e excerpt.Excerpt) []int {
	var shown []int
	for _, w := range e.Windows {
		shown = append(shown, terms(w)...)
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

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

// checkRow asserts that a row is valid text, and that its windows say where
// every character of it went: cut into pieces of what each window spent, each
// piece is the label, the marks and the span of the original that are due, and
// nothing else. Spans lie on grapheme edges, and none is shown twice.
func checkRow(t rapid.TB, entry excerpt.Entry, got excerpt.Excerpt) {
	t.Helper()
	if !utf8.ValidString(got.Text) {
		t.Fatalf("not UTF-8: %q", got.Text)
	}
	pieces := piecesOf(t, got)
	for i, w := range got.Windows {
		if !slices.ContainsFunc(sources(entry, w.Label), func(s excerpt.Field) bool { return piecesAre(pieces, i, got.Windows, s) }) {
			t.Fatalf("window %d, %+v, of %+v is no piece %q of its text in\n%q", i, w, entry, pieces[i], got.Text)
		}
	}
}

// piecesOf cuts a row into what its windows spent.
func piecesOf(t rapid.TB, got excerpt.Excerpt) []string {
	t.Helper()
	rest := []rune(got.Text)
	pieces := make([]string, len(got.Windows))
	for i, w := range got.Windows {
		if w.Spent > len(rest) {
			t.Fatalf("windows %+v spend more than %q has", got.Windows, got.Text)
		}
		pieces[i], rest = string(rest[:w.Spent]), rest[w.Spent:]
	}
	if len(rest) > 0 {
		t.Fatalf("windows %+v leave %q of %q", got.Windows, string(rest), got.Text)
	}
	return pieces
}

// sources are the texts that a window with this label may be of.
func sources(entry excerpt.Entry, label string) []excerpt.Field {
	if label == "" {
		return []excerpt.Field{{Text: entry.Text, Hits: entry.Hits}}
	}
	return slices.DeleteFunc(slices.Clone(entry.Else), func(f excerpt.Field) bool { return f.Label != label })
}

// piecesAre reports whether piece i is what its window takes from a source.
func piecesAre(pieces []string, i int, windows []excerpt.Window, source excerpt.Field) bool {
	begins := func(i int) bool {
		return i == 0 || windows[i].Label != windows[i-1].Label || !strings.HasPrefix(pieces[i], " … ")
	}
	runes, w := []rune(source.Text), windows[i]
	edges := graphemeEdges(source.Text)
	if w.Start < 0 || w.Start >= w.End || w.End > len(runes) || !edges[w.Start] || !edges[w.End] {
		return false
	}
	before, after := "", ""
	switch {
	case !begins(i):
		before = " … "
		if w.Start-windows[i-1].End <= size(before) {
			return false // the mark is no shorter than what it stands for
		}
	case w.Label != "":
		before = w.Label + ": "
	}
	if begins(i) && w.Start > 0 {
		before += "…"
	}
	last := i == len(windows)-1
	if (last || begins(i+1)) && w.End < len(runes) {
		after = "…"
	}
	if !last && begins(i+1) {
		after += " · "
	}
	return pieces[i] == before+string(runes[w.Start:w.End])+after && w.Terms == within(source, w)
}

// within is the terms of the hits that a window shows whole.
func within(source excerpt.Field, w excerpt.Window) excerpt.Terms {
	var terms excerpt.Terms
	for _, hit := range source.Hits {
		if w.Start <= size(source.Text[:hit.Start]) && size(source.Text[:hit.End]) <= w.End {
			terms |= 1 << hit.Term
		}
	}
	return terms
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

// unspendableOf is the most that a cut row can leave of its share. A cut is at
// a word edge that is at most 16 away, and neither splits a grapheme nor shows
// the white space beside it; a mark that is spared is worth up to 3. With
// fields, an opening below 24 and its separator are left out, and so is a field
// whose hit does not fit beside its label.
func unspendableOf(entry excerpt.Entry) int {
	const near, mark, opening, label, hit = 16, 3, 24 + 3, 11, 14
	indivisible := longestPiece(entry.Text)
	for _, field := range entry.Else {
		indivisible = max(indivisible, longestPiece(field.Text))
	}
	if len(entry.Else) > 0 {
		return near + mark + max(opening, label+hit) + indivisible
	}
	return near + mark + indivisible
}

// longestPiece is the length of the longest run of white space and of the
// longest grapheme together.
func longestPiece(s string) int {
	grapheme, space, run, last := 0, 0, 0, 0
	edges := graphemeEdges(s)
	for i, r := range []rune(s) {
		if edges[i+1] {
			grapheme, last = max(grapheme, i+1-last), i+1
		}
		run++
		if !unicode.IsSpace(r) {
			run = 0
		}
		space = max(space, run)
	}
	return grapheme + space
}
