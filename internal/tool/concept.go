package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// The closed set of concept kinds.
const (
	DomainKind       = "domain"
	EntityKind       = "entity"
	RelationshipKind = "relationship"
	CapabilityKind   = "capability"
)

// ConceptKey identifies a concept within its catalog.
type ConceptKey struct {
	Kind string // domain, entity, relationship, capability
	ID   string
}

// String is the spelling that override_names takes: kind/id.
func (k ConceptKey) String() string { return k.Kind + "/" + k.ID }

// Concept is an entry of the shared glossary that tools are tagged with.
type Concept struct {
	ConceptKey
	Label    string
	Glossary string
	Synonyms []string

	Team     string // the owner
	Revision int64  // the catalog revision of the last change
}

// SameContent reports whether two concepts say the same, whoever owns them.
func (c Concept) SameContent(other Concept) bool {
	return c.ConceptKey == other.ConceptKey && c.Label == other.Label && c.Glossary == other.Glossary &&
		slices.Equal(c.Synonyms, other.Synonyms)
}

// Check returns the author's part of a concept and every problem with it; at is
// the JSON pointer of the concept in its request.
func (c Concept) Check(at string) (Concept, problem.List) {
	problems := c.ConceptKey.Check(at)
	problems = append(problems, CheckText(at+"/label", c.Label, "concept_label", limits.ConceptLabelChars)...)
	problems = append(problems, CheckText(at+"/glossary", c.Glossary, "glossary", limits.GlossaryChars)...)
	if n := len(c.Synonyms); n > limits.Synonyms {
		over(&problems, at+"/synonyms", "synonyms", n, limits.Synonyms, "words")
	}
	for i, synonym := range c.Synonyms[:min(len(c.Synonyms), limits.Synonyms)] {
		at := at + "/synonyms/" + strconv.Itoa(i)
		problems = append(problems, CheckText(at, synonym, "synonym", limits.SynonymChars)...)
		if strings.TrimSpace(synonym) == "" {
			problems.Add(at, problem.InvalidField, "is empty; leave it out")
		}
	}
	return Concept{ConceptKey: c.ConceptKey, Label: c.Label, Glossary: c.Glossary, Synonyms: c.Synonyms}, problems
}

// Check says why a key can be in no catalog; at is the pointer of the object
// that has kind and id.
func (k ConceptKey) Check(at string) problem.List {
	switch k.Kind {
	case DomainKind, EntityKind:
		return CheckConceptID(at+"/id", k.ID)
	case RelationshipKind:
		return CheckRelationship(at+"/id", k.ID)
	case CapabilityKind:
		return CheckCapabilityPrefix(at+"/id", k.ID)
	}
	var problems problem.List
	problems.Add(at+"/kind", problem.InvalidField, "%s is not a kind; want domain, entity, relationship or capability", Shown(k.Kind))
	return problems
}

// Legal reports whether a key can be in a catalog.
func (k ConceptKey) Legal() bool { return len(k.Check("")) == 0 }
