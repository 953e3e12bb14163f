package excerpt

import (
	"slices"
	"unicode/utf8"
)

// Sizes of a row that has labelled fields, in code points.
const (
	fieldSpan  = clusterSpan     // the most of a labelled field that is shown
	openingMin = windowFloor     // the least of an opening that is worth its place after them
	leadMin    = 2 * windowFloor // what they may spend where the description has no hit
)

// row is an entry with the labelled fields that it shows.
type row struct {
	ruler ruler
	hits  []Hit
	parts []part
	drawn drawing
	whole bool // the description is all that the row shows, uncut
}

// part is a labelled field that a row shows.
type part struct {
	field      *Field
	ruler      ruler
	labelWidth int // with its mark
}

// row keeps the fewest fields that explain the terms the description does not
// have, in the order given: a row says why it is here, and says it once.
func (l *lens) row(entry *Entry) row {
	r := row{ruler: newRuler(entry.Text), hits: entry.Hits}
	if len(entry.Else) == 0 {
		return r
	}
	l.runs = l.runs[:0] // a field each; start is its place among them
	for i := range entry.Else {
		l.runs = append(l.runs, cluster{start: i, terms: termsWithin(entry.Else[i].Hits, 0, len(entry.Else[i].Text))})
	}
	l.picked = l.picked[:0]
	explained := termsWithin(entry.Hits, 0, len(entry.Text))
	for i := l.best(explained, 0); i >= 0; i = l.best(explained, 0) {
		explained |= l.runs[i].terms
		l.picked = append(l.picked, l.runs[i])
	}
	slices.SortFunc(l.picked, func(a, b cluster) int { return a.start - b.start })
	from := len(l.parts)
	for _, c := range l.picked {
		f := &entry.Else[c.start]
		l.parts = append(l.parts, part{f, newRuler(f.Text), utf8.RuneCountInString(f.Label) + len(labelMark)})
	}
	r.parts = l.parts[from:len(l.parts):len(l.parts)]
	return r
}

// want is the most the row can use, in code points.
func (r *row) want() int {
	total := r.ruler.size
	for _, p := range r.parts {
		total += p.labelWidth + min(p.ruler.size, fieldSpan) + separatorWidth
	}
	return total
}

// render draws a row and says what that spends.
func (l *lens) render(r *row, budget int) int {
	l.sheet.begin()
	if r.whole = len(r.parts) == 0 && r.ruler.size <= budget; r.whole {
		if r.ruler.size > 0 {
			l.sheet.add(Window{End: r.ruler.size, Terms: termsWithin(r.hits, 0, len(r.ruler.text)), Spent: r.ruler.size})
		}
	} else {
		l.compose(r, budget)
	}
	r.drawn = l.sheet.end()
	return r.drawn.width
}

// compose draws the fields, then the description. A description without hits
// is left out where only a stump of its opening would follow the fields.
func (l *lens) compose(r *row, budget int) {
	l.lead(r, r.leadBudget(budget))
	left := budget - l.sheet.drawing.width - l.sheet.gap()
	if l.sheet.gap() == 0 || len(r.hits) > 0 || left >= min(openingMin, r.ruler.size) {
		if body := l.look(r.ruler, r.hits, left); len(body.frames) > 0 {
			l.sheet.draw(&body, "", 0)
			return
		}
	}
	l.sheet.again()
	l.lead(r, budget)
}

// leadBudget is what the fields may spend: half, and what a short description
// leaves over. Where the description has no hit, a short label comes before it.
func (r *row) leadBudget(budget int) int {
	share := max(budget/2, budget-r.ruler.size-separatorWidth)
	if len(r.hits) == 0 {
		share = max(share, min(budget, leadMin))
	}
	return share
}

// lead writes the fields, earlier ones first served. A field whose hits find
// no room is left out.
func (l *lens) lead(r *row, budget int) {
	for _, p := range r.parts {
		room := budget - l.sheet.drawing.width - l.sheet.gap() - p.labelWidth
		v := l.look(p.ruler, p.field.Hits, min(fieldSpan, room))
		if v.showsHit() {
			l.sheet.draw(&v, p.field.Label, p.labelWidth)
		}
	}
}
