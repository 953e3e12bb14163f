package search

import "slices"

// top keeps the first n of any number of hits, in a heap whose root is the
// last of them.
type top struct {
	n    int
	hits []ranked
}

// newTop keeps the first n of at most all hits.
func newTop(n, all int) top { return top{n: n, hits: make([]ranked, 0, min(n, all))} }

func (t *top) offer(h *ranked) {
	switch {
	case len(t.hits) < t.n:
		t.hits = append(t.hits, *h)
		if len(t.hits) == t.n {
			for i := t.n/2 - 1; i >= 0; i-- {
				t.sink(i)
			}
		}
	case h.before(&t.hits[0]):
		t.hits[0] = *h
		t.sink(0)
	}
}

// sink restores the heap below i.
func (t *top) sink(i int) {
	for {
		last := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.hits); child++ {
			if t.hits[last].before(&t.hits[child]) {
				last = child
			}
		}
		if last == i {
			return
		}
		t.hits[i], t.hits[last] = t.hits[last], t.hits[i]
		i = last
	}
}

// sorted returns the hits in order.
func (t *top) sorted() []ranked {
	slices.SortFunc(t.hits, func(a, b ranked) int {
		switch {
		case a.before(&b):
			return -1
		case b.before(&a):
			return 1
		}
		return 0
	})
	return t.hits
}
