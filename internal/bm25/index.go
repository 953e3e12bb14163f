// Package bm25 is an immutable inverted index over documents of several
// weighted fields, scored by BM25 within a set of candidates.
//
// The score of a document is, over the query's terms t and the fields f,
//
//	Σ_t Σ_f boost(f) · idf(t) · tf·(k1+1) / (tf + k1·(1 − b + b·length/average))
//	idf(t) = ln(1 + (N − df(t) + 0.5) / (df(t) + 0.5))
//
// (Robertson and Zaragoza 2009, with the idf that is never negative). N, df
// and the average field lengths are those of the candidates. A query term may
// have several spellings; a spelling of several words matches where they
// stand together.
//
// Documents are numbered by their place in Build's input. Sums run over the
// terms in the order of the query and over fields in theirs, so that equal
// documents get equal scores to the last bit.
package bm25

import "slices"

// Bounds against documents that never end; they lie above what a tool's
// description can hold.
const (
	// maxFrequency caps a term's count in one field.
	maxFrequency = 1<<16 - 1
	// maxLength caps the tokens of one field that its length counts.
	maxLength = 4096
	// maxPosition is the last position indexed.
	maxPosition = 1<<16 - 1
)

// Field is how one field of the documents counts.
type Field struct {
	Boost float64 // in the sum over fields
	Best  float64 // in the best field of each term
	// Covers says whether a term found here counts as covered. A field that
	// does not cover adds to the scores only.
	Covers bool
}

// Document is a document's occurrences of terms, field by field.
type Document [][]Occurrence

// Occurrence is one term at one place of a field. Positions grow; those of
// words written together differ by 1, of neighbours by 2.
type Occurrence struct {
	Term     string
	Position int
}

// Index is the immutable index.
type Index struct {
	fields  []Field
	docs    int
	terms   map[string]uint32 // into lists
	lists   []list
	lengths [][]uint16 // by field, then document
	totals  figures    // of all documents
}

// list is everything known about one term.
type list struct {
	postings  []posting // by document, then field
	positions []uint16
	firsts    []uint16 // beside positions, where those are the last of several words
	docs      int      // documents with the term
	covered   int      // documents with the term in a field that covers
}

// posting is one term's occurrences in one field of one document.
type posting struct {
	doc   uint32
	at    uint32 // of the first position, in the list's positions
	field uint8
	tf    uint16
}

// Build indexes documents. It keeps nothing of its arguments but the terms.
func Build(fields []Field, docs []Document) *Index {
	ix := &Index{fields: slices.Clone(fields), docs: len(docs), terms: map[string]uint32{}}
	for range fields {
		ix.lengths = append(ix.lengths, make([]uint16, len(docs)))
	}
	w := writer{index: ix}
	for id, doc := range docs {
		for field, occurrences := range doc {
			ix.lengths[field][id] = uint16(min(len(occurrences), maxLength))
			w.add(uint32(id), uint8(field), occurrences)
		}
	}
	ix.pack()
	ix.totals = ix.figures(nil)
	return ix
}

// pack moves the lists, which grew with room to spare, close together.
func (ix *Index) pack() {
	postings, positions := 0, 0
	for _, l := range ix.lists {
		postings, positions = postings+len(l.postings), positions+len(l.positions)
	}
	allPostings, allPositions := make([]posting, 0, postings), make([]uint16, 0, positions)
	for i := range ix.lists {
		l := &ix.lists[i]
		allPostings = append(allPostings, l.postings...)
		l.postings = slices.Clip(allPostings[len(allPostings)-len(l.postings):])
		allPositions = append(allPositions, l.positions...)
		l.positions = slices.Clip(allPositions[len(allPositions)-len(l.positions):])
		l.docs, l.covered = ix.count(l.postings, nil)
	}
}

// writer appends occurrences to the postings of an index.
type writer struct {
	index *Index
	last  []lastSeen // by term
}

// lastSeen is where a term was met last, so that its next occurrence in the
// same field joins that posting.
type lastSeen struct {
	doc   uint32
	field uint8
	met   bool
}

func (w *writer) add(doc uint32, field uint8, occurrences []Occurrence) {
	for _, o := range occurrences {
		if o.Position > maxPosition {
			return
		}
		id, known := w.index.terms[o.Term]
		if !known {
			id = uint32(len(w.index.lists))
			w.index.terms[o.Term] = id
			w.index.lists = append(w.index.lists, list{})
			w.last = append(w.last, lastSeen{})
		}
		l := &w.index.lists[id]
		here := lastSeen{doc: doc, field: field, met: true}
		if w.last[id] != here {
			w.last[id] = here
			l.postings = append(l.postings, posting{doc: doc, at: uint32(len(l.positions)), field: field})
		}
		p := &l.postings[len(l.postings)-1]
		if p.tf == maxFrequency {
			continue
		}
		p.tf++
		l.positions = append(l.positions, uint16(o.Position))
	}
}

// Len is the number of documents.
func (ix *Index) Len() int { return ix.docs }

// Has reports whether any document has the term.
func (ix *Index) Has(term string) bool {
	_, known := ix.terms[term]
	return known
}

// count counts the candidates among postings, and those in a field that covers.
func (ix *Index) count(postings []posting, among *Set) (docs, covered int) {
	for i := 0; i < len(postings); {
		doc, covers := postings[i].doc, false
		for ; i < len(postings) && postings[i].doc == doc; i++ {
			covers = covers || ix.fields[postings[i].field].Covers
		}
		if !among.Has(int(doc)) {
			continue
		}
		docs++
		if covers {
			covered++
		}
	}
	return docs, covered
}

// figures are what BM25 takes from the set of candidates as a whole.
type figures struct {
	n       int
	average []float64 // length, by field, over all candidates
}

func (ix *Index) figures(among *Set) figures {
	f := figures{n: ix.docs, average: make([]float64, len(ix.fields))}
	if among != nil {
		f.n = among.Len()
	}
	for field, lengths := range ix.lengths {
		total := 0
		for doc, length := range lengths {
			if among.Has(doc) {
				total += int(length)
			}
		}
		f.average[field] = float64(total) / float64(max(f.n, 1))
	}
	return f
}
