package registry

import (
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Examined is one record, checked as far as that goes without a catalog.
type Examined struct {
	At       string    // JSON pointer into the request
	Spec     tool.Spec // partial when there are problems
	Warnings []tool.Warning
	Problems problem.List
}

// Examine checks the records of an apply by themselves and against each other.
// Who owns a name, and whether an alias is a former one, only a catalog knows.
func Examine(tools []tool.Draft, concepts []tool.Concept) (records []Examined, ofConcepts problem.List) {
	b := newBatch("", toolEntries(tools), conceptEntries(concepts))
	for _, e := range b.tools {
		records = append(records, Examined{e.at, e.spec, e.warnings, e.problems})
	}
	for _, e := range b.concepts {
		ofConcepts = append(ofConcepts, e.problems...)
	}
	return records, ofConcepts
}
