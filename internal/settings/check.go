package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Check returns the normal form of proposed settings and every problem with
// them, in the order of the fields. Pointers are into the settings object.
// Normal lists of names and ids are sorted sets, and nil when empty.
func Check(s Settings) (Settings, problem.List) {
	var c checker
	c.within("/slots", "slots", s.Slots, bounds{0, limits.MaxSlots})
	c.within("/max_exposed", "max_exposed", s.MaxExposed, bounds{1, limits.MaxExposed})
	c.within("/policy_limit", "policy_limit", s.PolicyLimit, bounds{0, limits.MaxPolicyLimit})
	s.Scaffolding = c.scaffolding(s.Scaffolding, s.MaxExposed)
	s.PolicyRules = c.rules(s.PolicyRules)
	if s.SearchOffBelow < 0 {
		c.problems.Add("/search_off_below", problem.InvalidField, "is %d; want a number of tools, or 0 to keep search on", s.SearchOffBelow)
	}
	c.oneOf("/eviction", s.Eviction, "lru", "batched")
	c.oneOf("/order", s.Order, "name", "activation")
	c.oneOf("/ranking", s.Ranking, "auto", "coverage", "bm25", "balanced")
	c.within("/limit", "limit", s.Limit, bounds{limits.MinRows, limits.MaxRows})
	c.within("/page_budget", "page_budget", s.PageBudget, bounds{limits.MinPageBudget, limits.MaxPageBudget})
	c.oneOf("/schema_profile", s.SchemaProfile, tool.FullProfile, tool.CoreProfile)
	c.oneOf("/compatibility", s.Compatibility, None, Warn, Refuse)
	c.gate("/expectations", s.Expectations)
	s.RootsDeclared = c.roots(s.RootsDeclared)
	return s, c.problems
}

// checker gathers what is wrong with one proposal.
type checker struct{ problems problem.List }

// bounds are both included.
type bounds struct{ least, most int }

func (c *checker) within(at, limit string, got int, b bounds) {
	switch {
	case got < b.least:
		c.problems.Add(at, problem.InvalidField, "is %d; want %d to %d", got, b.least, b.most)
	case got > b.most:
		c.problems.Add(at, problem.LimitExceeded, "is %d; the limit %s allows %d to %d", got, limit, b.least, b.most)
	}
}

func (c *checker) oneOf(at, got string, allowed ...string) {
	if !slices.Contains(allowed, got) {
		c.problems.Add(at, problem.InvalidField, "is %s; want one of %s", tool.Shown(got), strings.Join(allowed, ", "))
	}
}

// gate checks the setting of a gate of which refusing is not built yet: one
// that is set but stays open would be worse than none.
func (c *checker) gate(at, got string) {
	if got == Refuse {
		c.problems.Add(at, problem.InvalidField, "is %q, which this version does not enforce yet; want none or warn", got)
		return
	}
	c.oneOf(at, got, None, Warn)
}

func (c *checker) scaffolding(names []string, maxExposed int) []string {
	const at = "/scaffolding"
	var legal []string
	for i, name := range names {
		at := at + "/" + strconv.Itoa(i)
		dotted, problems := tool.CheckName(at, name)
		if tool.Reserved(dotted) {
			problems.Add(at, problem.InvalidField, "%q is always declared; leave it out", dotted)
		}
		if c.found(problems) {
			continue
		}
		legal = append(legal, dotted)
	}
	legal = sortedSet(legal)
	if len(legal) > maxExposed {
		c.problems.Add(at, problem.InvalidField, "names %d tools; max_exposed allows %d to be declared at once", len(legal), maxExposed)
	}
	return legal
}

func (c *checker) roots(roots []string) []string {
	const at = "/roots_declared"
	if len(roots) > limits.CapabilityRoots {
		c.problems.Add(at, problem.LimitExceeded, "has %d roots; the limit roots_declared allows %d", len(roots), limits.CapabilityRoots)
		return nil
	}
	var legal []string
	for i, root := range roots {
		at := at + "/" + strconv.Itoa(i)
		problems := tool.CheckCapabilityPrefix(at, root)
		if len(problems) == 0 && tool.Root(root) != root {
			problems.Add(at, problem.InvalidField, "is %q; want a root only, such as %s", root, tool.Root(root))
		}
		if !c.found(problems) {
			legal = append(legal, root)
		}
	}
	return sortedSet(legal)
}

func (c *checker) found(problems problem.List) bool {
	c.problems = append(c.problems, problems...)
	return len(problems) > 0
}

// sortedSet sorts values in place and drops repeated ones; an empty set is nil.
func sortedSet(values []string) []string {
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	return slices.Compact(values)
}
