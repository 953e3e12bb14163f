package excerpt

import "slices"

const (
	labelMark      = ": "
	separator      = " · "
	separatorWidth = 3 // in code points
)

// sheet is what the rows of a page are drawn on, one after the other, so that
// they share one string. A window pays for the marks before it; the last of a
// text also for the mark at its end, and for the separator where another text
// follows.
type sheet struct {
	text    []byte
	windows []Window
	drawing drawing // of the row in hand
}

// drawing is where a row is on the sheet.
type drawing struct {
	from, to                int // bytes of text
	fromWindow, untilWindow int
	width                   int // in code points
}

// begin starts a row.
func (s *sheet) begin() {
	s.drawing = drawing{from: len(s.text), fromWindow: len(s.windows)}
}

// again wipes off what the row in hand has so far.
func (s *sheet) again() {
	s.text, s.windows = s.text[:s.drawing.from], s.windows[:s.drawing.fromWindow]
	s.drawing.width = 0
}

// end finishes the row in hand.
func (s *sheet) end() drawing {
	s.drawing.to, s.drawing.untilWindow = len(s.text), len(s.windows)
	return s.drawing
}

// gap is the width of the separator that the next text needs before it.
func (s *sheet) gap() int {
	if s.drawing.width == 0 {
		return 0
	}
	return separatorWidth
}

// draw writes a view, under a label where it has one.
func (s *sheet) draw(v *view, label string, labelWidth int) {
	if gap := s.gap(); gap > 0 {
		s.text = append(s.text, separator...)
		s.windows[len(s.windows)-1].Spent += gap
		s.drawing.width += gap
	}
	if label != "" {
		s.text = append(append(s.text, label...), labelMark...)
	}
	for i, f := range v.frames {
		before, after := v.marksAt(i)
		s.text = append(s.text, before...)
		s.text = append(s.text, v.ruler.slice(f.start, f.end)...)
		s.text = append(s.text, after...)
		s.add(Window{
			Label: label, Start: f.start, End: f.end, Terms: v.terms(f),
			Spent: labelWidth + before.width() + f.end - f.start + after.width(),
		})
		labelWidth = 0 // the first window pays
	}
}

// add notes a window of the row in hand.
func (s *sheet) add(w Window) {
	s.windows = append(s.windows, w)
	s.drawing.width += w.Spent
}

// excerpts are the rows as they were drawn.
func (s *sheet) excerpts(rows []row) []Excerpt {
	out := make([]Excerpt, len(rows))
	text := string(s.text)
	for i, r := range rows {
		d := r.drawn
		out[i] = Excerpt{Text: text[d.from:d.to], Windows: slices.Clip(s.windows[d.fromWindow:d.untilWindow])}
		if r.whole {
			out[i].Text = r.ruler.text
		}
	}
	return out
}
