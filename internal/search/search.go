// Package search filters, ranks and presents a catalog's tools (contract section 5).
package search

import "github.com/discoveryd/discoveryd/internal/tool"

// Index is an immutable search index over one catalog's live tools.
type Index struct{}

// Build indexes the live tools of a set with the glossary of concepts.
func Build(set *tool.Set, concepts []tool.Concept) *Index { return &Index{} }

// Query is a search. Its values are within bounds (contract section 9).
type Query struct {
	Text          string
	Capabilities  []string
	Domains       []string
	Entities      []string
	Relationships []string
	Families      []string

	Limit      int    // rows, 1..100
	Offset     int    // rows, 0..1000
	PageBudget int    // characters of all rows' descriptions
	ExcerptCap int    // characters of one row's; 0 is none
	Ranking    string // auto, coverage, bm25, balanced
	Wire       bool   // rows carry the wire spelling
	Explain    bool
}

// Answer is a ranked menu.
type Answer struct {
	Total       int
	Rows        []Row
	Unmatched   []string // query words that no candidate has
	Ignored     []string // query words beyond the 64 heaviest
	NoMatch     string   // "", EMPTY_CATALOG, FILTERS_EXCLUDE_ALL, NO_TERM_MATCHED
	Weak        bool
	Suggestions []string // near names, words, ids
}

// Row is one entry of the menu.
type Row struct {
	Tool    *tool.Record
	Excerpt string
	Explain *Explanation // nil unless asked for
}

// Explanation says why a row stands where it stands.
type Explanation struct {
	Terms     []Term // heaviest first
	Coverage  int
	Weight    float64
	BM25      float64
	Score     float64
	ExactName bool
	Windows   []Window
}

// Term is one matched query term.
type Term struct {
	Term   string
	Weight float64
	Fields []string
}

// Window is one span of the description that the excerpt shows.
type Window struct {
	Start, End, Characters int
	Terms                  []string
}

// Search answers a query. The same index and query give the same answer.
func (ix *Index) Search(q Query) Answer { return Answer{} }

// Roots returns the capability roots, sorted; a tool without capabilities counts under its family.
func (ix *Index) Roots() []string { return nil }

// NearNames returns up to n registered names close to name, nearest first.
func (ix *Index) NearNames(name string, n int) []string { return nil }
