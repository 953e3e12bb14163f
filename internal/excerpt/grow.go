package excerpt

import (
	"slices"
	"unicode"
)

// joinWidth is the length of the mark between two windows, in code points.
const joinWidth = 3

// marks is the most that n windows spend on ellipses: one at each end and a
// join between neighbours.
func marks(n int) int { return 2 + joinWidth*(n-1) }

// span is a stretch of text in code points.
type span struct{ start, end int }

// grow widens clusters into windows that fill the budget. Windows that meet, or
// whose gap is no longer than the mark that would replace it, become one, and
// what that frees is shared out again. The result is in text order.
func grow(r ruler, windows []cluster, weights []float64, budget int) []span {
	slices.SortFunc(windows, func(a, b cluster) int { return a.start - b.start })
	for {
		sizes := allocate(windows, budget-marks(len(windows)))
		spans := make([]span, len(windows))
		for i, w := range windows {
			spans[i] = place(w, sizes[i], r.size())
		}
		merged := merge(windows, spans, weights)
		if len(merged) < len(windows) {
			windows = merged
			continue
		}
		for i, w := range windows {
			spans[i] = trim(r, spans[i], w)
		}
		return spans
	}
}

// place centres a window of a size on its cluster; what an end of the text
// takes from one side goes to the other.
func place(c cluster, size, textSize int) span {
	start := c.start - (size-c.size())/2
	start = max(min(start, textSize-size), 0)
	return span{start, start + size}
}

// merge joins the clusters of neighbouring windows that meet.
func merge(windows []cluster, spans []span, weights []float64) []cluster {
	var merged []cluster
	for i, w := range windows {
		if i == 0 || spans[i].start-spans[i-1].end > joinWidth {
			merged = append(merged, w)
			continue
		}
		last := &merged[len(merged)-1]
		last.end = max(last.end, w.end)
		last.setTerms(slices.Concat(last.terms, w.terms), weights)
	}
	return merged
}

// trim pulls the cut ends of a window in to where they read well, never into
// its cluster, and drops white space there.
func trim(r ruler, s span, c cluster) span {
	if s.start > 0 {
		s.start = r.cutStart(s.start, c.start)
		for s.start < c.start && unicode.IsSpace(r.at(s.start)) && r.edges[s.start+1] {
			s.start++
		}
	}
	if s.end < r.size() {
		s.end = r.cutEnd(s.end, c.end)
		for s.end > c.end && unicode.IsSpace(r.at(s.end-1)) && r.edges[s.end-1] {
			s.end--
		}
	}
	return s
}
