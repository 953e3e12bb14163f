package excerpt

// The shape of a window before it grows, in code points (S1).
const (
	hitGap      = 36  // hits at most this far apart share a window
	clusterSpan = 120 // that is at most this long
)

// cluster is a run of hits that are shown together.
type cluster struct {
	start, end int // code points, on grapheme edges
	terms      Terms
	weight     float64 // of terms
	need       int     // the least room to show it in
}

func (c cluster) size() int { return c.end - c.start }

// gather sets runs to the hits that have terms other than the explained ones,
// in clusters no longer than limit. A single hit that is longer is cut; one
// whose first grapheme is longer cannot be shown. No window is smaller than floor.
func (l *lens) gather(v *view, explained Terms, limit, floor int) {
	l.runs = l.runs[:0]
	for _, hit := range v.hits {
		term := Terms(1) << hit.Term
		if term&^explained == 0 {
			continue
		}
		start, end := v.ruler.down(v.ruler.point(hit.Start)), v.ruler.up(v.ruler.point(hit.End))
		if end-start > limit {
			end = v.ruler.down(start + limit)
		}
		if end <= start {
			continue
		}
		if last := len(l.runs) - 1; last >= 0 && l.runs[last].takes(start, end, limit) {
			l.runs[last].end = max(l.runs[last].end, end)
			l.runs[last].terms |= term
			continue
		}
		l.runs = append(l.runs, cluster{start: start, end: end, terms: term})
	}
	for i := range l.runs {
		c := &l.runs[i]
		c.weight, c.need = c.terms.weight(l.weights), max(c.size(), floor)
	}
}

// takes says whether a hit is close enough to join the run.
func (c cluster) takes(start, end, limit int) bool {
	return start-c.end <= hitGap && max(c.end, end)-c.start <= limit
}
