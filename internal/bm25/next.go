package bm25

// Gone stands for the new number of a document that is no more.
const Gone = -1

// Move says how documents are numbered in the next index.
type Move struct {
	Kept  []int // new number of each document of the index before, rising, or Gone
	Fresh []int // new number of each document that the index before does not have, rising
	Docs  int   // that there are then
}

// Next returns the index of other documents, most of which this one has too.
// fresh are those it does not have. The result is what Build makes of the same
// documents, for one walk through the postings in place of the analysis of
// every text. The index itself stays as it is.
func (ix *Index) Next(m Move, fresh []Document) *Index {
	added := Build(ix.fields, fresh)
	next := &Index{fields: ix.fields, docs: m.Docs}
	for field := range ix.fields {
		lengths := make([]uint16, m.Docs)
		spread(lengths, ix.lengths[field], m.Kept)
		spread(lengths, added.lengths[field], m.Fresh)
		next.lengths = append(next.lengths, lengths)
	}
	next.join(newSource(ix, m.Kept), newSource(added, m.Fresh))
	next.finish()
	return next
}

// spread puts the lengths of documents where those are now.
func spread(to, lengths []uint16, places []int) {
	for doc, place := range places {
		if place != Gone {
			to[place] = lengths[doc]
		}
	}
}

// join fills an empty index with the postings of two, which have no document in
// common. A term that loses all of its documents goes with them.
func (ix *Index) join(old, fresh *source) {
	terms := len(old.terms) + len(fresh.terms)
	ix.terms, ix.lists = make(map[string]uint32, terms), make([]list, 0, terms)
	ix.postings = make(postings, 0, old.size()+fresh.size())
	for len(old.terms)+len(fresh.terms) > 0 {
		term, start := first(old.terms, fresh.terms), len(ix.postings)
		old.open(term)
		fresh.open(term)
		for len(fresh.list) > 0 {
			next := fresh.places[fresh.list[0].doc]
			ix.postings = old.take(ix.postings, next)
			ix.postings = fresh.take(ix.postings, next+1)
		}
		ix.postings = old.take(ix.postings, ix.docs)
		if len(ix.postings) > start {
			ix.terms[term] = uint32(len(ix.lists))
			ix.lists = append(ix.lists, list{end: uint32(len(ix.postings))})
		}
	}
}

// first is the lesser of the first terms of two lists, one of which may be empty.
func first(a, b []string) string {
	if len(b) == 0 || len(a) > 0 && a[0] < b[0] {
		return a[0]
	}
	return b[0]
}

// source is an index whose postings go into another one, term by term.
type source struct {
	index  *Index
	places []int    // new numbers of its documents
	terms  []string // those left, in their order
	list   postings // what is left of the term under way
}

func newSource(ix *Index, places []int) *source {
	s := &source{index: ix, places: places, terms: make([]string, len(ix.lists))}
	for term, id := range ix.terms {
		s.terms[id] = term
	}
	return s
}

// size is how many postings there are to take.
func (s *source) size() int {
	n := 0
	for _, p := range s.index.postings {
		if s.places[p.doc] != Gone {
			n++
		}
	}
	return n
}

// open begins a term, which the index may not have.
func (s *source) open(term string) {
	if len(s.terms) == 0 || s.terms[0] != term {
		s.list = nil
		return
	}
	s.list, s.terms = s.index.list(uint32(len(s.index.lists)-len(s.terms))), s.terms[1:]
}

// take appends the postings of the documents that have a number below a limit.
func (s *source) take(to postings, below int) postings {
	for i, p := range s.list {
		place := s.places[p.doc]
		if place >= below {
			s.list = s.list[i:]
			return to
		}
		if place != Gone {
			p.doc = uint32(place)
			to = append(to, p)
		}
	}
	s.list = nil
	return to
}
