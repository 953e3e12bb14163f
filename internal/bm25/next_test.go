package bm25_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

// wholly compares an index with all that is inside.
var wholly = cmp.Exporter(func(reflect.Type) bool { return true })

// step is one change of a list of documents.
type step struct {
	move  bm25.Move
	fresh []bm25.Document
	docs  []bm25.Document // as they are then
}

func drawStep(t *rapid.T, docs []bm25.Document) step {
	var s step
	add := func() {
		s.move.Fresh = append(s.move.Fresh, len(s.docs))
		s.fresh = append(s.fresh, drawDocument(t))
		s.docs = append(s.docs, s.fresh[len(s.fresh)-1])
	}
	for _, doc := range docs {
		place := bm25.Gone
		switch rapid.SampledFrom([]string{"keep", "keep", "keep", "insert", "replace", "drop"}).Draw(t, "what") {
		case "insert":
			add()
			fallthrough
		case "keep":
			place = len(s.docs)
			s.docs = append(s.docs, doc)
		case "replace":
			add()
		}
		s.move.Kept = append(s.move.Kept, place)
	}
	if rapid.Bool().Draw(t, "append") {
		add()
	}
	s.move.Docs = len(s.docs)
	return s
}

func TestChangedIndexIsTheOneBuiltFromNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := drawCorpus(t).docs
		ix := bm25.Build(generatedFields, docs)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			change := drawStep(t, docs)
			next := ix.Next(change.move, change.fresh)
			if diff := cmp.Diff(bm25.Build(generatedFields, docs), ix, wholly); diff != "" {
				t.Fatalf("the index before has changed:\n%s", diff)
			}
			docs = change.docs
			if diff := cmp.Diff(bm25.Build(generatedFields, docs), next, wholly); diff != "" {
				t.Fatalf("differs (-from nothing +changed):\n%s", diff)
			}
			ix = next
		}
	})
}

// BenchmarkNext replaces one document in the middle, as most changes do, or
// inserts one there, which renumbers half of the others.
func BenchmarkNext(b *testing.B) {
	const n = 20_000
	docs := benchDocs(n)
	ix := bm25.Build(twoFields, docs)
	replace := bm25.Move{Kept: make([]int, n), Fresh: []int{n / 2}, Docs: n}
	insert := bm25.Move{Kept: make([]int, n), Fresh: []int{n / 2}, Docs: n + 1}
	for i := range n {
		replace.Kept[i], insert.Kept[i] = i, i
		if i >= n/2 {
			insert.Kept[i] = i + 1
		}
	}
	replace.Kept[n/2] = bm25.Gone
	for _, change := range []struct {
		name string
		move bm25.Move
	}{{"replace", replace}, {"insert", insert}} {
		b.Run(change.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ix.Next(change.move, docs[:1])
			}
		})
	}
}
