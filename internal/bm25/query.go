package bm25

import (
	"cmp"
	"math"
	"slices"
)

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
	spellings []list
	postings  []posting // of all spellings together
	docs      int       // candidates with the term
	covered   int       // candidates with the term in a field that covers
}

// Look finds terms among candidates; nil candidates are all documents.
func (ix *Index) Look(terms []Term, among *Set) *Query {
	q := &Query{index: ix, among: among, figures: ix.totals, terms: make([]found, len(terms))}
	if among != nil {
		q.figures = ix.figures(among)
	}
	for i, term := range terms {
		q.terms[i] = ix.find(term, among)
	}
	return q
}

func (ix *Index) find(term Term, among *Set) found {
	var f found
	for _, s := range term {
		if l := ix.spelled(s); len(l.postings) > 0 {
			f.spellings = append(f.spellings, l)
		}
	}
	if len(f.spellings) == 0 {
		return f
	}
	if len(f.spellings) == 1 && among == nil {
		l := f.spellings[0]
		return found{spellings: f.spellings, postings: l.postings, docs: l.docs, covered: l.covered}
	}
	f.postings = f.spellings[0].postings
	for _, l := range f.spellings[1:] {
		f.postings = merge(f.postings, l.postings)
	}
	f.docs, f.covered = ix.count(f.postings, among)
	return f
}

// spelled is the list of a spelling: the index's own for one word, a new one
// of the places where several words stand together.
func (ix *Index) spelled(s Spelling) list {
	var out list
	for i, word := range s.Words {
		id, known := ix.terms[word]
		if !known {
			return list{}
		}
		if i == 0 {
			out = ix.lists[id]
			continue
		}
		out = followed(out, ix.lists[id], s.Tight)
	}
	if len(s.Words) > 1 {
		out.docs, out.covered = ix.count(out.postings, nil)
	}
	return out
}

// followed is the list of the places where b stands right after a.
func followed(a, b list, tight bool) list {
	reach := 2
	if tight {
		reach = 1
	}
	var out list
	for i, j := 0, 0; i < len(a.postings) && j < len(b.postings); {
		p, q := a.postings[i], b.postings[j]
		order := compare(p, q)
		if order == 0 {
			out.join(a.places(p), b.places(q), posting{doc: p.doc, field: p.field}, reach)
		}
		if order <= 0 {
			i++
		}
		if order >= 0 {
			j++
		}
	}
	return out
}

// join appends to p, and p to the list, the places of one field where a place
// of b begins at most reach positions after one of a ends. b's places follow
// each other.
func (l *list) join(a, b []Place, p posting, reach int) {
	p.at = uint32(len(l.positions))
	for _, from := range a {
		next, _ := slices.BinarySearchFunc(b, from.Last+1, func(p Place, first int) int { return cmp.Compare(p.First, first) })
		for ; next < len(b) && b[next].First-from.Last <= reach && p.tf < maxFrequency; next++ {
			l.firsts = append(l.firsts, uint16(from.First))
			l.positions = append(l.positions, uint16(b[next].Last))
			p.tf++
		}
	}
	if p.tf > 0 {
		l.postings = append(l.postings, p)
	}
}

// places are the places of a posting of l.
func (l *list) places(p posting) []Place {
	out := make([]Place, p.tf)
	for i := range out {
		at := int(p.at) + i
		last := int(l.positions[at])
		out[i] = Place{First: last, Last: last}
		if l.firsts != nil {
			out[i].First = int(l.firsts[at])
		}
	}
	return out
}

func compare(p, q posting) int {
	return cmp.Or(cmp.Compare(p.doc, q.doc), cmp.Compare(p.field, q.field))
}

// merge unites two posting lists, adding up frequencies.
func merge(a, b []posting) []posting {
	out := make([]posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch order := compare(a[0], b[0]); {
		case order < 0:
			out, a = append(out, a[0]), a[1:]
		case order > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			both := a[0]
			both.tf = uint16(min(int(both.tf)+int(b[0].tf), maxFrequency))
			out, a, b = append(out, both), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Candidates is the number of documents the query is asked of.
func (q *Query) Candidates() int { return q.figures.n }

// Frequency is the number of candidates that have term i in any field, and in
// a field that covers.
func (q *Query) Frequency(i int) (docs, covered int) { return q.terms[i].docs, q.terms[i].covered }

// idf never falls below zero, so that a further matching term never costs.
func (q *Query) idf(i int) float64 {
	df := float64(q.terms[i].docs)
	return math.Log(1 + (float64(q.figures.n)-df+0.5)/(df+0.5))
}

// of returns the postings of document doc.
func of(postings []posting, doc uint32) []posting {
	from, _ := slices.BinarySearchFunc(postings, doc, func(p posting, doc uint32) int { return cmp.Compare(p.doc, doc) })
	to := from
	for to < len(postings) && postings[to].doc == doc {
		to++
	}
	return postings[from:to]
}

// places are the places of all spellings in one field of one document.
func (f found) places(doc uint32, field uint8) []Place {
	var out []Place
	for _, l := range f.spellings {
		for _, p := range of(l.postings, doc) {
			if p.field == field {
				out = append(out, l.places(p)...)
			}
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Last, b.Last)) })
	return out
}
