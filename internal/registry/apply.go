package registry

import (
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ApplyRequest names what a team wants to be true (contract 4).
type ApplyRequest struct {
	Team          string
	Tools         []tool.Draft
	Concepts      []tool.Concept
	Prune         bool
	Override      bool
	OverrideNames []string // dotted or wire names, and kind/id of concepts; empty is all
	Reason        string
	DryRun        bool
	RequestID     string
	MaxCatalogs   int // how many catalogs there may be; 0 is the limit's default
}

// Apply creates and updates tools and concepts, all or nothing.
type Apply struct {
	batch       batch
	maxCatalogs int
	dryRun      bool
	requestID   string // empty when a retry is not to be recognised
	fingerprint string
}

// NewApply checks everything that needs no catalog. The error is about the
// envelope; problems of records are kept for Decide, which joins them with
// what the catalog has against the request.
func NewApply(r ApplyRequest) (*Apply, error) {
	over, problems := checkEnvelope(r)
	if err := invalid(problems); err != nil {
		return nil, err
	}
	a := &Apply{batch: newBatch(r.Team, toolEntries(r.Tools), conceptEntries(r.Concepts)), maxCatalogs: r.MaxCatalogs, dryRun: r.DryRun}
	a.batch.override, a.batch.prune = over, r.Prune
	if r.RequestID != "" && !r.DryRun {
		a.requestID = r.RequestID
		a.fingerprint = fingerprint(&a.batch, r)
	}
	return a, nil
}

func checkEnvelope(r ApplyRequest) (override, problem.List) {
	problems := tool.CheckTeam("/team", r.Team)
	if n := len(r.Tools); n > limits.ApplyTools {
		problems.Add("/tools", problem.LimitExceeded, "has %d tools; the limit apply_tools allows %d", n, limits.ApplyTools)
	}
	if n := len(r.Concepts); n > limits.ApplyConcepts {
		problems.Add("/concepts", problem.LimitExceeded, "has %d concepts; the limit apply_concepts allows %d", n, limits.ApplyConcepts)
	}
	if r.Prune && len(r.Tools) == 0 && !r.Override {
		problems.Add("/prune", problem.InvalidField, "would delete every tool of team %q, as no tools are named; set override with a reason if that is meant", r.Team)
	}
	over, found := newOverride(r.Override, r.OverrideNames, r.Reason)
	problems = append(problems, found...)
	return over, append(problems, tool.CheckText("/request_id", r.RequestID, "request_id", limits.RequestIDChars)...)
}

// Needs implements Operation.
func (a *Apply) Needs() Needs {
	n := a.batch.needs()
	n.RequestID = a.requestID
	return n
}

// Decide implements Operation. A dry run answers with the plan and every
// problem, at the revision the catalog is at.
func (a *Apply) Decide(s State) (Decision, error) {
	if s.Receipt != nil && a.requestID != "" && a.batch.sound() {
		return a.replay(s.Receipt)
	}
	if err := roomFor(s, a.maxCatalogs); err != nil {
		return Decision{}, err
	}
	p := a.batch.plan(s)
	if a.dryRun {
		p.result.Revision = s.Revision
		p.result.Problems = p.findings.violations()
		return Decision{Result: p.result}, nil
	}
	if err := p.findings.refusal(); err != nil {
		return Decision{}, err
	}
	if a.requestID != "" {
		p.writes.Receipt = a.receipt(p.result)
	}
	return Decision{Result: p.result, Writes: p.writes}, nil
}
