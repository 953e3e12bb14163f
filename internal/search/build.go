package search

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Build indexes the live tools of a set with the glossary of concepts.
func Build(set *tool.Set, concepts []tool.Concept) *Index {
	ix := &Index{tools: set.All(), glossary: newGlossary(concepts)}
	a := analyse(ix.tools, ix.glossary)
	ix.texts = bm25.Build(scoring(), a.docs)
	ix.spans = a.spans
	ix.spans.pack()
	ix.axes = newAxes(ix.tools)
	ix.names = newNames(ix.tools)
	ix.words = lexicon{}.plus(a.uses)
	return ix
}

// analyst turns records into documents.
type analyst struct {
	analyser *text.Analyser
	docs     []bm25.Document
	spans    spans
	uses     map[string]int    // how often texts use each word worth suggesting
	places   []place           // of one field, reused
	found    []bm25.Occurrence // of one field, reused
}

// analyse returns the analyst after its work on some tools.
func analyse(tools []*tool.Record, g glossary) *analyst {
	a := &analyst{analyser: text.NewAnalyser(), docs: make([]bm25.Document, len(tools)), uses: map[string]int{}}
	for i, r := range tools {
		a.docs[i] = a.document(r, g)
	}
	return a
}

// document analyses one record. Nothing in it depends on other records.
func (a *analyst) document(r *tool.Record, g glossary) bm25.Document {
	doc := make(bm25.Document, fieldCount)
	for f := range fieldCount {
		doc[f] = a.field(g.texts(r, f), f)
		a.spans.add(a.places)
	}
	return doc
}

// field analyses the texts of one field. Positions run through all of them,
// with a gap between two.
func (a *analyst) field(texts []string, f field) []bm25.Occurrence {
	a.places, a.found = a.places[:0], a.found[:0]
	next := 0
	for i, s := range texts {
		for _, t := range a.analyser.Analyse(s) {
			t.Position += next
			a.found = append(a.found, bm25.Occurrence{Term: t.Term, Position: t.Position})
			a.places = append(a.places, place{position: t.Position, text: i, start: t.Start, end: t.End})
			if f.isProse() && !t.Stop && len(t.Word) >= minSuggested {
				a.uses[t.Word]++
			}
		}
		if len(a.found) > 0 {
			next = a.found[len(a.found)-1].Position + gap
		}
	}
	return slices.Clone(a.found)
}
