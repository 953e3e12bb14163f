package main

import (
	"runtime"
	"time"
)

// engine is a search engine under measurement. It answers many queries at once
// and times each of them itself, so that what only carries them there, such as
// a pipe or a change of syntax, does not count.
type engine interface {
	// Build indexes the documents. It is called once.
	Build(docs []document) (built, error)
	// Search answers every query with the names of at most n tools, best first.
	Search(queries []string, n int) ([]answer, error)
	Close() error
}

// built is what an index cost.
type built struct {
	took  time.Duration
	bytes int64 // that the index holds, without the texts it was built from
}

// answer is what an engine found and how long it took.
type answer struct {
	names []string
	took  time.Duration
}

// timed answers queries by an engine of this process.
func timed(queries []string, search func(query string) ([]string, error)) ([]answer, error) {
	answers := make([]answer, len(queries))
	for i, q := range queries {
		start := time.Now()
		names, err := search(q)
		answers[i] = answer{names: names, took: time.Since(start)}
		if err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// onHeap builds an index that lives on this process's heap.
func onHeap(build func() error) (built, error) {
	before := heap()
	start := time.Now()
	err := build()
	took := time.Since(start)
	return built{took: took, bytes: heap() - before}, err
}

// heap is the bytes in use after two collections: the first only moves pooled
// objects to where the second frees them.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
