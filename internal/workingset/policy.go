package workingset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// policyTools returns what the exposure policy adds (S2): by the catalog's
// rules, or where it has none, what is in scope (S1's pre-expansion). It is
// rule-based, so that no turn depends on a second model's mood.
func (f *frame) policyTools(l *ledger) []*tool.Record {
	if len(f.in.Settings.PolicyRules) == 0 {
		return f.scopedTools()
	}
	return f.ruledTools(l)
}

// scopedTools returns the tools in scope, by name, up to the policy's limit.
// Tools that are held as well count, so that calling one does not pull another in.
func (f *frame) scopedTools() []*tool.Record {
	var list []*tool.Record
	for _, r := range f.in.Tools.All() {
		if len(list) == f.in.Settings.PolicyLimit {
			break
		}
		if f.pinned[r] != Scaffolding && inScope(r, f.in.Options.Scope) {
			list = append(list, r)
		}
	}
	return list
}

func inScope(r *tool.Record, s Scope) bool {
	return meet(s.Domains, r.Domains) ||
		slices.ContainsFunc(s.Entities, func(entity string) bool { return concerns(r, entity) }) ||
		slices.ContainsFunc(s.Capabilities, func(capability string) bool { return can(r, capability) })
}

func meet(wanted, present []string) bool {
	return slices.ContainsFunc(wanted, func(id string) bool { return slices.Contains(present, id) })
}

// can reports whether a capability or a prefix of it covers a tool. A tool
// without capabilities counts under its family (contract 5).
func can(r *tool.Record, capability string) bool {
	if len(r.Capabilities) == 0 {
		return capability == tool.Family(r.Name)
	}
	return slices.ContainsFunc(r.Capabilities, func(own string) bool { return tool.CapabilityCovers(capability, own) })
}

// concerns reports whether a tool is tagged with an entity or with a
// relationship that has it at either end, as a search for it would match.
func concerns(r *tool.Record, entity string) bool {
	return slices.Contains(r.Entities, entity) ||
		slices.ContainsFunc(r.Relationships, func(relationship string) bool {
			from, to := tool.Ends(relationship)
			return entity == from || entity == to
		})
}

// ruledTools returns the tools of all rules that hold: higher priority first, then by name.
func (f *frame) ruledTools(l *ledger) []*tool.Record {
	situation := f.situationOf(l)
	priority := map[*tool.Record]int{}
	var list []*tool.Record
	for _, rule := range f.in.Settings.PolicyRules {
		if !situation.fits(rule.When) {
			continue
		}
		for _, r := range f.exposedBy(rule.Expose) {
			before, known := priority[r]
			if !known {
				list = append(list, r)
			}
			if !known || rule.Priority > before {
				priority[r] = rule.Priority
			}
		}
	}
	slices.SortFunc(list, func(a, b *tool.Record) int {
		return cmp.Or(cmp.Compare(priority[b], priority[a]), byName(a, b))
	})
	return list
}

func (f *frame) exposedBy(expose settings.Exposure) []*tool.Record {
	var list []*tool.Record
	for _, family := range expose.Families {
		list = append(list, f.in.Tools.Family(family)...)
	}
	for _, r := range f.in.Tools.All() {
		if slices.ContainsFunc(expose.Capabilities, func(capability string) bool { return can(r, capability) }) {
			list = append(list, r)
		}
	}
	for _, name := range expose.Names {
		if r, ok := f.in.Tools.Resolve(name); ok {
			list = append(list, r)
		}
	}
	return list
}

// situation is what the conditions of rules are held against.
type situation struct {
	scope    Scope
	taskType string
	recent   []string // families and sub-families of held tools
	families []string // asked for by the model or the request
}

func (f *frame) situationOf(l *ledger) situation {
	s := situation{scope: f.in.Options.Scope, taskType: f.in.Options.TaskType, families: f.wantedFamilies(l)}
	for _, r := range l.held {
		s.recent = slices.AppendSeq(s.recent, tool.Families(r.Name))
	}
	return s
}

// fits reports whether every axis of a condition holds; an empty one does.
func (s situation) fits(when settings.Condition) bool {
	return holds(when.Domains, s.scope.Domains, equal) &&
		holds(when.Entities, s.scope.Entities, equal) &&
		holds(when.Capabilities, s.scope.Capabilities, tool.CapabilityCovers) &&
		holds(when.TaskTypes, []string{s.taskType}, equal) &&
		holds(when.RecentFamilies, s.recent, equal) &&
		holds(when.Families, s.families, familyCovers)
}

// holds reports whether any of the wanted ids covers any of the present ones.
func holds(wanted, present []string, covers func(wanted, present string) bool) bool {
	if len(wanted) == 0 {
		return true
	}
	for _, w := range wanted {
		for _, p := range present {
			if covers(w, p) {
				return true
			}
		}
	}
	return false
}

func equal(a, b string) bool { return a == b }

// familyCovers reports whether a family is another or has it below.
func familyCovers(family, other string) bool {
	family = tool.Dotted(family)
	return family == other || strings.HasPrefix(other, family+".")
}
