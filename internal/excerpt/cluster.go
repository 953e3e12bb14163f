package excerpt

import "slices"

// The shape of a window before it grows, in code points (S1).
const (
	hitGap      = 36  // hits at most this far apart share a window
	clusterSpan = 120 // that is at most this long
)

// cluster is a run of hits that are shown together.
type cluster struct {
	start, end int   // code points, on grapheme edges
	terms      []int // sorted, distinct
	weight     float64
}

// clusters gathers hits into runs no longer than limit. A single hit that is
// longer is cut; one whose first grapheme is longer cannot be shown.
func clusters(r ruler, hits []Hit, weights []float64, limit int) []cluster {
	var runs []cluster
	for _, hit := range hits {
		start, end := r.down(r.point(hit.Start)), r.up(r.point(hit.End))
		if end-start > limit {
			end = r.down(start + limit)
		}
		if end <= start {
			continue
		}
		if last := len(runs) - 1; last >= 0 && runs[last].takes(start, end, limit) {
			runs[last].end = max(runs[last].end, end)
			runs[last].terms = append(runs[last].terms, hit.Term)
			continue
		}
		runs = append(runs, cluster{start: start, end: end, terms: []int{hit.Term}})
	}
	for i := range runs {
		runs[i].setTerms(runs[i].terms, weights)
	}
	return runs
}

// takes says whether a hit is close enough to join the run.
func (c cluster) takes(start, end, limit int) bool {
	return start-c.end <= hitGap && max(c.end, end)-c.start <= limit
}

func (c *cluster) setTerms(terms []int, weights []float64) {
	slices.Sort(terms)
	c.terms = slices.Compact(terms)
	c.weight = 0
	for _, term := range c.terms {
		c.weight += weights[term]
	}
}

func (c cluster) size() int { return c.end - c.start }
