package excerpt_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

const terms = 5

// pieces are what generated texts are made of: words of several scripts and
// every kind of grapheme that has more than one code point.
var pieces = []string{
	"file", "Excel", "workbook", "a", "internationalization", "file-by-file", "can't", "C++", "https://example.org/a/b?c=d",
	" ", " ", " ", " ", ". ", ", ", "\r\n", "\t",
	"👨‍👩‍👧‍👦", "🇫🇷", "🇫🇷🇩🇪🇮", "👍🏽", "1️⃣", "e\u0301", "Z\u0351\u036b\u0343", "한국어", "각", "表計算ファイル", "读取电子表格", "ملف", "กำ", "नमस्ते", "क्षि", "\u0600", "שלום",
}

func texts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 120).Draw(t, "pieces"), "")
	})
}

// hitsIn draws sorted hits on code point borders; they may overlap and cut graphemes.
func hitsIn(t *rapid.T, text string) []excerpt.Hit {
	var borders []int
	for i := range text {
		borders = append(borders, i)
	}
	borders = append(borders, len(text))
	var hits []excerpt.Hit
	for range rapid.IntRange(0, 8).Draw(t, "hits") {
		if len(borders) < 2 {
			break
		}
		start := rapid.IntRange(0, len(borders)-2).Draw(t, "start")
		end := min(start+rapid.IntRange(1, 14).Draw(t, "length"), len(borders)-1)
		hits = append(hits, excerpt.Hit{Start: borders[start], End: borders[end], Term: rapid.IntRange(0, terms-1).Draw(t, "term")})
	}
	slices.SortFunc(hits, func(a, b excerpt.Hit) int { return a.Start - b.Start })
	return hits
}

func drawEntry(t *rapid.T) excerpt.Entry {
	entry := excerpt.Entry{Text: texts().Draw(t, "text")}
	entry.Hits = hitsIn(t, entry.Text)
	for range rapid.IntRange(0, 3).Draw(t, "fields") {
		label := rapid.SampledFrom([]string{"Tool name", "Capability", "Glossary", "Example", "Parameter"}).Draw(t, "label")
		text := texts().Draw(t, "field")
		entry.Else = append(entry.Else, excerpt.Field{Label: label, Text: text, Hits: hitsIn(t, text)})
	}
	return entry
}

func drawWeights(t *rapid.T) []float64 {
	return rapid.SliceOfN(rapid.Float64Range(1, 9), terms, terms).Draw(t, "weights")
}

// drawBudget favours the small ones, where everything is at its limits.
func drawBudget(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 150), rapid.IntRange(0, 3000)).Draw(t, "budget")
}

func TestEveryPageKeepsItsBudgetAndItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(drawEntry), 0, 5).Draw(t, "entries")
		budget, rowCap := drawBudget(t), rapid.SampledFrom([]int{0, 0, 1, 5, 60, 300}).Draw(t, "cap")
		checkPage(t, entries, excerpt.Page(entries, drawWeights(t), budget, rowCap), budget, rowCap)
	})
}

func TestThePageIsDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := []excerpt.Entry{drawEntry(t), drawEntry(t)}
		weights, budget := drawWeights(t), drawBudget(t)
		first := excerpt.Page(entries, weights, budget, 0)
		for i, again := range excerpt.Page(entries, weights, budget, 0) {
			if again.Text != first[i].Text {
				t.Fatalf("%q, then %q", first[i].Text, again.Text)
			}
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
		if !slices.ContainsFunc(got.Windows, func(w excerpt.Window) bool { return len(w.Terms) > 0 }) {
			t.Fatalf("no hit in %q", got.Text)
		}
	})
}

func TestEveryTermIsExplainedWhereThereIsRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var hits []excerpt.Hit
		for term := range terms {
			text.WriteString(strings.Repeat("filler words ", rapid.IntRange(3, 30).Draw(t, "gap")))
			hits = append(hits, excerpt.Hit{Start: text.Len(), End: text.Len() + 4, Term: term})
			text.WriteString("word ")
		}
		// A floor of 24 and a join for each window, and the two ends.
		got := lone(excerpt.Entry{Text: text.String(), Hits: hits}, drawWeights(t), terms*(24+3)+2+rapid.IntRange(0, 200).Draw(t, "spare"))
		var shown []int
		for _, w := range got.Windows {
			shown = append(shown, w.Terms...)
		}
		slices.Sort(shown)
		if len(slices.Compact(shown)) != terms {
			t.Fatalf("terms %v in %q", shown, got.Text)
		}
	})
}

func TestCutsFallAtWordEdgesWhereOneIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,12}`), 20, 80).Draw(t, "words")
		text := strings.Join(words, " ")
		hit := rapid.IntRange(0, len(words)-1).Draw(t, "word")
		start := len(strings.Join(words[:hit], " "))
		if hit > 0 {
			start++
		}
		hits := []excerpt.Hit{{Start: start, End: start + len(words[hit])}}
		got := lone(excerpt.Entry{Text: text, Hits: hits}, []float64{1}, rapid.IntRange(14, len(text)).Draw(t, "budget"))
		for _, w := range got.Windows {
			if w.Start > 0 && text[w.Start-1] != ' ' || w.End < len(text) && text[w.End] != ' ' {
				t.Fatalf("a word is cut in %q", got.Text)
			}
		}
	})
}

func TestTheHeavierWindowIsNotTheNarrower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fill := strings.Repeat("字", 500)
		text := fill + "aa" + fill + "bb" + fill
		weights := []float64{rapid.Float64Range(1, 9).Draw(t, "a"), rapid.Float64Range(1, 9).Draw(t, "b")}
		got := lone(excerpt.Entry{Text: text, Hits: find(text, "aa", "bb")}, weights, rapid.IntRange(53, 500).Draw(t, "budget"))
		if len(got.Windows) != 2 {
			t.Fatalf("%d windows", len(got.Windows))
		}
		a, b := got.Windows[0], got.Windows[1]
		// One code point is what rounding to whole ones can move.
		if wider := (a.End - a.Start) - (b.End - b.Start); weights[0] > weights[1] && wider < -1 || weights[0] < weights[1] && wider > 1 {
			t.Fatalf("weights %v, widths %d and %d", weights, a.End-a.Start, b.End-b.Start)
		}
	})
}

func TestTheBudgetIsWaterFilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 400), 1, 12).Draw(t, "sizes")
		entries, total := make([]excerpt.Entry, len(sizes)), 0
		for i, n := range sizes {
			entries[i].Text = strings.Repeat("字", n)
			total += n
		}
		budget := rapid.IntRange(4*len(sizes), 3000).Draw(t, "budget")
		page := excerpt.Page(entries, nil, budget, 0)
		spent, shortest := 0, budget // of the rows that were cut
		for i, row := range page {
			spent += utf8.RuneCountInString(row.Text)
			if size(row.Text) < sizes[i] {
				shortest = min(shortest, size(row.Text))
			}
		}
		// A cut opening leaves the place of the mark at its start unused.
		if unused := min(budget, total) - spent; unused < 0 || unused > len(sizes) {
			t.Fatalf("%d of %d unused", unused, min(budget, total))
		}
		for i, row := range page {
			if size(row.Text) > shortest+2 && spent < total {
				t.Fatalf("row %d has %d while another was cut to %d", i, size(row.Text), shortest)
			}
		}
	})
}
