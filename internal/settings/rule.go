package settings

import (
	"strconv"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// maxPriority bounds a rule's priority on both sides of 0.
const maxPriority = 1000

// check says why one value of an axis is not legal, and returns its normal spelling.
type check func(at, value string) (string, problem.List)

func (c *checker) rules(rules []Rule) []Rule {
	const at = "/policy_rules"
	if len(rules) > limits.PolicyRules {
		c.problems.Add(at, problem.LimitExceeded, "has %d rules; the limit policy_rules allows %d", len(rules), limits.PolicyRules)
		return nil
	}
	var normal []Rule
	for i, rule := range rules {
		normal = append(normal, c.rule(at+"/"+strconv.Itoa(i), rule))
	}
	return normal
}

func (c *checker) rule(at string, r Rule) Rule {
	when, expose := at+"/when", at+"/expose"
	normal := Rule{
		When: Condition{
			Domains:        c.axis(when+"/domains", r.When.Domains, id(tool.CheckConceptID)),
			Entities:       c.axis(when+"/entities", r.When.Entities, id(tool.CheckConceptID)),
			Capabilities:   c.axis(when+"/capabilities", r.When.Capabilities, id(tool.CheckCapabilityPrefix)),
			TaskTypes:      c.axis(when+"/task_types", r.When.TaskTypes, id(checkTaskType)),
			RecentFamilies: c.axis(when+"/recent_families", r.When.RecentFamilies, tool.CheckName),
			Families:       c.axis(when+"/families", r.When.Families, tool.CheckName),
		},
		Expose: Exposure{
			Families:     c.axis(expose+"/families", r.Expose.Families, tool.CheckName),
			Capabilities: c.axis(expose+"/capabilities", r.Expose.Capabilities, id(tool.CheckCapabilityPrefix)),
			Names:        c.axis(expose+"/names", r.Expose.Names, tool.CheckName),
		},
		Priority: r.Priority,
	}
	if len(r.Expose.Families)+len(r.Expose.Capabilities)+len(r.Expose.Names) == 0 {
		c.problems.Add(expose, problem.InvalidField, "exposes nothing; want families, capabilities or names")
	}
	if r.Priority < -maxPriority || r.Priority > maxPriority {
		c.problems.Add(at+"/priority", problem.InvalidField, "is %d; want %d to %d", r.Priority, -maxPriority, maxPriority)
	}
	return normal
}

// axis returns the legal values of one axis as a sorted set: values unite, so
// their order says nothing.
func (c *checker) axis(at string, values []string, check check) []string {
	if len(values) > limits.PolicyValues {
		c.problems.Add(at, problem.LimitExceeded, "has %d values; the limit policy_values allows %d", len(values), limits.PolicyValues)
		return nil
	}
	var legal []string
	for i, value := range values {
		normal, problems := check(at+"/"+strconv.Itoa(i), value)
		if !c.found(problems) {
			legal = append(legal, normal)
		}
	}
	return sortedSet(legal)
}

// id is the check of values with one spelling.
func id(problemsOf func(at, value string) problem.List) check {
	return func(at, value string) (string, problem.List) { return value, problemsOf(at, value) }
}

func checkTaskType(at, value string) problem.List {
	problems := tool.CheckText(at, value, "task_type", limits.TaskTypeChars)
	if tool.Fold(value) == "" {
		problems.Add(at, problem.InvalidField, "is empty; leave it out")
	}
	return problems
}
