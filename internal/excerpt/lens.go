package excerpt

import "slices"

// mark stands for text that is left out.
type mark string

const (
	ellipsis mark = "…"
	join     mark = " … "

	ellipsisWidth = 1 // in code points
	joinWidth     = 3
)

func (m mark) width() int {
	switch m {
	case join:
		return joinWidth
	case ellipsis:
		return ellipsisWidth
	}
	return 0
}

// marks is the most that n windows spend on ellipses: one at each end and a
// join between neighbours.
func marks(n int) int { return 2*ellipsisWidth + joinWidth*(n-1) }

// lens cuts the rows of one page. Its buffers serve one row after the other.
type lens struct {
	weights []float64
	table   []uint32 // of the ruler in use
	runs    []cluster
	picked  []cluster
	sizes   []int
	fixed   []bool
	frames  []frame
	parts   []part // of all rows
	sheet   sheet
}

// ready has room at hand for what common pages need, once a text is to be cut;
// others make it grow.
func (l *lens) ready() {
	if l.frames != nil {
		return
	}
	var room struct {
		runs   [16]cluster
		picked [8]cluster
		sizes  [8]int
		fixed  [8]bool
		frames [8]frame
	}
	l.runs, l.picked, l.sizes, l.fixed, l.frames = room.runs[:0], room.picked[:0], room.sizes[:0], room.fixed[:0], room.frames[:0]
	l.sheet.text = slices.Grow(l.sheet.text, 4<<10)
}

// view is a text and the stretches of it that are shown.
type view struct {
	ruler  ruler
	hits   []Hit
	frames []frame // disjoint, in the order of the text
}

// look finds what to show of a text within a budget: as much as fits, around
// its hits; without any, the opening. A text that fits is shown whole.
func (l *lens) look(r ruler, hits []Hit, budget int) view {
	v := view{ruler: r, hits: hits}
	switch {
	case r.size == 0:
	case r.size <= budget:
		l.frames = append(l.frames[:0], frame{end: r.size})
		v.frames = l.frames
	case budget > ellipsisWidth:
		l.ready()
		l.table = v.ruler.tabulate(l.table)
		if picked := l.pick(&v, budget); len(picked) > 0 {
			l.grow(&v, picked, budget)
			l.widen(&v, budget)
		}
	}
	return v
}

// terms are the terms of one frame.
func (v *view) terms(f frame) Terms {
	if f.start == 0 && f.end == v.ruler.size {
		return termsWithin(v.hits, 0, len(v.ruler.text))
	}
	return termsWithin(v.hits, v.ruler.offset(f.start), v.ruler.offset(f.end))
}

// showsHit says whether a whole hit is in any frame.
func (v *view) showsHit() bool {
	for _, f := range v.frames {
		if v.terms(f) != 0 {
			return true
		}
	}
	return false
}

// width is what the view spends, in code points.
func (v *view) width() int {
	width := 0
	for i, f := range v.frames {
		before, after := v.marksAt(i)
		width += before.width() + f.end - f.start + after.width()
	}
	return width
}

// marksAt is the marks that frame i pays for: the one before it, and after the
// last frame the one at the end.
func (v *view) marksAt(i int) (before, after mark) {
	switch {
	case i > 0:
		before = join
	case v.frames[i].start > 0:
		before = ellipsis
	}
	if i == len(v.frames)-1 && v.frames[i].end < v.ruler.size {
		after = ellipsis
	}
	return before, after
}
