package schema

import (
	"fmt"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// maxReasons bounds the alternatives whose first failure a message repeats.
const maxReasons = 4

type (
	// allRule is allOf: the errors of every branch are errors of the value.
	allRule []*node
	// anyRule is anyOf, oneRule oneOf, notRule not: one error at the value.
	anyRule []*node
	oneRule []*node
	notRule struct{ node *node }
	// ifRule is if, then, else.
	ifRule struct{ test, then, otherwise *node }
	// never is the schema false; it names the keyword that holds it.
	never string
)

func (c *compiler) combiningKeyword(d *draft, k keyword) bool {
	switch k.name {
	case "allOf":
		d.combined = append(d.combined, allRule(c.branches(d, k)))
	case "anyOf":
		d.combined = append(d.combined, anyRule(c.branches(d, k)))
	case "oneOf":
		d.combined = append(d.combined, oneRule(c.branches(d, k)))
	case "not":
		d.combined = append(d.combined, notRule{c.branch(d, k)})
	case "if":
		d.conditions.test = c.branch(d, k)
	case "then":
		d.conditions.then = c.branch(d, k)
	case "else":
		d.conditions.otherwise = c.branch(d, k)
	case "$ref":
		d.combined = append(d.combined, c.reference(d, k))
	case "$defs":
		c.schemaMap(k, func(string, *place, *node) {})
	default:
		return false
	}
	return true
}

// branch compiles one schema that applies to the same value.
func (c *compiler) branch(d *draft, k keyword) *node {
	n := c.schema(k.value, k.at, k.name)
	d.node.inPlace = append(d.node.inPlace, n)
	return n
}

// branches compiles a list of such schemas.
func (c *compiler) branches(d *draft, k keyword) []*node {
	nodes := c.schemas(k)
	d.node.inPlace = append(d.node.inPlace, nodes...)
	return nodes
}

func (r allRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	ok := true
	for _, branch := range r {
		if !v.check(branch, value) {
			ok = false
			if v.hasty() {
				break
			}
		}
	}
	return ok
}

func (r anyRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	var reasons []*Error
	for _, branch := range r {
		fits, why := v.attempt(branch, value, len(reasons) < maxReasons)
		if fits {
			return true
		}
		if why != nil {
			reasons = append(reasons, why)
		}
	}
	return v.failNone("anyOf", len(r), reasons)
}

func (r oneRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	var reasons []*Error
	var fitting []int
	for i, branch := range r {
		fits, why := v.attempt(branch, value, len(reasons) < maxReasons)
		switch {
		case fits && len(fitting) == 1:
			return v.fail("oneOf", "want exactly one of the %d alternatives, but both %d and %d fit", len(r), fitting[0]+1, i+1)
		case fits:
			fitting = append(fitting, i)
		case why != nil:
			reasons = append(reasons, why)
		}
	}
	return len(fitting) == 1 || v.failNone("oneOf", len(r), reasons)
}

// failNone says why each of the first alternatives does not fit.
func (v *validation) failNone(keyword string, alternatives int, reasons []*Error) bool {
	if v.mode == verdict {
		return false
	}
	here := v.pointer()
	parts := make([]string, 0, len(reasons)+1)
	for i, why := range reasons {
		where := ""
		if below := strings.TrimPrefix(why.Path, here); below != "" {
			where = "at " + shorten(below) + ": "
		}
		parts = append(parts, fmt.Sprintf("(%d) %s%s", i+1, where, shortenTo(why.Message, reasonBytes)))
	}
	if alternatives > len(reasons) {
		parts = append(parts, "…")
	}
	return v.fail(keyword, "fits none of the %d alternatives: %s", alternatives, strings.Join(parts, "; "))
}

func (r notRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	fits, _ := v.attempt(r.node, value, false)
	return !fits || v.fail("not", "got %s, which fits the schema under not and is therefore not allowed", shown(value))
}

func (r ifRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	branch := r.otherwise
	if fits, _ := v.attempt(r.test, value, false); fits {
		branch = r.then
	}
	return branch == nil || v.check(branch, value)
}

func (r never) check(v *validation, value []byte, _ jsontext.Kind) bool {
	return v.fail(string(r), "no value is allowed here, got %s", shown(value))
}
