package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/excerpt"
	"github.com/discoveryd/discoveryd/internal/text"
)

// rows presents a page of hits: an excerpt each within the page's budget.
func (ix *Index) rows(q Query, a *asked, page []ranked) []Row {
	entries := make([]excerpt.Entry, len(page))
	terms := make([][]matchedTerm, len(page))
	for i, hit := range page {
		terms[i] = a.matches(hit.doc)
		entries[i] = ix.entry(hit.doc, terms[i])
	}
	rows := make([]Row, len(page))
	for i, cut := range excerpt.Page(entries, a.weights, q.PageBudget, q.ExcerptCap) {
		rows[i] = Row{Tool: ix.tools[page[i].doc], Excerpt: cut.Text}
		if q.Explain {
			rows[i].Explain = a.explain(page[i], terms[i], cut.Windows)
		}
	}
	return rows
}

// matchedTerm is a used term that a tool has, and where.
type matchedTerm struct {
	term    int // into the used terms
	matches []bm25.Match
}

func (a *asked) matches(doc int) []matchedTerm {
	var out []matchedTerm
	for i, term := range a.used {
		if matches := a.look.Explain(term, doc); len(matches) > 0 {
			out = append(out, matchedTerm{term: i, matches: matches})
		}
	}
	return out
}

// in returns the places of a term in a field.
func (m matchedTerm) in(f field) []bm25.Place {
	for _, match := range m.matches {
		if field(match.Field) == f {
			return match.Places
		}
	}
	return nil
}

// entry is what the excerpt of a tool is cut from.
func (ix *Index) entry(doc int, terms []matchedTerm) excerpt.Entry {
	e := excerpt.Entry{Text: ix.tools[doc].EffectiveDescription()}
	var outside []matchedTerm
	for _, m := range terms {
		places := m.in(descriptionField)
		if len(places) == 0 {
			outside = append(outside, m)
		}
		for _, p := range places {
			e.Hits = append(e.Hits, excerpt.Hit{
				Start: int(spanAt(ix.spans[doc], p.First).start), End: int(spanAt(ix.spans[doc], p.Last).end), Term: m.term,
			})
		}
	}
	sortHits(e.Hits)
	for _, f := range []field{nameField, capabilityField, glossaryField, exampleField, parameterField} {
		var more []excerpt.Field
		more, outside = ix.elsewhere(doc, f, outside)
		e.Else = append(e.Else, more...)
	}
	return e
}

// elsewhere returns the texts of a field that show terms which nothing has
// shown yet, and the terms that are still left.
func (ix *Index) elsewhere(doc int, f field, terms []matchedTerm) (shown []excerpt.Field, left []matchedTerm) {
	var places []place
	var texts []string
	at := map[int]int{} // text to its entry of shown
	for _, m := range terms {
		found := m.in(f)
		if len(found) == 0 {
			left = append(left, m)
			continue
		}
		if texts == nil {
			texts = ix.glossary.texts(ix.tools[doc], f)
			places = locate(text.Locate, texts)
		}
		first, last := placeAt(places, found[0].First), placeAt(places, found[0].Last)
		i, known := at[first.text]
		if !known {
			i = len(shown)
			at[first.text] = i
			shown = append(shown, excerpt.Field{Label: f.label(), Text: f.readable(texts[first.text])})
		}
		shown[i].Hits = append(shown[i].Hits, excerpt.Hit{Start: first.Start, End: last.End, Term: m.term})
	}
	for i := range shown {
		sortHits(shown[i].Hits)
	}
	return shown, left
}

// readable spells a name as words, as S1 does ("Tool name: archive work item").
// Each byte stays where it is.
func (f field) readable(s string) string {
	if f != nameField {
		return s
	}
	return strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(s)
}

func sortHits(hits []excerpt.Hit) {
	slices.SortFunc(hits, func(a, b excerpt.Hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Term, b.Term))
	})
}

func placeAt(places []place, position int) place {
	i, _ := slices.BinarySearchFunc(places, position, func(p place, position int) int { return cmp.Compare(p.Position, position) })
	return places[i]
}

func spanAt(spans []span, position int) span {
	i, _ := slices.BinarySearchFunc(spans, position, func(s span, position int) int { return cmp.Compare(int(s.position), position) })
	return spans[i]
}

// explain fills the explanation of one row (contract 5.8).
func (a *asked) explain(hit ranked, terms []matchedTerm, windows []excerpt.Window) *Explanation {
	e := &Explanation{
		Coverage: hit.coverage, Weight: hit.weight, BM25: hit.bm25, Score: hit.score, ExactName: hit.exact,
	}
	for _, m := range terms {
		term := Term{Term: a.words[m.term], Weight: a.weights[m.term]}
		for _, match := range m.matches {
			term.Fields = append(term.Fields, field(match.Field).String())
		}
		e.Terms = append(e.Terms, term)
	}
	for _, w := range windows {
		window := Window{Start: w.Start, End: w.End, Characters: w.Spent}
		for _, term := range w.Terms {
			window.Terms = append(window.Terms, a.words[term])
		}
		e.Windows = append(e.Windows, window)
	}
	return e
}
