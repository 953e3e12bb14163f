package excerpt

import "slices"

// frame is a stretch of text that is shown, and the cluster it is around.
type frame struct {
	start, end int // code points
	core       cluster
	wide       bool // it has had its turn at what was left of the budget
}

// grow widens clusters into frames that fill the budget, to the nearest word.
// Frames that meet, or whose gap is no longer than the mark that would replace
// it, become one, and what that frees is shared out again.
func (l *lens) grow(v *view, windows []cluster, budget int) {
	slices.SortFunc(windows, func(a, b cluster) int { return a.start - b.start })
	for {
		l.frames = l.frames[:0]
		for i, size := range l.allocate(windows, budget-marks(len(windows))) {
			l.frames = append(l.frames, place(windows[i], size, v.ruler.size))
		}
		met := l.meet(windows)
		if len(met) == len(windows) {
			break
		}
		windows = met
	}
	for i, f := range l.frames {
		l.frames[i].start = v.ruler.cutStart(f.start, f.core.start)
		l.frames[i].end = v.ruler.cutEnd(f.end, f.core.end)
	}
	v.frames = l.frames
}

// place centres a frame of a size on a cluster; what an end of the text takes
// from one side goes to the other.
func place(c cluster, size, textSize int) frame {
	start := max(min(c.start-(size-c.size())/2, textSize-size), 0)
	return frame{start: start, end: start + size, core: c}
}

// meet joins, in place, the clusters of neighbouring frames that meet.
func (l *lens) meet(windows []cluster) []cluster {
	met := windows[:0]
	for i, w := range windows {
		if i == 0 || l.frames[i].start-l.frames[i-1].end > joinWidth {
			met = append(met, w)
			continue
		}
		met[len(met)-1] = l.union(met[len(met)-1], w)
	}
	return met
}

// union is the cluster of two that stand next to each other.
func (l *lens) union(a, b cluster) cluster {
	c := cluster{start: min(a.start, b.start), end: max(a.end, b.end), terms: a.terms | b.terms}
	c.weight = c.terms.weight(l.weights)
	return c
}
