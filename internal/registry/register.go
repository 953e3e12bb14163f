package registry

import "github.com/discoveryd/discoveryd/internal/tool"

// RegisterRequest adds one tool.
type RegisterRequest struct {
	Tool     tool.Draft
	Team     string
	Override bool
	Reason   string
	// MaxCatalogs is how many catalogs there may be; 0 is the limit's default.
	MaxCatalogs int
}

// Register is the strict register of S2: a known name raises, one's own too,
// unless override is set.
type Register struct {
	batch       batch
	maxCatalogs int
}

// NewRegister checks everything that needs no catalog, as NewApply does.
func NewRegister(r RegisterRequest) (*Register, error) {
	problems := tool.CheckTeam("/team", r.Team)
	over, found := newOverride(r.Override, nil, r.Reason)
	if err := invalid(append(problems, found...)); err != nil {
		return nil, err
	}
	op := &Register{batch: newBatch(r.Team, []toolEntry{newToolEntry("/tool", r.Tool)}, nil), maxCatalogs: r.MaxCatalogs}
	op.batch.override, op.batch.strict = over, true
	return op, nil
}

// Needs implements Operation.
func (op *Register) Needs() Needs { return op.batch.needs() }

// Decide implements Operation.
func (op *Register) Decide(s State) (Decision, error) {
	if err := roomFor(s, op.maxCatalogs); err != nil {
		return Decision{}, err
	}
	p := op.batch.plan(s)
	if err := p.findings.refusal(); err != nil {
		return Decision{}, err
	}
	return Decision{Result: p.result, Writes: p.writes}, nil
}
