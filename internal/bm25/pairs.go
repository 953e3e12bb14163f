package bm25

const (
	// closeness is what a pair of neighbours earns of the lighter one's idf, in
	// the field where they stand. Measured from 0.4 to 1 as equally good.
	closeness = 0.7
	// reach is how far apart two words may begin to stand side by side: one more
	// word is allowed between them, as in "list of issues" for "issue list".
	reach = 4
	// leastIDF is that of a word which more than a third of the documents have.
	// Two words of which one is so common earn nothing together: it has many
	// neighbours, and looking through them would cost the most of all pairs.
	leastIDF = 1
)

// Pair is two of the terms that are scored: neighbours in the query.
type Pair [2]int

// closer adds to Best what a pair earns in each document that has both words
// side by side, in either order.
func (q *Query) closer(hits []Hit, slots []int32, i, j int) {
	a, b := &q.terms[i], &q.terms[j]
	idf := min(a.idf, b.idf)
	if idf < leastIDF {
		return
	}
	earned := closeness * idf
	for x, y := a.postings, b.postings; len(x) > 0 && len(y) > 0; {
		switch {
		case x[0].doc < y[0].doc:
			x = x.from(y[0].doc)
		case x[0].doc > y[0].doc:
			y = y.from(x[0].doc)
		default:
			doc, n, m := x[0].doc, x.ofDocument(), y.ofDocument()
			if slots[doc] > 0 {
				hits[slots[doc]-1].Best += earned * q.index.together(x[:n], y[:m])
			}
			x, y = x[n:], y[m:]
		}
	}
}

// together is the weight of the best field of one document in which a posting
// of x begins near one of y, and 0 where there is none. One word that stands
// for both is no pair.
func (ix *Index) together(x, y postings) float64 {
	best := 0.0
	for _, p := range x {
		weight := ix.fields[p.field].Best
		if weight <= best {
			continue
		}
		first := posting{doc: p.doc, field: p.field, last: uint16(max(0, p.first()-reach))}
		for len(y) > 0 && y[0].rank() < first.rank() {
			y = y[1:]
		}
		for _, other := range y {
			if other.field != p.field || other.first() > p.first()+reach {
				break
			}
			if other.first() != p.first() {
				best = weight
				break
			}
		}
	}
	return best
}
