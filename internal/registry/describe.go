package registry

import "github.com/discoveryd/discoveryd/internal/tool"

// DescribeRequest sets the live description of a tool (S1, descriptions as live data).
type DescribeRequest struct {
	Name        string // name or alias in either spelling
	Team        string
	Description string // empty clears
}

// DescribeTool sets or clears a live description. It raises the revision and
// makes no version.
type DescribeTool struct {
	name        string // dotted; empty when it is not legal
	spelled     string
	team        string
	description string // folded
	warnings    []tool.Warning
}

// NewDescribe checks everything that needs no catalog.
func NewDescribe(r DescribeRequest) (*DescribeTool, error) {
	problems := tool.CheckTeam("/team", r.Team)
	folded, warning, found := tool.CheckDescription("/description", r.Description)
	if err := invalid(append(problems, found...)); err != nil {
		return nil, err
	}
	op := &DescribeTool{name: legalName(r.Name), spelled: r.Name, team: r.Team, description: folded}
	if warning != nil {
		op.warnings = []tool.Warning{*warning}
	}
	return op, nil
}

// Needs implements Operation.
func (op *DescribeTool) Needs() Needs { return needsName(op.name) }

// Decide implements Operation.
func (op *DescribeTool) Decide(s State) (Decision, error) {
	if !s.Exists {
		return Decision{}, unknownCatalog()
	}
	known := s.Tools[op.name]
	if holder, isAlias := s.Aliases[op.name]; isAlias {
		known = s.Tools[holder]
	}
	if known == nil || known.Deleted {
		return Decision{}, unknownTool(op.spelled, known)
	}
	if known.Team != op.team {
		return Decision{}, notOwner(known, "only the owner describes a tool")
	}
	change := Change{Name: known.Name, Action: Unchanged, Version: known.Version, Digest: known.Digest, Warnings: op.warnings}
	d := Decision{Result: Result{Revision: s.Revision}}
	if known.LiveDescription != op.description {
		change.Action = Updated
		d.Result.Revision++
		described := *known
		described.LiveDescription = op.description
		described.Revision = d.Result.Revision
		d.Writes.Tools = []ToolWrite{{Record: &described, Action: Described, Before: known.Digest, By: op.team}}
	}
	d.Result.Changes = []Change{change}
	return d, nil
}
