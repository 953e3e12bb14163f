// Package search filters, ranks and presents a catalog's tools (contract section 5).
//
// Every order is total: what a ranking leaves equal stands in the order of the
// tools' names. The same index and query give the same answer, byte for byte.
package search

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Index is an immutable search index over one catalog's live tools.
type Index struct {
	tools    []*tool.Record // by name; documents of texts have the same numbers
	texts    *bm25.Index
	spans    spans
	glossary glossary
	axes     axes
	names    names
	words    lexicon // of the tools' texts; for suggestions
}

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
	Wire       bool   // names are suggested in the wire spelling
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

// Why an answer has no rows.
const (
	EmptyCatalog      = "EMPTY_CATALOG"
	FiltersExcludeAll = "FILTERS_EXCLUDE_ALL"
	NoTermMatched     = "NO_TERM_MATCHED"
)

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
	Score     float64 // what the ranking put first: the weight, the BM25, or the damped score
	ExactName bool
	Windows   []Window
}

// Term is one matched query term.
type Term struct {
	Term   string
	Weight float64
	Fields []string
}

// Window is one span of the description, or of a labelled field, that the
// excerpt shows. Characters are the span, its label and the marks around it;
// those of all windows add up to the excerpt.
type Window struct {
	Label                  string // such as "Tool name"; empty for the description
	Start, End, Characters int
	Terms                  []string
}

// Search answers a query. The same index and query give the same answer.
func (ix *Index) Search(q Query) Answer {
	among, unknown := ix.filter(q)
	answer := Answer{Suggestions: unknown}
	if strings.TrimSpace(q.Text) == "" {
		ix.list(q, among, &answer)
	} else {
		ix.find(q, among, &answer)
	}
	switch {
	case answer.Total > 0:
	case len(ix.tools) == 0:
		answer.NoMatch = EmptyCatalog
	case among != nil && among.Len() == 0:
		answer.NoMatch = FiltersExcludeAll
	default:
		answer.NoMatch = NoTermMatched
	}
	return answer
}

// list answers an empty query: the candidates by name.
func (ix *Index) list(q Query, among *bm25.Set, answer *Answer) {
	var page []ranked
	for doc := range ix.tools {
		if !among.Has(doc) {
			continue
		}
		if answer.Total >= q.Offset && len(page) < q.Limit {
			page = append(page, ranked{doc: doc})
		}
		answer.Total++
	}
	answer.Rows = ix.rows(q, &asked{}, page)
}

// find answers a query that has text.
func (ix *Index) find(q Query, among *bm25.Set, answer *Answer) {
	asked := ix.ask(q.Text, among)
	first, total := ix.rank(asked, q.Ranking, among, q.Offset+q.Limit)
	answer.Total = total
	answer.Unmatched, answer.Ignored = asked.unmatched, asked.ignored
	answer.Suggestions = ix.suggest(answer.Suggestions, q, asked)
	if total > 0 {
		answer.Weak = asked.isWeak(first[0])
		answer.Rows = ix.rows(q, asked, first[min(q.Offset, len(first)):])
	}
}
