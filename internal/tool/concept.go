package tool

// ConceptKey identifies a concept within its catalog.
type ConceptKey struct {
	Kind string // domain, entity, relationship, capability
	ID   string
}

// Concept is an entry of the shared glossary that tools are tagged with.
type Concept struct {
	ConceptKey
	Label    string
	Glossary string
	Synonyms []string

	Team     string // the owner
	Revision int64  // the catalog revision of the last change
}
