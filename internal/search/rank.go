package search

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

const (
	// keywordTerms is the border of the ranking `auto`: queries of at most this
	// many distinct terms go by coverage, longer ones by balance.
	keywordTerms = 3
	// damping is the power of the covered share of a query's weight in `balanced`.
	damping = 0.5
	// weakShare is the covered share of a query's weight under which the best row
	// is not to be trusted. Long requests that are answered rightly often cover
	// no more than a quarter.
	weakShare = 0.2
)

// ranked is one hit with what it is ordered by.
type ranked struct {
	doc      int
	exact    bool       // the query is its name
	keys     [3]float64 // greater ones first; then the name
	matched  uint64     // bit i: used term i is covered
	coverage int
	weight   float64
	bm25     float64
	score    float64
}

func order(a, b ranked) int {
	if a.exact != b.exact {
		if a.exact {
			return -1
		}
		return 1
	}
	for i := range a.keys {
		if a.keys[i] != b.keys[i] {
			return cmp.Compare(b.keys[i], a.keys[i])
		}
	}
	return cmp.Compare(a.doc, b.doc) // documents are numbered by name
}

// rank scores every hit of a query; best puts them in order.
func (ix *Index) rank(a *asked, ranking string, among *bm25.Set) []ranked {
	found := a.look.Score(a.used)
	hits := make([]ranked, len(found), len(found)+len(a.exact))
	for i, hit := range found {
		hits[i] = a.ranked(hit, ranking)
	}
	for _, doc := range a.exact {
		if !among.Has(doc) {
			continue
		}
		i := slices.IndexFunc(hits, func(h ranked) bool { return h.doc == doc })
		if i < 0 { // its name is cut into other words than the query
			i = len(hits)
			hits = append(hits, ranked{doc: doc})
		}
		hits[i].exact = true
	}
	return hits
}

// ranked is a hit with the keys of a ranking (contract 5.5).
func (a *asked) ranked(hit bm25.Hit, ranking string) ranked {
	h := ranked{doc: hit.Doc, matched: hit.Matched, coverage: bits.OnesCount64(hit.Matched), bm25: hit.Sum}
	for bit, weight := range a.weights { // heaviest first, so that equal weights add up to equal sums
		if hit.Matched&(1<<bit) != 0 {
			h.weight += weight
		}
	}
	switch {
	case ranking == "bm25":
		h.score = h.bm25
		h.keys = [3]float64{h.bm25}
	case ranking == "coverage", ranking == "auto" && a.terms() <= keywordTerms:
		h.score = h.weight
		h.keys = [3]float64{float64(h.coverage), h.weight, h.bm25}
	default:
		h.score = hit.Best * math.Pow(h.weight/a.total, damping)
		h.keys = [3]float64{h.score, h.bm25}
	}
	return h
}

// terms is the number of distinct terms asked for.
func (a *asked) terms() int { return len(a.used) + len(a.unmatched) + len(a.ignored) }

// isWeak reports whether the best hit covers too little of the query.
func (a *asked) isWeak(top ranked) bool { return !top.exact && top.weight < weakShare*a.total }

// best returns the first n hits in order.
func best(hits []ranked, n int) []ranked {
	if len(hits) > 4*n {
		hits = selectBest(hits, n)
	}
	slices.SortFunc(hits, order)
	return hits[:min(n, len(hits))]
}

// selectBest moves the first n hits to the front, in no order, and returns
// them. It keeps them in a heap whose root is the last of them.
func selectBest(hits []ranked, n int) []ranked {
	top := hits[:n]
	for i := n/2 - 1; i >= 0; i-- {
		sink(top, i)
	}
	for i := n; i < len(hits); i++ {
		if order(hits[i], top[0]) < 0 {
			top[0], hits[i] = hits[i], top[0]
			sink(top, 0)
		}
	}
	return top
}

// sink restores the heap below i.
func sink(heap []ranked, i int) {
	for {
		last := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if order(heap[child], heap[last]) > 0 {
				last = child
			}
		}
		if last == i {
			return
		}
		heap[i], heap[last] = heap[last], heap[i]
		i = last
	}
}
