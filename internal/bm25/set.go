package bm25

import "math/bits"

// Set is a set of documents. A nil *Set holds every document.
type Set struct {
	words []uint64
	n     int
}

// NewSet returns an empty set for documents 0 to size-1.
func NewSet(size int) *Set { return &Set{words: make([]uint64, (size+63)/64)} }

// Add adds a document.
func (s *Set) Add(doc int) {
	word, bit := doc/64, uint64(1)<<(doc%64)
	if s.words[word]&bit == 0 {
		s.words[word] |= bit
		s.n++
	}
}

// Has reports whether the set holds a document.
func (s *Set) Has(doc int) bool {
	return s == nil || s.words[doc/64]&(1<<(doc%64)) != 0
}

// Len is the number of documents in the set; that of a nil set is not known to it.
func (s *Set) Len() int { return s.n }

// Intersect removes what other does not hold.
func (s *Set) Intersect(other *Set) {
	s.n = 0
	for i := range s.words {
		s.words[i] &= other.words[i]
		s.n += bits.OnesCount64(s.words[i])
	}
}
