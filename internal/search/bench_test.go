package search_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// benchSet is a catalog of made-up words, as unevenly frequent as those of real
// text, always the same for one size.
func benchSet(n int) *tool.Set {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	zipf := rand.NewZipf(random, 1.2, 8, 20_000)
	words := func(n int, between string) string {
		out := make([]string, n)
		for i := range out {
			out[i] = benchWord(zipf.Uint64())
		}
		return strings.Join(out, between)
	}
	records := make([]*tool.Record, n)
	for i := range records {
		records[i] = &tool.Record{Spec: tool.Spec{
			Name:         fmt.Sprintf("%s.%s_%d", benchWord(uint64(i%40)), words(2, "_"), i),
			Description:  words(40, " "),
			Capabilities: []string{benchWord(uint64(i%40)) + ":" + benchWord(zipf.Uint64())},
			Parameters: fmt.Sprintf(`{"type":"object","properties":{"%s":{"type":"string","description":"%s"},"%s":{"type":"string","description":"%s"}}}`,
				words(2, "_"), words(8, " "), words(1, ""), words(8, " ")),
		}}
	}
	return tool.NewSet(records)
}

// benchWord spells a number as a pronounceable word of at least two syllables.
func benchWord(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	word := ""
	for range 2 {
		word += string(consonants[n%12]) + string(vowels[n/12%5])
		n /= 60
	}
	for ; n > 0; n /= 60 {
		word += string(consonants[n%12]) + string(vowels[n/12%5])
	}
	return word + "n"
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{199, 2_000, 20_000, 100_000} {
		set := benchSet(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				search.Build(set, nil)
			}
		})
	}
}

// longQuery is a request of twenty words, some rare and some frequent.
func longQuery() string {
	var words []string
	for i := range uint64(20) {
		words = append(words, benchWord(i*i*5))
	}
	return strings.Join(words, " ")
}

func BenchmarkSearch(b *testing.B) {
	keyword := benchWord(30) + " " + benchWord(200)
	for _, n := range []int{199, 2_000, 20_000} {
		ix := search.Build(benchSet(n), nil)
		for _, q := range []struct{ name, text string }{{"keyword", keyword}, {"long", longQuery()}} {
			b.Run(fmt.Sprint(q.name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				var took []time.Duration
				for b.Loop() {
					start := time.Now()
					ix.Search(query(q.text))
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
				b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
			})
		}
	}
}

// BenchmarkMemory reports what an index holds on the heap, records left out,
// and how often the bytes of the texts indexed that is.
func BenchmarkMemory(b *testing.B) {
	for _, n := range []int{199, 2_000, 20_000} {
		set := benchSet(n)
		raw := 0
		for _, r := range set.All() {
			for _, texts := range search.Texts(r) {
				raw += len(strings.Join(texts, ""))
			}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var held uint64
			for b.Loop() {
				before := heap()
				ix := search.Build(set, nil)
				held = heap() - before
				runtime.KeepAlive(ix)
			}
			b.ReportMetric(float64(held)/float64(n), "bytes/tool")
			b.ReportMetric(float64(held)/float64(raw), "of-text")
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
