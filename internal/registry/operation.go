// Package registry holds the rules of registering (contract section 4): who
// may write which name, what counts as a change, and what is refused. It is
// pure: a store loads the rows an operation needs under the catalog's lock,
// asks it to decide, and writes what it decided in the same transaction.
package registry

import (
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Operation is one change of a catalog. Implementations: Apply, Register,
// DeleteTool, DescribeTool, DeleteConcept, PutSettings.
type Operation interface {
	// Needs says which rows the decision depends on.
	Needs() Needs
	// Decide returns the answer and what is to be written. The error, when
	// there is one, is a *problem.Error and nothing is written.
	Decide(State) (Decision, error)
}

// Needs names rows of the catalog. Empty fields need nothing.
type Needs struct {
	// Names are dotted names whose rows, deleted ones included, and whose
	// aliases are needed.
	Names []string
	// Team asks for all live tools of a team when TeamTools is set, and for
	// the receipt of RequestID when that is set.
	Team      string
	TeamTools bool
	RequestID string
	// Families are first segments whose first registering team is needed.
	Families []string
	// Concepts are keys whose rows are needed.
	Concepts []tool.ConceptKey
}

// State is what a store found for some Needs, as of Revision.
type State struct {
	// Exists is false when the catalog is not there yet.
	Exists bool
	// Catalogs is the number of catalogs of this store, this one included when it exists.
	Catalogs int
	Revision int64
	Settings settings.Settings
	// Tools holds the present rows by dotted name, deleted ones included:
	// those needed by name, those that have a needed name as an alias, and
	// the team's own when TeamTools was set.
	Tools map[string]*tool.Record
	// Aliases maps a needed name that is a live tool's alias to that tool's name.
	Aliases map[string]string
	// FamilyOwners maps a needed family to the team that registered in it first.
	FamilyOwners map[string]string
	Concepts     map[tool.ConceptKey]tool.Concept
	// Receipt is the stored answer of a request with the needed RequestID, or nil.
	Receipt *Receipt
}

// Receipt lets a retry with the same request id get the first committed answer.
type Receipt struct {
	Team        string
	RequestID   string
	Fingerprint string // hex SHA-256 of the request's content
	Answer      []byte // a Result as JSON
}

// Decision is what an operation wants done.
type Decision struct {
	Result Result
	Writes Writes
}

// Writes is what a store has to write in the same transaction. When Raises
// reports true the catalog's revision becomes Result.Revision, else it stays.
type Writes struct {
	// CreateCatalog is set when the catalog must come into being.
	CreateCatalog bool
	Tools         []ToolWrite
	Concepts      []ConceptWrite
	Settings      *settings.Settings
	Receipt       *Receipt
}

// Raises reports whether the writes are a committed change of the catalog.
func (w *Writes) Raises() bool {
	return len(w.Tools) > 0 || len(w.Concepts) > 0 || w.Settings != nil
}

// ToolWrite replaces a tool's present row. Its Record carries every field but
// the times and UpdatedBy, which the store sets.
type ToolWrite struct {
	Record *tool.Record
	// Action is created, updated, overridden, deleted or described.
	Action Action
	// NewVersion is set when the record is also a new row of the immutable
	// history: Record.Version is then new.
	NewVersion bool
	// Before is the digest that was replaced, empty for a new name.
	Before string
	// By and Reason go to the history and the audit row.
	By     string // the acting team
	Reason string
}

// ConceptWrite replaces or deletes a concept.
type ConceptWrite struct {
	Concept tool.Concept
	Action  Action
	By      string
	Reason  string
}

// Action is what happened to one tool or concept.
type Action string

// The closed set of actions. Described is seen in audit only; callers see it as Updated.
const (
	Created    Action = "created"
	Updated    Action = "updated"
	Unchanged  Action = "unchanged"
	Deleted    Action = "deleted"
	Overridden Action = "overridden"
	Described  Action = "described"
)

// Result is the answer of any operation. Its JSON form is kept in receipts.
type Result struct {
	Revision       int64               `json:"revision"`
	Changes        []Change            `json:"changes,omitempty"`
	ConceptChanges []ConceptChange     `json:"concept_changes,omitempty"`
	Problems       []problem.Violation `json:"-"` // dry runs only
	Settings       settings.Settings   `json:"-"` // PutSettings only
}

// Change is what happened to one tool.
type Change struct {
	Name     string         `json:"name"`
	Action   Action         `json:"action"`
	Version  int            `json:"version"`
	Digest   string         `json:"digest"`
	Warnings []tool.Warning `json:"warnings,omitempty"`
}

// ConceptChange is what happened to one concept.
type ConceptChange struct {
	Key      tool.ConceptKey `json:"key"`
	Action   Action          `json:"action"`
	Warnings []tool.Warning  `json:"warnings,omitempty"`
}
