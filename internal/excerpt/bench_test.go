package excerpt_test

import (
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

// BenchmarkPage cuts the largest page: 100 rows of 4,096 characters.
func BenchmarkPage(b *testing.B) {
	for _, script := range []struct{ name, filler string }{
		{"ascii", "filler words and a file "},
		{"hangul", "한국어 문서 and a file "},
	} {
		b.Run(script.name, func(b *testing.B) {
			text := string([]rune(strings.Repeat(script.filler, 400))[:4096])
			entries := make([]excerpt.Entry, 100)
			for i := range entries {
				entries[i] = excerpt.Entry{Text: text, Hits: find(text, "file", "words", "and")}
			}
			for b.Loop() {
				excerpt.Page(entries, []float64{1, 1.7, 2.4}, 10000, 0)
			}
		})
	}
}
