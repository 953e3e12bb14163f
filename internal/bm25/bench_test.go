package bm25_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

// benchDocs are documents of two fields over words as unevenly frequent as
// those of real text, always the same for one size.
func benchDocs(n int) []bm25.Document {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	zipf := rand.NewZipf(random, 1.2, 8, 20_000)
	field := func(words int) []bm25.Occurrence {
		out := make([]bm25.Occurrence, words)
		for i := range out {
			out[i] = bm25.Occurrence{Term: fmt.Sprint("w", zipf.Uint64()), Position: 2 * i}
		}
		return out
	}
	docs := make([]bm25.Document, n)
	for i := range docs {
		docs[i] = bm25.Document{field(3), field(40)}
	}
	return docs
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{200, 2_000, 20_000} {
		docs := benchDocs(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bm25.Build(twoFields, docs)
			}
		})
	}
}

func BenchmarkScore(b *testing.B) {
	queries := map[string][]bm25.Term{
		"keyword": words("w30 w200"),
		"long":    words("w0 w1 w3 w5 w10 w20 w40 w80 w100 w150 w200 w300 w500 w700 w900 w1000 w1500 w2000"),
	}
	for _, n := range []int{200, 2_000, 20_000} {
		ix := bm25.Build(twoFields, benchDocs(n))
		for _, kind := range []string{"keyword", "long"} {
			b.Run(fmt.Sprint(kind, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				all := make([]int, len(queries[kind]))
				for i := range all {
					all[i] = i
				}
				for b.Loop() {
					ix.Look(queries[kind], nil).Score(all)
				}
			})
		}
	}
}
