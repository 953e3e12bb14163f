// Package projection turns a posted transcript into what to send to a model
// this turn: the declared tools in the provider's own form, and the prompt
// text around them (contract section 7). It composes the readers of
// transcript, the plan of workingset and the texts of dialect; like them it
// keeps nothing between calls.
package projection

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// Request is a transcript and what it is projected against.
type Request struct {
	Tools      *tool.Set
	Settings   settings.Settings
	Domains    []string // ids, sorted; listed only where the settings ask for it
	Format     string
	Transcript []byte // JSON text
	Options    Options
}

// Answer is what to send to the model and why.
type Answer struct {
	PromptVersion   string
	Format          string
	Tools           []byte // JSON text: the value of the provider's tools field
	ToolsDigest     string
	Cache           string // same, changed or unknown
	Prefix          string
	Suffix          string
	Chars           int // code points of Tools
	EstimatedTokens int
	Deltas          dialect.Deltas
	// Plan holds the exposed tools in their order, what was evicted, cut and
	// dropped, the carry, the slots, the warnings, and the turn's counters.
	workingset.Plan
}

// charsPerToken is S1's measure of how many characters make a token.
const charsPerToken = 4

// Project answers a request. The error is a *problem.Error.
func Project(req Request) (Answer, error) {
	in, d, err := req.read()
	if err != nil {
		return Answer{}, err
	}
	plan := workingset.Project(in)
	answer := Answer{PromptVersion: dialect.PromptVersion, Format: req.Format, Plan: plan}
	answer.Warnings = slices.Concat(in.History.Warnings, plan.Warnings)
	d.declare(&answer)
	if d.dialect.HasDeltas() {
		answer.Deltas = d.dialect.Deltas(changes(in, plan))
	}
	answer.Prefix = dialect.Prefix(req.Tools.Roots(), req.domains())
	answer.Suffix = dialect.Suffix(plan.Used, plan.Slots)
	answer.ToolsDigest = dialect.Digest(answer.Prefix, answer.Tools)
	answer.Cache = cache(req.Options.PreviousDigest, answer.ToolsDigest)
	return answer, nil
}

// read checks a request and reads its transcript.
func (r Request) read() (workingset.Input, *writer, error) {
	if err := r.Options.check(); err != nil {
		return workingset.Input{}, nil, err
	}
	history, err := transcript.Read(r.Format, r.Transcript)
	if err != nil {
		return workingset.Input{}, nil, err
	}
	d := &writer{dialect: dialect.Of(r.Format, r.Options.NativeNames), written: map[*tool.Record]dialect.Declaration{}}
	return workingset.Input{
		Tools: r.Tools, Settings: r.Settings, History: history,
		Options:     r.Options.resolve(r.Settings),
		Scaffolding: dialect.Scaffolding(),
		Name:        d.dialect.Name, Chars: d.chars,
	}, d, nil
}

// domains are those that the prefix lists, nil when it lists none.
func (r Request) domains() []string {
	if !r.Settings.DomainsLine {
		return nil
	}
	return append([]string{}, r.Domains...)
}

func cache(previous, present string) string {
	switch previous {
	case "":
		return "unknown"
	case present:
		return "same"
	}
	return "changed"
}

// writer writes each declaration once, be it for its size or to be sent.
type writer struct {
	dialect dialect.Dialect
	written map[*tool.Record]dialect.Declaration
}

func (w *writer) declaration(r *tool.Record) dialect.Declaration {
	declared, ok := w.written[r]
	if !ok {
		declared = w.dialect.Declare(r)
		w.written[r] = declared
	}
	return declared
}

func (w *writer) chars(r *tool.Record) int { return w.declaration(r).Chars }

func (w *writer) declare(a *Answer) {
	declarations := make([]dialect.Declaration, len(a.Exposed))
	for i, e := range a.Exposed {
		declarations[i] = w.declaration(e.Tool)
		a.Warnings = append(a.Warnings, declarations[i].Warnings...)
	}
	a.Tools, a.Chars = w.dialect.Join(declarations)
	a.EstimatedTokens = (a.Chars + charsPerToken - 1) / charsPerToken
}
