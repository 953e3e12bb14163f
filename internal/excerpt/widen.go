package excerpt

import "slices"

// widen spends what word edges and marks that are not needed have left of the
// budget: on the heaviest frame first, at its end, then at its start. A frame
// that reaches its neighbour becomes one with it, and has another turn.
func (l *lens) widen(v *view, budget int) {
	for i := v.heaviest(); i >= 0; i = v.heaviest() {
		frames := len(v.frames)
		v.frames[i].wide = true
		l.widenEnd(v, i, budget-v.width())
		if len(v.frames) == frames {
			l.widenStart(v, i, budget-v.width())
		}
	}
}

// heaviest is the heaviest frame that has not had its turn, or -1.
func (v *view) heaviest() int {
	heaviest := -1
	for i, f := range v.frames {
		if !f.wide && (heaviest < 0 || f.core.weight > v.frames[heaviest].core.weight) {
			heaviest = i
		}
	}
	return heaviest
}

// widenEnd moves the end of a frame by what is left. What it reaches is no
// longer marked as cut, and that counts.
func (l *lens) widenEnd(v *view, i, left int) {
	f := &v.frames[i]
	switch last := i == len(v.frames)-1; {
	case last && v.ruler.size-f.end <= left+ellipsisWidth:
		f.end = v.ruler.size
	case !last && v.frames[i+1].start-f.end <= left+joinWidth:
		l.unite(v, i)
	default:
		f.end = v.ruler.cutEnd(f.end+left, f.end)
	}
}

// widenStart is widenEnd for the start of a frame.
func (l *lens) widenStart(v *view, i, left int) {
	f := &v.frames[i]
	switch first := i == 0; {
	case first && f.start <= left+ellipsisWidth:
		f.start = 0
	case !first && f.start-v.frames[i-1].end <= left+joinWidth:
		l.unite(v, i-1)
	default:
		f.start = v.ruler.cutStart(f.start-left, f.start)
	}
}

// unite makes one frame of frame i and the next.
func (l *lens) unite(v *view, i int) {
	f, next := &v.frames[i], v.frames[i+1]
	f.end, f.core, f.wide = next.end, l.union(f.core, next.core), false
	v.frames = slices.Delete(v.frames, i+1, i+2)
}
