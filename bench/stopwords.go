package main

import (
	"maps"
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
)

// stopWords are those of bleve's English analyser, sorted. FTS5 and Orama use
// none by default; without, both are slower on long queries and answer them worse.
func stopWords() ([]string, error) {
	words := analysis.NewTokenMap()
	err := words.LoadBytes(en.EnglishStopWords)
	return slices.Sorted(maps.Keys(words)), err
}
