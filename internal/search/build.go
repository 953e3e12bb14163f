package search

import (
	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Build indexes the live tools of a set with the glossary of concepts.
func Build(set *tool.Set, concepts []tool.Concept) *Index {
	ix := &Index{tools: set.All(), glossary: newGlossary(concepts)}
	a := analyst{analyser: text.NewAnalyser(), words: map[string]struct{}{}}
	docs := make([]bm25.Document, len(ix.tools))
	ix.spans = make([][]span, len(ix.tools))
	for i, r := range ix.tools {
		docs[i], ix.spans[i] = a.document(r, ix.glossary)
	}
	ix.texts = bm25.Build(scoring(), docs)
	ix.axes = newAxes(ix.tools)
	ix.names = newNames(ix.tools)
	ix.words = sortedKeys(a.words)
	return ix
}

// analyst turns records into documents.
type analyst struct {
	analyser *text.Analyser
	words    map[string]struct{} // worth suggesting
}

// span is the bytes of one word of a description.
type span struct {
	position   uint16
	start, end uint16 // a description is at most 4,096 characters
}

// document analyses one record. Nothing in it depends on other records.
func (a *analyst) document(r *tool.Record, g glossary) (bm25.Document, []span) {
	doc := make(bm25.Document, fieldCount)
	var spans []span
	for f := range fieldCount {
		places := locate(a.analyser.Analyse, g.texts(r, f))
		doc[f] = make([]bm25.Occurrence, len(places))
		for i, p := range places {
			doc[f][i] = bm25.Occurrence{Term: p.Term, Position: p.Position}
			if f.isProse() && !p.Stop && len(p.Word) >= minSuggested {
				a.words[p.Word] = struct{}{}
			}
		}
		if f == descriptionField {
			spans = make([]span, len(places))
			for i, p := range places {
				spans[i] = span{position: uint16(p.Position), start: uint16(p.Start), end: uint16(p.End)}
			}
		}
	}
	return doc, spans
}

// place is a token of one of a field's texts. Positions run through all texts
// of the field, with a gap between two, so that no words join over it.
type place struct {
	text.Token
	text int
}

func locate(analyse func(string) []text.Token, texts []string) []place {
	const gap = 3
	var places []place
	next := 0
	for i, s := range texts {
		for _, token := range analyse(s) {
			token.Position += next
			places = append(places, place{Token: token, text: i})
		}
		if len(places) > 0 {
			next = places[len(places)-1].Position + gap
		}
	}
	return places
}
