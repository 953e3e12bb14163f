package excerpt

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	ellipsis = "…"
	join     = " … "
)

// cut shows as much of a text as the budget allows, around its hits; without
// any it shows the opening. A text that fits is shown whole.
func cut(text string, hits []Hit, weights []float64, budget int) Excerpt {
	size := utf8.RuneCountInString(text)
	switch {
	case size == 0:
		return Excerpt{}
	case size <= budget:
		whole := Window{End: size, Terms: shownTerms(hits, 0, len(text)), Spent: size}
		return Excerpt{Text: text, Windows: []Window{whole}}
	case budget <= marks(1):
		return Excerpt{}
	}
	r := measure(text)
	kept := afford(worth(r, hits, weights, budget), budget)
	if len(kept) == 0 {
		return Excerpt{}
	}
	return draw(r, hits, grow(r, kept, weights, budget))
}

// worth is the clusters to show, the worthiest first: those that cover the
// hits, or the text's first grapheme where no hit can be shown.
func worth(r ruler, hits []Hit, weights []float64, budget int) []cluster {
	all := clusters(r, hits, weights, min(clusterSpan, budget-marks(1)))
	if len(all) == 0 {
		return []cluster{{start: 0, end: r.up(1)}}
	}
	var picked []cluster
	for _, i := range cover(all, weights, make([]bool, len(weights))) {
		picked = append(picked, all[i])
	}
	return picked
}

// draw writes windows with their marks; a window pays for the mark before it,
// the last one also for the mark at the end.
func draw(r ruler, hits []Hit, spans []span) Excerpt {
	var out strings.Builder
	windows := make([]Window, len(spans))
	for i, s := range spans {
		before := out.Len()
		switch {
		case i > 0:
			out.WriteString(join)
		case s.start > 0:
			out.WriteString(ellipsis)
		}
		out.WriteString(r.slice(s.start, s.end))
		if i == len(spans)-1 && s.end < r.size() {
			out.WriteString(ellipsis)
		}
		windows[i] = Window{
			Start: s.start,
			End:   s.end,
			Terms: shownTerms(hits, r.offsets[s.start], r.offsets[s.end]),
			Spent: utf8.RuneCountInString(out.String()[before:]),
		}
	}
	return Excerpt{Text: out.String(), Windows: windows}
}

// shownTerms is the sorted terms of the hits that lie wholly between two byte offsets.
func shownTerms(hits []Hit, start, end int) []int {
	var terms []int
	for _, hit := range hits {
		if start <= hit.Start && hit.End <= end {
			terms = append(terms, hit.Term)
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}
