package registry

import (
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// DeleteToolRequest names one tool.
type DeleteToolRequest struct {
	Name     string // either spelling
	Team     string
	Override bool
	Reason   string
}

// DeleteTool removes one tool; its versions stay and its name stays with its team.
type DeleteTool struct {
	name     string // dotted; empty when it is not legal
	spelled  string
	team     string
	override override
}

// NewDeleteTool checks everything that needs no catalog.
func NewDeleteTool(r DeleteToolRequest) (*DeleteTool, error) {
	problems := tool.CheckTeam("/team", r.Team)
	over, found := newOverride(r.Override, nil, r.Reason)
	if err := invalid(append(problems, found...)); err != nil {
		return nil, err
	}
	return &DeleteTool{name: legalName(r.Name), spelled: r.Name, team: r.Team, override: over}, nil
}

// Needs implements Operation.
func (op *DeleteTool) Needs() Needs { return needsName(op.name) }

// Decide implements Operation. A former name does not delete the tool that
// goes by another one now.
func (op *DeleteTool) Decide(s State) (Decision, error) {
	if !s.Exists {
		return Decision{}, unknownCatalog()
	}
	known := s.Tools[op.name]
	if known == nil || known.Deleted {
		if holder, isAlias := s.Aliases[op.name]; isAlias {
			return Decision{}, problem.New(problem.UnknownTool, "%q is a former name of %q; delete that if it is meant", op.name, holder).With("name", op.name)
		}
		return Decision{}, unknownTool(op.spelled, known)
	}
	if known.Team != op.team && !op.override.on {
		return Decision{}, notOwner(known, "set override with a reason to delete it all the same")
	}
	d := Decision{Result: Result{
		Revision: s.Revision + 1,
		Changes:  []Change{{Name: known.Name, Action: Deleted, Version: known.Version, Digest: known.Digest}},
	}}
	d.Writes.Tools = []ToolWrite{deletion(known, s.Revision+1, op.team, op.override.reason)}
	return d, nil
}

// DeleteConceptRequest names one concept.
type DeleteConceptRequest struct {
	Key      tool.ConceptKey
	Team     string
	Override bool
	Reason   string
}

// DeleteConcept removes a glossary entry; tags on tools stay.
type DeleteConcept struct {
	key      tool.ConceptKey
	team     string
	override override
}

// NewDeleteConcept checks everything that needs no catalog.
func NewDeleteConcept(r DeleteConceptRequest) (*DeleteConcept, error) {
	problems := tool.CheckTeam("/team", r.Team)
	over, found := newOverride(r.Override, nil, r.Reason)
	if err := invalid(append(problems, found...)); err != nil {
		return nil, err
	}
	return &DeleteConcept{key: r.Key, team: r.Team, override: over}, nil
}

// Needs implements Operation.
func (op *DeleteConcept) Needs() Needs {
	if !op.key.Legal() {
		return Needs{}
	}
	return Needs{Concepts: []tool.ConceptKey{op.key}}
}

// Decide implements Operation.
func (op *DeleteConcept) Decide(s State) (Decision, error) {
	if !s.Exists {
		return Decision{}, unknownCatalog()
	}
	known, exists := s.Concepts[op.key]
	if !exists {
		return Decision{}, problem.New(problem.UnknownConcept, "there is no concept %s in this catalog", tool.Shown(op.key.String()))
	}
	if known.Team != op.team && !op.override.on {
		return Decision{}, problem.At("/team", problem.NotOwner, "%s belongs to team %q; set override with a reason to delete it all the same",
			op.key, known.Team).With("owner", known.Team)
	}
	d := Decision{Result: Result{
		Revision:       s.Revision + 1,
		ConceptChanges: []ConceptChange{{Key: op.key, Action: Deleted}},
	}}
	known.Revision = s.Revision + 1
	d.Writes.Concepts = []ConceptWrite{{Concept: known, Action: Deleted, By: op.team, Reason: op.override.reason}}
	return d, nil
}
