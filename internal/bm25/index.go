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

import (
	"maps"
	"slices"
)

// Bounds against documents that never end; they lie above what a tool's
// description can hold.
const (
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
	fields   []Field
	docs     int
	terms    map[string]uint32 // into lists
	lists    []list
	postings postings   // of all terms, one list after the other
	lengths  [][]uint16 // by field, then document

	all   figures     // of all documents
	norms [][]float64 // of all documents, by field, then length
}

// list is where a term's postings end (they begin where those of the term
// before end), and how many documents they are in.
type list struct {
	end     uint32
	docs    uint32 // documents with the term
	covered uint32 // documents with the term in a field that covers
}

// Build indexes documents. It keeps nothing of its arguments but the terms.
func Build(fields []Field, docs []Document) *Index {
	ix := &Index{fields: slices.Clone(fields), docs: len(docs), terms: map[string]uint32{}}
	for range fields {
		ix.lengths = append(ix.lengths, make([]uint16, len(docs)))
	}
	numbers := ix.number(docs)
	ix.sort(numbers)
	ix.place(docs, numbers)
	ix.finish()
	return ix
}

// finish works out what follows from postings and lengths.
func (ix *Index) finish() {
	for id := range ix.lists {
		docs, covered := ix.count(ix.list(uint32(id)), nil)
		ix.lists[id].docs, ix.lists[id].covered = uint32(docs), uint32(covered)
	}
	ix.all = ix.figures(nil)
	ix.norms = ix.normsOf(ix.all)
}

// number numbers the terms as they come and counts them. It returns the
// numbers of all occurrences, in their order.
func (ix *Index) number(docs []Document) []uint32 {
	room := 0
	for _, fields := range docs {
		for _, occurrences := range fields {
			room += len(occurrences)
		}
	}
	numbers := make([]uint32, 0, room)
	for doc, fields := range docs {
		for field, occurrences := range fields {
			ix.lengths[field][doc] = uint16(min(len(occurrences), maxLength))
			for _, o := range indexed(occurrences) {
				id, known := ix.terms[o.Term]
				if !known {
					id = uint32(len(ix.lists))
					ix.terms[o.Term] = id
					ix.lists = append(ix.lists, list{})
				}
				ix.lists[id].end++
				numbers = append(numbers, id)
			}
		}
	}
	return numbers
}

// sort numbers the terms by the alphabet, so that an index depends on its
// documents alone, and turns the counts of their lists into ends.
func (ix *Index) sort(numbers []uint32) {
	lists := make([]list, 0, len(ix.lists))
	now := make([]uint32, len(ix.lists)) // number of each term
	end := uint32(0)
	for _, term := range slices.Sorted(maps.Keys(ix.terms)) {
		id := ix.terms[term]
		end += ix.lists[id].end
		now[id], ix.terms[term] = uint32(len(lists)), uint32(len(lists))
		lists = append(lists, list{end: end})
	}
	for i, id := range numbers {
		numbers[i] = now[id]
	}
	ix.lists = lists
}

// place puts every occurrence into its list. Documents come in their order, so
// that each list is filled in the order it is read.
func (ix *Index) place(docs []Document, numbers []uint32) {
	ix.postings = make(postings, len(numbers))
	next := make([]uint32, len(ix.lists)) // free place of each list
	for id := range ix.lists {
		next[id] = ix.start(uint32(id))
	}
	for doc, fields := range docs {
		for field, occurrences := range fields {
			for _, o := range indexed(occurrences) {
				id := numbers[0]
				numbers = numbers[1:]
				ix.postings[next[id]] = posting{doc: uint32(doc), field: uint8(field), last: uint16(o.Position)}
				next[id]++
			}
		}
	}
}

// indexed are the occurrences of a field up to the last position indexed.
func indexed(occurrences []Occurrence) []Occurrence {
	if n := len(occurrences); n == 0 || occurrences[n-1].Position <= maxPosition {
		return occurrences
	}
	return occurrences[:slices.IndexFunc(occurrences, func(o Occurrence) bool { return o.Position > maxPosition })]
}

// start is where the list of a term starts.
func (ix *Index) start(id uint32) uint32 {
	if id == 0 {
		return 0
	}
	return ix.lists[id-1].end
}

// list is the postings of a term.
func (ix *Index) list(id uint32) postings {
	return slices.Clip(ix.postings[ix.start(id):ix.lists[id].end])
}

// Len is the number of documents.
func (ix *Index) Len() int { return ix.docs }

// Has reports whether any document has the term.
func (ix *Index) Has(term string) bool {
	_, known := ix.terms[term]
	return known
}

// count counts the candidates among postings, and those in a field that covers.
func (ix *Index) count(p postings, among *Set) (docs, covered int) {
	for len(p) > 0 {
		n := p.ofDocument()
		if among.Has(int(p[0].doc)) {
			docs++
			if slices.ContainsFunc(p[:n], func(p posting) bool { return ix.fields[p.field].Covers }) {
				covered++
			}
		}
		p = p[n:]
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
