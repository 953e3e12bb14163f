package workingset

import (
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// Status says what became of a tool in a projection.
type Status string

// The statuses.
const (
	Declared  Status = "declared"
	WasCut    Status = "cut"       // no room under max_exposed or the char budget
	Evicted   Status = "evicted"   // touched, and pushed out by newer touches
	Untouched Status = "untouched" // nothing asks for it
	Unknown   Status = "unknown"
	Deleted   Status = "deleted"
)

// Because is why one tool is declared in a projection, or why it is not.
type Because struct {
	Tool        *tool.Record // nil when unknown or deleted
	Status      Status
	Reason      Reason   // of a declared tool, or of what was cut
	Touch       *Touch   // the newest in the transcript; nil when there is none
	Rules       []string // what asks for it beside touches, as pointers into request and settings
	RenamedFrom string   // the alias it was asked by
	Limit       string   // what cut it: max_exposed or char_budget
	Moves       []Move   // its touches, and those that pushed it out, oldest first
	// PushedBy are the tools touched since its newest touch until it fell, oldest first.
	PushedBy []string
}

// Why explains one tool in the projection of an input.
func Why(in Input, name string) Because {
	r, known := in.Tools.Resolve(name)
	f := frameOf(in)
	if !known {
		r = f.builtIn(name)
	}
	if r == nil {
		return unregistered(in.Tools, name)
	}
	var moves []Move
	l := f.replay(&moves)
	b := Because{Tool: r, Status: Untouched, Touch: l.touchOf(r), Rules: f.rulesFor(r, l)}
	if dotted := tool.Dotted(name); dotted != r.Name {
		b.RenamedFrom = dotted
	}
	b.tell(moves)
	b.judge(f, l)
	return b
}

func unregistered(tools *tool.Set, name string) Because {
	if _, deleted := tools.Deleted(name); deleted {
		return Because{Status: Deleted}
	}
	return Because{Status: Unknown}
}

// tell picks the moves that the tool has a part in.
func (b *Because) tell(moves []Move) {
	for _, m := range moves {
		fell := slices.Contains(m.Fell, b.Tool.Name)
		if m.Tool == b.Tool.Name {
			b.PushedBy = nil
		} else if len(b.Moves) > 0 && !b.fallen() {
			b.PushedBy = append(without(b.PushedBy, m.Tool), m.Tool)
		}
		if fell || m.Tool == b.Tool.Name {
			b.Moves = append(b.Moves, m)
		}
	}
	if !b.fallen() {
		b.PushedBy = nil
	}
}

// fallen reports whether the last move of the tool's pushed it out.
func (b *Because) fallen() bool {
	last := len(b.Moves) - 1
	return last >= 0 && slices.Contains(b.Moves[last].Fell, b.Tool.Name)
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(list, func(other string) bool { return other == name })
}

// judge looks the tool up among what the projection declares and cuts.
func (b *Because) judge(f *frame, l *ledger) {
	candidates := f.candidates(l)
	at := slices.IndexFunc(candidates, func(c candidate) bool { return c.tool == b.Tool })
	if at < 0 {
		if len(b.Moves) > 0 {
			b.Status = Evicted
		}
		return
	}
	b.Reason = candidates[at].reason
	room := f.newRoom()
	for _, c := range candidates[:at] {
		room.take(c)
	}
	full := room.tools <= 0
	if room.take(candidates[at]) {
		b.Status = Declared
		return
	}
	b.Status, b.Limit = WasCut, "char_budget"
	if full {
		b.Limit = "max_exposed"
	}
}

// rulesFor lists what asks for a tool beside touches, as pointers.
func (f *frame) rulesFor(r *tool.Record, l *ledger) []string {
	var rules []string
	add := func(holds bool, rule string) {
		if holds {
			rules = append(rules, rule)
		}
	}
	add(slices.Contains(f.in.Scaffolding, r), "built in")
	for i, name := range f.in.Settings.Scaffolding {
		named, _ := f.in.Tools.Resolve(name)
		add(named == r, "/settings/scaffolding/"+strconv.Itoa(i))
	}
	add(slices.Contains(f.referenced, r), "/transcript")
	for _, family := range f.wantedFamilies(l) {
		add(slices.Contains(f.in.Tools.Family(family), r), FamilyPrefix+family)
	}
	if len(f.in.Settings.PolicyRules) == 0 {
		add(slices.Contains(f.scopedTools(), r), "/scope")
	}
	situation := f.situationOf(l)
	for i, rule := range f.in.Settings.PolicyRules {
		add(situation.fits(rule.When) && slices.Contains(f.exposedBy(rule.Expose), r), "/settings/policy_rules/"+strconv.Itoa(i))
	}
	add(f.in.Tools.Len() < f.in.Settings.SearchOffBelow, "/settings/search_off_below")
	return rules
}
