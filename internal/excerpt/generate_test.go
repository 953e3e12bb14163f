package excerpt_test

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

const termCount = 5

// pieces are what generated texts are made of: words of several scripts and
// every kind of grapheme that has more than one code point.
var pieces = []string{
	"file", "Excel", "workbook", "a", "internationalization", "file-by-file", "can't", "C++", "https://example.org/a/b?c=d",
	" ", " ", " ", " ", ". ", ", ", "\r\n", "\t",
	"👨‍👩‍👧‍👦", "🇫🇷", "🇫🇷🇩🇪🇮", "👍🏽", "1️⃣", "e\u0301", "Z\u0351\u036b\u0343", "한국어", "각", "\u1112\u1161\u11ab", "表計算ファイル", "读取电子表格", "ملف", "กำ",
	"नमस्ते", "क्षि", "\u0600", "שלום", "می\u200cخواهم", "Straße", "İstanbul", "ﬁle", "㎏", "ｆｉｌｅ", "co\u00adoperate", "ទិន្នន័យ\u200bឯកសារ",
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
		hits = append(hits, excerpt.Hit{Start: borders[start], End: borders[end], Term: rapid.IntRange(0, termCount-1).Draw(t, "term")})
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

func drawEntries(t *rapid.T) []excerpt.Entry {
	return rapid.SliceOfN(rapid.Custom(drawEntry), 0, 5).Draw(t, "entries")
}

func drawWeights(t *rapid.T) []float64 {
	return rapid.SliceOfN(rapid.Float64Range(1, 9), termCount, termCount).Draw(t, "weights")
}

// drawBudget favours the small ones, where everything is at its limits.
func drawBudget(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 150), rapid.IntRange(0, 3000)).Draw(t, "budget")
}

// spread is a text of ideographs, which may be cut anywhere, with terms in
// groups that are far apart. It has a group for each list of terms.
func spread(groups [][]int) excerpt.Entry {
	var text strings.Builder
	var hits []excerpt.Hit
	fill := strings.Repeat("字", 500)
	for _, group := range groups {
		text.WriteString(fill)
		for _, term := range group {
			hits = append(hits, excerpt.Hit{Start: text.Len(), End: text.Len() + 2, Term: term})
			text.WriteString("go")
		}
	}
	text.WriteString(fill)
	return excerpt.Entry{Text: text.String(), Hits: hits}
}
