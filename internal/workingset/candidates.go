package workingset

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// candidate is a tool that would be declared, were there room.
type candidate struct {
	tool   *tool.Record
	reason Reason
}

// candidates lists every tool that has a reason to be declared, in the order
// of filling (contract 7.7), each once with its first reason.
func (f *frame) candidates(l *ledger) []candidate {
	var list []candidate
	seen := map[*tool.Record]bool{}
	add := func(reason Reason, records ...*tool.Record) {
		for _, r := range records {
			if !seen[r] {
				seen[r] = true
				list = append(list, candidate{tool: r, reason: reason})
			}
		}
	}
	add(Scaffolding, f.scaffolding...)
	add(Referenced, f.referenced...)
	for _, r := range slices.Backward(l.held) {
		add(l.newest[r].reason, r)
	}
	add(Family, f.familyTools(l)...)
	add(Policy, f.policyTools(l)...)
	if f.in.Tools.Len() < f.in.Settings.SearchOffBelow {
		add(All, f.in.Tools.All()...)
	}
	return list
}

// fill declares candidates in their order while there is room, and lists the
// names that found none.
func (f *frame) fill(candidates []candidate, l *ledger) (exposed []Exposed, cut []string) {
	room := f.newRoom()
	for _, c := range candidates {
		if !room.take(c) {
			cut = append(cut, c.tool.Name)
			continue
		}
		exposed = append(exposed, Exposed{Tool: c.tool, Reason: c.reason, Touch: l.touchOf(c.tool)})
	}
	return exposed, cut
}

// room is what max_exposed and the char budget leave.
type room struct {
	tools    int
	budgeted bool
	chars    int // of the tools field, a comma before each further tool included
	size     func(*tool.Record) int
}

func (f *frame) newRoom() *room {
	brackets := 2
	return &room{
		tools:    f.in.Settings.MaxExposed,
		budgeted: f.in.Options.CharBudget > 0,
		chars:    f.in.Options.CharBudget - brackets + 1, // the first tool has no comma
		size:     f.in.Chars,
	}
}

// take makes room for a candidate, or reports that there is none. Scaffolding
// and referenced tools are taken in any case; the latter outside max_exposed.
func (r *room) take(c candidate) bool {
	size := 0
	if r.budgeted {
		size = r.size(c.tool) + 1
	}
	pinned := c.reason == Scaffolding || c.reason == Referenced
	if !pinned && (r.tools <= 0 || r.budgeted && size > r.chars) {
		return false
	}
	r.chars -= size
	if c.reason != Referenced {
		r.tools--
	}
	return true
}
