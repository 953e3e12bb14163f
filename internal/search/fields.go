package search

import (
	"iter"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// field is one field of a tool's searchable document.
type field int

const (
	nameField field = iota
	descriptionField
	capabilityField
	glossaryField
	parameterField
	exampleField
	fieldCount
)

// scoring is how the fields count, in their order. Boost is contract 5.4. Best
// is for the ranking `balanced`, which goes by the best field of each term, so
// that no tool gains by having more of them.
func scoring() []bm25.Field {
	return []bm25.Field{
		nameField:        {Boost: 3, Best: 1.75, Covers: true},
		descriptionField: {Boost: 2, Best: 1, Covers: true},
		capabilityField:  {Boost: 2, Best: 1, Covers: true},
		glossaryField:    {Boost: 1, Best: 0.5, Covers: true},
		parameterField:   {Boost: 1, Best: 0.5, Covers: true},
		exampleField:     {Boost: 0.25, Best: 0.35},
	}
}

// String is the field's name in an explanation.
func (f field) String() string {
	switch f {
	case nameField:
		return "name"
	case descriptionField:
		return "description"
	case capabilityField:
		return "capabilities"
	case glossaryField:
		return "glossary"
	case parameterField:
		return "parameters"
	default:
		return "examples"
	}
}

// label introduces a hit of the field in an excerpt (contract 5.9).
func (f field) label() string {
	switch f {
	case nameField:
		return "Tool name"
	case capabilityField:
		return "Capability"
	case glossaryField:
		return "Glossary"
	case parameterField:
		return "Parameter"
	default:
		return "Example"
	}
}

// isProse holds for the fields whose words are worth suggesting.
func (f field) isProse() bool { return f <= glossaryField }

// glossary is the concepts by what they are tagged with.
type glossary map[tool.ConceptKey]tool.Concept

func newGlossary(concepts []tool.Concept) glossary {
	g := make(glossary, len(concepts))
	for _, c := range concepts {
		g[c.ConceptKey] = c
	}
	return g
}

// texts are the texts of one field of a tool, in a fixed order.
func (g glossary) texts(r *tool.Record, f field) []string {
	switch f {
	case nameField:
		return append([]string{r.Name}, r.Aliases...)
	case descriptionField:
		return []string{r.EffectiveDescription()}
	case capabilityField:
		return r.Capabilities
	case glossaryField:
		return g.of(r)
	case parameterField:
		return parameterTexts(r.Parameters)
	default:
		return r.Examples
	}
}

// text is one of the texts.
func (g glossary) text(r *tool.Record, f field, i int) string {
	switch {
	case f == nameField && i == 0:
		return r.Name
	case f == nameField:
		return r.Aliases[i-1]
	case f == parameterField:
		return parameterText(r.Parameters, i)
	}
	return g.texts(r, f)[i]
}

// of collects label, glossary and synonyms of every concept a tool is tagged
// with, and of each capability's root. A relationship brings only its own.
func (g glossary) of(r *tool.Record) []string {
	if len(g) == 0 {
		return nil
	}
	var texts []string
	seen := map[tool.ConceptKey]bool{}
	for key := range tags(r) {
		c, known := g[key]
		if !known || seen[key] {
			continue
		}
		seen[key] = true
		for _, s := range append([]string{c.Label, c.Glossary}, c.Synonyms...) {
			if s != "" {
				texts = append(texts, s)
			}
		}
	}
	return texts
}

// tags are the concepts that a tool's glossary comes from, in a fixed order.
// One may come twice.
func tags(r *tool.Record) iter.Seq[tool.ConceptKey] {
	return func(yield func(tool.ConceptKey) bool) {
		for _, id := range r.Capabilities {
			if !yield(tool.ConceptKey{Kind: tool.CapabilityKind, ID: tool.Root(id)}) || !yield(tool.ConceptKey{Kind: tool.CapabilityKind, ID: id}) {
				return
			}
		}
		for _, axis := range []struct {
			kind string
			ids  []string
		}{{tool.DomainKind, r.Domains}, {tool.EntityKind, r.Entities}, {tool.RelationshipKind, r.Relationships}} {
			for _, id := range axis.ids {
				if !yield(tool.ConceptKey{Kind: axis.kind, ID: id}) {
					return
				}
			}
		}
	}
}

// differences are the concepts that two glossaries do not have alike.
func (g glossary) differences(other glossary) map[tool.ConceptKey]bool {
	keys := map[tool.ConceptKey]bool{}
	for key, c := range g {
		if !c.SameContent(other[key]) {
			keys[key] = true
		}
	}
	for key := range other {
		if _, known := g[key]; !known {
			keys[key] = true
		}
	}
	return keys
}
