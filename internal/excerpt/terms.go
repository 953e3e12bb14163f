package excerpt

import (
	"iter"
	"math/bits"
)

// Terms is a set of a page's terms, by their indexes into the page's weights.
type Terms uint64

// All gives the terms in ascending order.
func (t Terms) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; t != 0; t &= t - 1 {
			if !yield(bits.TrailingZeros64(uint64(t))) {
				return
			}
		}
	}
}

func (t Terms) count() int { return bits.OnesCount64(uint64(t)) }

func (t Terms) weight(weights []float64) float64 {
	sum := 0.0
	for term := range t.All() {
		sum += weights[term]
	}
	return sum
}

// termsWithin is the terms of the hits that lie wholly between two byte offsets.
func termsWithin(hits []Hit, start, end int) Terms {
	var terms Terms
	for _, hit := range hits {
		if start <= hit.Start && hit.End <= end {
			terms |= 1 << hit.Term
		}
	}
	return terms
}
