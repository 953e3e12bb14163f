package excerpt

import (
	"slices"
	"unicode/utf8"
)

const (
	fieldSpan  = clusterSpan // the most of a labelled field that is shown, in code points
	labelMark  = ": "
	separator  = " · " // after each labelled field
	openingMin = windowFloor
	leadMin    = 2 * windowFloor
)

// row is an entry with the labelled fields that it shows.
type row struct {
	text   string
	size   int // of text, in code points
	hits   []Hit
	fields []Field
}

// newRow keeps the fewest fields that explain the terms the description does
// not have, in the order given: a row says why it is here, and says it once.
func newRow(entry Entry, weights []float64) row {
	explained := make([]bool, len(weights))
	for _, hit := range entry.Hits {
		explained[hit.Term] = true
	}
	candidates := make([]cluster, len(entry.Else))
	for i, field := range entry.Else {
		var terms []int
		for _, hit := range field.Hits {
			terms = append(terms, hit.Term)
		}
		candidates[i].setTerms(terms, weights)
	}
	picked := cover(candidates, weights, explained)
	slices.Sort(picked)
	r := row{text: entry.Text, size: utf8.RuneCountInString(entry.Text), hits: entry.Hits}
	for _, i := range picked {
		r.fields = append(r.fields, entry.Else[i])
	}
	return r
}

// want is the most the row can use, in code points.
func (r row) want() int {
	total := r.size
	for _, field := range r.fields {
		total += labelSize(field) + min(utf8.RuneCountInString(field.Text), fieldSpan)
		total += utf8.RuneCountInString(separator)
	}
	return total
}

// render writes the fields, then the description. Its opening is left out where
// only a stump of it would follow the fields.
func (r row) render(weights []float64, budget int) Excerpt {
	lead := r.lead(weights, r.leadBudget(budget))
	if lead == "" {
		return cut(r.text, r.hits, weights, budget)
	}
	left := budget - utf8.RuneCountInString(lead+separator)
	if len(r.hits) == 0 && left < min(openingMin, r.size) {
		return Excerpt{Text: lead}
	}
	body := cut(r.text, r.hits, weights, left)
	if body.Text == "" {
		return Excerpt{Text: lead}
	}
	return Excerpt{Text: lead + separator + body.Text, Windows: body.Windows}
}

// leadBudget is what the fields may spend: half, and what a short description
// leaves over. Where the description has no hit, a short label comes before it.
func (r row) leadBudget(budget int) int {
	share := max(budget/2, budget-r.size-utf8.RuneCountInString(separator))
	if len(r.hits) == 0 {
		share = max(share, min(budget, leadMin))
	}
	return share
}

// lead writes the fields, earlier ones first served. A field whose hits find
// no room is left out.
func (r row) lead(weights []float64, budget int) string {
	lead := ""
	for _, field := range r.fields {
		start := lead
		if start != "" {
			start += separator
		}
		start += field.Label + labelMark
		room := budget - utf8.RuneCountInString(start)
		body := cut(field.Text, field.Hits, weights, min(fieldSpan, room))
		if showsHit(body) {
			lead = start + body.Text
		}
	}
	return lead
}

func labelSize(field Field) int { return utf8.RuneCountInString(field.Label + labelMark) }

func showsHit(e Excerpt) bool {
	return slices.ContainsFunc(e.Windows, func(w Window) bool { return len(w.Terms) > 0 })
}
