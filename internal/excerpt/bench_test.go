package excerpt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

// BenchmarkPage cuts the default page, 2,400 characters for ten rows: of short
// descriptions that are shown whole, and of 300 to 4,000 characters.
func BenchmarkPage(b *testing.B) {
	short := []int{60, 80, 90, 110, 120, 140, 160, 180, 200, 220}
	long := []int{300, 320, 351, 400, 450, 600, 900, 1500, 2500, 4000}
	for _, page := range []struct {
		name, filler string
		sizes        []int
	}{
		{"whole", "Ascii filler words stand between the hits and say nothing of use. ", short},
		{"ascii", "Ascii filler words stand between the hits and say nothing of use. ", long},
		{"dashes", "A few dashes — and ‘quotes’ — make this text wider than its characters. ", long},
		{"hangul", "한국어 문서를 읽고 표의 각 행을 기록으로 바꾸어 줍니다. ", long},
	} {
		for _, terms := range []int{1, 3, 12} {
			b.Run(fmt.Sprintf("%s/%d", page.name, terms), func(b *testing.B) {
				entries, weights := benchPage(page.filler, page.sizes, terms)
				b.ReportAllocs()
				for b.Loop() {
					excerpt.Page(entries, weights, 2400, 0)
				}
			})
		}
	}
}

// benchPage puts every term twice into each text, spread over its length.
func benchPage(filler string, sizes []int, terms int) ([]excerpt.Entry, []float64) {
	entries := make([]excerpt.Entry, len(sizes))
	for i, n := range sizes {
		text := []rune(strings.Repeat(filler, n/20+1))[:n]
		words := make([]string, terms)
		for term := range words {
			words[term] = fmt.Sprintf("term%c", 'a'+term)
			for _, at := range []int{(term*37 + i) % (n - 6), (term*n/terms + 11*i) % (n - 6)} {
				copy(text[at:], []rune(words[term]))
			}
		}
		entries[i] = excerpt.Entry{Text: string(text), Hits: find(string(text), words...)}
	}
	weights := make([]float64, terms)
	for i := range weights {
		weights[i] = 4 - float64(i)/4
	}
	return slices.Clip(entries), weights
}
