package excerpt_test

import (
	"testing"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

func FuzzPage(f *testing.F) {
	for i, piece := range pieces {
		f.Add(piece+" reads a file 🇫🇷🇩🇪 "+piece, piece, uint16(i*3), uint8(i), uint64(0x9e3779b97f4a7c15)*uint64(i))
	}
	f.Fuzz(func(t *testing.T, text, field string, budget uint16, rowCap uint8, seed uint64) {
		if !utf8.ValidString(text) || !utf8.ValidString(field) {
			return
		}
		entries := []excerpt.Entry{
			{Text: text, Hits: scatter(text, seed)},
			{Text: field, Hits: scatter(field, seed>>7), Else: []excerpt.Field{{Label: "Glossary", Text: text, Hits: scatter(text, seed>>13)}}},
		}
		page := excerpt.Page(entries, []float64{1, 1.7, 2.4, 1.1}, int(budget), int(rowCap))
		checkPage(t, entries, page, int(budget), int(rowCap))
	})
}

// scatter puts hits on a text at places that the seed decides.
func scatter(text string, seed uint64) []excerpt.Hit {
	var hits []excerpt.Hit
	for i := range text {
		seed = seed*6364136223846793005 + 1442695040888963407
		if seed>>60 != 0 {
			continue
		}
		end := i
		for range 1 + seed>>56&7 {
			_, width := utf8.DecodeRuneInString(text[end:])
			end += width
		}
		hits = append(hits, excerpt.Hit{Start: i, End: end, Term: int(seed >> 50 & 3)})
	}
	return hits
}
