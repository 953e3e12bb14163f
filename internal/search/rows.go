package search

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/excerpt"
)

// rows presents a page of hits: an excerpt each within the page's budget.
func (ix *Index) rows(q Query, a *asked, page []ranked) []Row {
	const usual = 4 // matches and hits of a tool, give or take
	p := presenter{
		index:   ix,
		matches: make([]match, 0, usual*len(page)),
		hits:    make([]excerpt.Hit, 0, usual*len(page)),
	}
	entries := make([]excerpt.Entry, len(page))
	matches := make([][]match, len(page))
	for i, hit := range page {
		matches[i] = p.match(a, hit)
		entries[i] = p.entry(hit.doc, matches[i])
	}
	rows := make([]Row, len(page))
	for i, cut := range excerpt.Page(entries, a.weights, q.PageBudget, q.ExcerptCap) {
		rows[i] = Row{Tool: ix.tools[page[i].doc], Excerpt: cut.Text}
		if q.Explain {
			rows[i].Explain = a.explain(page[i], matches[i], cut.Windows)
		}
	}
	return rows
}

// presenter collects what the excerpts of a page are cut from. What it returns
// are parts of its slices, which hold the whole page.
type presenter struct {
	index   *Index
	matches []match
	hits    []excerpt.Hit
	places  []place // of one field of one tool
}

// match is where a field of a tool has a used term.
type match struct {
	term int // into the used terms
	bm25.Match
}

func (m match) in(f field) bool { return m.Field == int(f) }

// match returns the matches of one tool, by term, then field.
func (p *presenter) match(a *asked, hit ranked) []match {
	var fields [fieldCount]bm25.Match
	from := len(p.matches)
	for terms := hit.found; terms != 0; terms &= terms - 1 {
		term := bits.TrailingZeros64(terms)
		for _, m := range a.look.Explain(fields[:0], a.used[term], hit.doc) {
			p.matches = append(p.matches, match{term, m})
		}
	}
	return slices.Clip(p.matches[from:])
}

// entry shows every term of a tool: in its description, else in the first
// field that has it.
func (p *presenter) entry(doc int, matches []match) excerpt.Entry {
	e := excerpt.Entry{Text: p.index.tools[doc].EffectiveDescription()}
	var found, shown uint64 // bit i: used term i
	for _, m := range matches {
		found |= 1 << m.term
		if m.in(descriptionField) {
			shown |= 1 << m.term
		}
	}
	if shown != 0 {
		e.Hits = p.described(doc, matches)
	}
	for _, f := range []field{nameField, capabilityField, glossaryField, exampleField, parameterField} {
		if shown == found {
			break
		}
		e.Else, shown = p.elsewhere(e.Else, doc, f, matches, shown)
	}
	return e
}

// described are all hits in the description of a tool.
func (p *presenter) described(doc int, matches []match) []excerpt.Hit {
	p.places = p.index.spans.of(p.places[:0], doc, descriptionField)
	from := len(p.hits)
	for _, m := range matches {
		if m.in(descriptionField) {
			for i := range m.Frequency() {
				_, hit := p.hit(m, i)
				p.hits = append(p.hits, hit)
			}
		}
	}
	hits := slices.Clip(p.hits[from:])
	sortHits(hits)
	return hits
}

// elsewhere appends the texts of a field that have terms which nothing shows
// yet. It returns the terms that something shows now.
func (p *presenter) elsewhere(e []excerpt.Field, doc int, f field, matches []match, shown uint64) ([]excerpt.Field, uint64) {
	from := len(e)
	var chosen []int // of the field's texts
	for _, m := range matches {
		if !m.in(f) || shown&(1<<m.term) != 0 {
			continue
		}
		if chosen == nil {
			p.places = p.index.spans.of(p.places[:0], doc, f)
		}
		text, hit := p.hitAmong(m, chosen)
		i := slices.Index(chosen, text)
		if i < 0 {
			i, chosen = len(chosen), append(chosen, text)
			s := p.index.glossary.text(p.index.tools[doc], f, text)
			e = append(e, excerpt.Field{Label: f.label(), Text: f.readable(s)})
		}
		e[from+i].Hits = append(e[from+i].Hits, hit)
		shown |= 1 << m.term
	}
	for _, field := range e[from:] {
		sortHits(field.Hits)
	}
	return e, shown
}

// hit is occurrence i of a match, and the text of its field that has it.
func (p *presenter) hit(m match, i int) (text int, hit excerpt.Hit) {
	at := m.Place(i)
	first, last := placeAt(p.places, at.First), placeAt(p.places, at.Last)
	return first.text, excerpt.Hit{Start: first.start, End: last.end, Term: m.term}
}

// hitAmong is the first occurrence of a match in one of the chosen texts, so
// that few texts show all terms; else the first of all.
func (p *presenter) hitAmong(m match, chosen []int) (text int, hit excerpt.Hit) {
	for i := range m.Frequency() {
		if text, hit = p.hit(m, i); slices.Contains(chosen, text) {
			return text, hit
		}
	}
	return p.hit(m, 0)
}

func placeAt(places []place, position int) place {
	i, _ := slices.BinarySearchFunc(places, position, func(p place, position int) int { return cmp.Compare(p.position, position) })
	return places[i]
}

func sortHits(hits []excerpt.Hit) {
	slices.SortFunc(hits, func(a, b excerpt.Hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Term, b.Term))
	})
}

// readable spells a name as words, as S1 does ("Tool name: archive work item").
// Each byte stays where it is.
func (f field) readable(s string) string {
	if f != nameField {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' {
			return ' '
		}
		return r
	}, s)
}

// explain fills the explanation of one row (contract 5.8).
func (a *asked) explain(hit ranked, matches []match, windows []excerpt.Window) *Explanation {
	e := &Explanation{
		Coverage: hit.coverage, Weight: hit.weight, BM25: hit.bm25, Score: hit.score, ExactName: hit.exact,
	}
	last := -1
	for _, m := range matches {
		if m.term != last {
			e.Terms = append(e.Terms, Term{Term: a.words[m.term], Weight: a.weights[m.term]})
			last = m.term
		}
		term := &e.Terms[len(e.Terms)-1]
		term.Fields = append(term.Fields, field(m.Field).String())
	}
	for _, w := range windows {
		window := Window{Label: w.Label, Start: w.Start, End: w.End, Characters: w.Spent}
		for term := range w.Terms.All() {
			window.Terms = append(window.Terms, a.words[term])
		}
		e.Windows = append(e.Windows, window)
	}
	return e
}
