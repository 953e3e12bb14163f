package bm25

// posting is one occurrence of a term: eight bytes, the bulk of an index.
type posting struct {
	doc   uint32
	field uint8
	width uint8  // positions from the first to the last of several words
	last  uint16 // position of the last word
}

func (p posting) first() int { return int(p.last) - int(p.width) }

// rank orders postings by document, field, first and last word.
func (p posting) rank() uint64 {
	return uint64(p.doc)<<32 | uint64(p.field)<<24 | uint64(p.first())<<8 | uint64(p.width)
}

// postings are the occurrences of a term, by rank.
type postings []posting

// ofDocument is how many of the postings, from the first on, share its document.
func (p postings) ofDocument() int {
	n := 1
	for n < len(p) && p[n].doc == p[0].doc {
		n++
	}
	return n
}

// ofField is the same for the field, within one document.
func (p postings) ofField() int {
	n := 1
	for n < len(p) && p[n].field == p[0].field {
		n++
	}
	return n
}

// seek is the index of the first posting that does not rank before p. It
// gallops, so that what is near costs little.
func (p postings) seek(to posting) int {
	rank, high := to.rank(), 1
	for high <= len(p) && p[high-1].rank() < rank {
		high *= 2
	}
	low, high := high/2, min(high, len(p))
	for low < high {
		middle := (low + high) / 2
		if p[middle].rank() < rank {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// from returns the postings from a document on. The next few are tried first:
// lists of common words have it there.
func (p postings) from(doc uint32) postings {
	for range 8 {
		if len(p) == 0 || p[0].doc >= doc {
			return p
		}
		p = p[1:]
	}
	return p[p.seek(posting{doc: doc}):]
}

// in returns the postings of one document.
func (p postings) in(doc uint32) postings {
	p = p[p.seek(posting{doc: doc}):]
	if len(p) == 0 || p[0].doc != doc {
		return nil
	}
	return p[:p.ofDocument()]
}

// followed returns the places where a posting of the single words b begins at
// most reach positions after one of a ends.
func followed(a, b postings, reach int) postings {
	var out postings
	for len(a) > 0 {
		from := a[0]
		b = b[b.seek(posting{doc: from.doc, field: from.field, last: uint16(from.first())}):]
		if len(b) == 0 {
			break
		}
		if b[0].doc != from.doc || b[0].field != from.field {
			a = a[a.seek(posting{doc: b[0].doc, field: b[0].field}):]
			continue
		}
		for _, next := range b {
			if next.doc != from.doc || next.field != from.field || int(next.last)-int(from.last) > reach {
				break
			}
			if next.last > from.last {
				next.width = uint8(int(next.last) - from.first())
				out = append(out, next)
			}
		}
		a = a[1:]
	}
	return out
}

// merge unites two lists of postings. What is in both stays twice.
func merge(a, b postings) postings {
	out := make(postings, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].rank() <= b[0].rank() {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
