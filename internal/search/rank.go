package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

const (
	// keywordTerms is the border of the ranking `auto`: queries of at most this
	// many distinct terms go by coverage without overlong fields, longer ones by
	// balance.
	keywordTerms = 3
	// damping is the power in `balanced` of what a tool answers of a query.
	damping = 0.5
	// weakShare is the covered share of a query's weight under which the best row
	// is not to be trusted: the largest step at which one answer in twenty is
	// doubted wrongly (TestDoubtCurve). Long requests that are answered rightly
	// often cover no more than a quarter.
	weakShare = 0.1
)

// ranked is one hit with what it is ordered by.
type ranked struct {
	doc      int
	exact    bool       // the query is its name
	keys     [3]float64 // greater ones first; then the name
	found    uint64     // bit i: the tool has used term i
	coverage int        // number of used terms in a field that covers
	weight   float64    // of those
	bm25     float64
	score    float64
}

// before reports whether a stands before b. Documents are numbered by name.
func (a *ranked) before(b *ranked) bool {
	if a.exact != b.exact {
		return a.exact
	}
	for i := range a.keys {
		if a.keys[i] != b.keys[i] {
			return a.keys[i] > b.keys[i]
		}
	}
	return a.doc < b.doc
}

// rank returns the first n hits of a query in order, and the number of all.
func (ix *Index) rank(a *asked, ranking string, among *bm25.Set, n int) (first []ranked, total int) {
	if ranking == "auto" {
		ranking = "balanced"
		if a.terms() <= keywordTerms {
			ranking = "keywords"
		}
	}
	hits := a.look.Score(a.used, a.pairs...)
	best := newTop(n, len(hits)+len(a.exact))
	exact := slices.Clone(a.exact)
	for i := range hits {
		h := a.ranked(&hits[i], ranking)
		if at := slices.Index(exact, h.doc); at >= 0 {
			h.exact, exact = true, slices.Delete(exact, at, at+1)
		}
		best.offer(&h)
	}
	total = len(hits)
	for _, doc := range exact { // their names are cut into other words than the query
		if among.Has(doc) {
			best.offer(&ranked{doc: doc, exact: true})
			total++
		}
	}
	return best.sorted(), total
}

// ranked is a hit with the keys of a ranking (contract 5.5).
func (a *asked) ranked(hit *bm25.Hit, ranking string) ranked {
	h := ranked{
		doc: hit.Doc, found: hit.Found, coverage: bits.OnesCount64(hit.Matched), weight: a.weigh(hit.Matched), bm25: hit.Sum,
	}
	switch ranking {
	case "bm25":
		h.score = h.bm25
		h.keys = [3]float64{h.bm25}
	case "coverage":
		h.score = h.weight
		h.keys = [3]float64{float64(h.coverage), h.weight, h.bm25}
	case "keywords":
		h.score = a.weigh(hit.Firm)
		h.keys = [3]float64{float64(bits.OnesCount64(hit.Firm)), h.score, hit.Best}
	default:
		h.score = hit.Best * math.Pow(a.answered(hit.Firm), damping)
		h.keys = [3]float64{h.score, h.bm25}
	}
	return h
}

// terms is the number of distinct terms asked for.
func (a *asked) terms() int { return len(a.used) + len(a.unmatched) + len(a.ignored) }

// isWeak reports whether the best hit covers too little of the query.
func (a *asked) isWeak(top ranked) bool { return a.share(top) < weakShare }

// share is the part of the query's weight that a hit covers. A name is covered whole.
func (a *asked) share(h ranked) float64 {
	if h.exact {
		return 1
	}
	return h.weight / a.total
}
