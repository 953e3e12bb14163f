package bm25

import "math"

// Term is one term of a query. Any of its spellings counts.
type Term []Spelling

// Spelling is a run of index terms, one or more.
type Spelling struct {
	Words []string
	// Tight asks for words written together; otherwise a space may part them.
	Tight bool
}

// MaxTerms is the most terms that one query can score.
const MaxTerms = 64

// Query is a set of terms looked up among candidates.
type Query struct {
	index   *Index
	among   *Set
	figures figures
	terms   []found
}

// found is one term of a query with its postings.
type found struct {
	postings postings // of all spellings together
	docs     int      // candidates with the term
	covered  int      // candidates with the term in a field that covers
	idf      float64
}

// Look finds terms among candidates; nil candidates are all documents.
func (ix *Index) Look(terms []Term, among *Set) *Query {
	q := &Query{index: ix, among: among, figures: ix.all, terms: make([]found, len(terms))}
	if among != nil {
		q.figures = ix.figures(among)
	}
	for i, term := range terms {
		q.terms[i] = q.find(term)
	}
	return q
}

func (q *Query) find(term Term) found {
	var f found
	lists := 0
	for _, s := range term {
		p, counts := q.index.spelled(s)
		switch {
		case len(p) == 0:
			continue
		case lists == 0:
			f.postings, f.docs, f.covered = p, int(counts.docs), int(counts.covered)
		default:
			f.postings = merge(f.postings, p)
		}
		lists++
	}
	if lists > 1 || f.docs == 0 || q.among != nil {
		f.docs, f.covered = q.index.count(f.postings, q.among)
	}
	f.idf = idf(q.figures.n, f.docs)
	return f
}

// spelled finds a spelling: one word by the index's own list with its counts,
// several words by the places where they stand together.
func (ix *Index) spelled(s Spelling) (postings, list) {
	reach := 2
	if s.Tight {
		reach = 1
	}
	var p postings
	var counts list
	for i, word := range s.Words {
		id, known := ix.terms[word]
		switch {
		case !known:
			return nil, list{}
		case i == 0:
			p, counts = ix.list(id), ix.lists[id]
		default:
			p, counts = followed(p, ix.list(id), reach), list{}
		}
	}
	return p, counts
}

// idf never falls below zero, so that a further matching term never costs.
func idf(n, docs int) float64 {
	df := float64(docs)
	return math.Log(1 + (float64(n)-df+0.5)/(df+0.5))
}

// Candidates is the number of documents the query is asked of.
func (q *Query) Candidates() int { return q.figures.n }

// Frequency is the number of candidates that have term i in any field, and in
// a field that covers.
func (q *Query) Frequency(i int) (docs, covered int) { return q.terms[i].docs, q.terms[i].covered }
