package schema

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// premise is what is known about a value in the old document: it fits all of
// these schemas.
type premise struct {
	parts []part
	// chosen are the places of the anyOf and oneOf whose alternative is among the parts.
	chosen []*place
	// only narrows the types; 0 is all.
	only typeRule
}

// with adds the alternative that was chosen.
func (p premise) with(branch part, at *place) premise {
	return premise{append(slices.Clip(p.parts), branch), append(slices.Clip(p.chosen), at), p.only}
}

// among narrows the types.
func (p premise) among(types typeRule) premise {
	p.only = types
	return p
}

// shapeCost is the price in steps of adding one schema to the facts.
const shapeCost = 128

// key identifies the question whether a schema follows.
func (p premise) key(n part) string {
	key := []byte{}
	for _, o := range p.parts {
		key = strconv.AppendInt(append(key, ' '), int64(o.at.node.id), 10)
	}
	key = append(key, '|')
	for _, at := range p.chosen {
		key = append(append(key, ' '), at.pointer()...)
	}
	key = strconv.AppendInt(append(key, '|'), int64(p.only), 10)
	if p.parts != nil && p.parts[0].in == n.in {
		key = append(key, '!')
	}
	return string(strconv.AppendInt(append(key, '>'), int64(n.at.node.id), 10))
}

// facts are what follows from a premise, keyword by keyword. What is left out,
// such as not and if, only makes it say less.
type facts struct {
	premise
	shapes []*shape // of all schemas that hold, one inside the other included
	never  bool     // no value fits
	types  typeRule
	values [][]byte // the only values that may fit; nil where they are not listed

	low, high            *edge
	units                []*big.Rat
	minLength, maxLength int // each most is -1 where there is none
	patterns             []string

	minItems, maxItems           int
	unique                       bool
	minProperties, maxProperties int
	required                     map[string]bool
	branching                    *alternatives // whose alternatives are still to be chosen from
}

func (c *comparison) facts(p premise) *facts {
	f := &facts{premise: p, types: everyType, maxLength: -1, maxItems: -1, maxProperties: -1, required: map[string]bool{}}
	if p.only != 0 {
		f.types = p.only
	}
	for _, s := range c.shapes(p.parts) {
		c.add(f, s)
	}
	f.settle()
	c.enumerate(f)
	return f
}

// shapes are all schemas that hold where the parts do: they, what their $ref
// name, and the branches of their allOf.
func (c *comparison) shapes(parts []part) []*shape {
	var shapes []*shape
	seen := map[*place]bool{}
	var visit func(p part)
	visit = func(p part) {
		if seen[p.at] || !c.spend(shapeCost) {
			return
		}
		seen[p.at] = true
		s := c.shape(p)
		shapes = append(shapes, s)
		for _, inner := range s.all {
			visit(inner)
		}
	}
	for _, p := range parts {
		visit(p)
	}
	return shapes
}

func (c *comparison) add(f *facts, s *shape) {
	f.shapes = append(f.shapes, s)
	f.never = f.never || s.never
	f.types &= s.types
	f.low = f.low.narrowed(s.edge("minimum", false), 1)
	f.low = f.low.narrowed(s.edge("exclusiveMinimum", true), 1)
	f.high = f.high.narrowed(s.edge("maximum", false), -1)
	f.high = f.high.narrowed(s.edge("exclusiveMaximum", true), -1)
	if unit := s.number("multipleOf"); unit != nil {
		f.units = append(f.units, unit)
	}
	f.minLength, f.maxLength = max(f.minLength, s.size("minLength", 0)), fewer(f.maxLength, s.size("maxLength", -1))
	if pattern := s.words["pattern"]; pattern != nil {
		f.patterns = append(f.patterns, string(textOf(pattern)))
	}
	f.minItems, f.maxItems = max(f.minItems, s.size("minItems", 0)), fewer(f.maxItems, s.size("maxItems", -1))
	f.unique = f.unique || jsontext.KindOf(s.words["uniqueItems"]) == jsontext.True
	f.minProperties, f.maxProperties = max(f.minProperties, s.size("minProperties", 0)), fewer(f.maxProperties, s.size("maxProperties", -1))
	for _, name := range s.required {
		f.required[name] = true
	}
	if s.items != nil && jsontext.KindOf(s.items.value) == jsontext.False {
		f.maxItems = fewer(f.maxItems, len(s.prefix))
	}
	for i := range s.alternatives {
		if a := &s.alternatives[i]; f.branching == nil && !slices.Contains(f.chosen, a.at) {
			f.branching = a
		}
	}
}

// settle draws the conclusions that need all keywords.
func (f *facts) settle() {
	f.minProperties = max(f.minProperties, len(f.required))
	if slices.ContainsFunc(f.units, (*big.Rat).IsInt) {
		f.types &^= numberType
	}
	if f.types&numberType == 0 && f.types&integerType != 0 {
		f.low, f.high = f.low.whole(1), f.high.whole(-1)
	}
	f.never = f.never || f.types == 0
}

// enumerate finds the only values that may fit, where a keyword names them.
func (c *comparison) enumerate(f *facts) {
	for _, s := range f.shapes {
		var values [][]byte
		for _, element := range jsontext.Elements(s.words["enum"]) {
			values = append(values, element)
		}
		if value := s.words["const"]; value != nil {
			values = [][]byte{value}
		}
		if values != nil && (f.values == nil || len(values) < len(f.values)) {
			f.values = values
		}
	}
	if f.values == nil {
		return
	}
	fitting := [][]byte{}
	for _, value := range f.values {
		if c.fits(f.premise, value) {
			fitting = append(fitting, value)
		}
	}
	f.values = fitting
}

// fits reports whether a value is one that the premise is about.
func (c *comparison) fits(p premise, value []byte) bool {
	if p.only != 0 && !p.only.has(value, jsontext.KindOf(value)) {
		return false
	}
	for _, o := range p.parts {
		if !c.accepts(o, value) {
			return false
		}
	}
	return true
}

// accepts asks the validator. Out of steps, the answer is no.
func (c *comparison) accepts(p part, value []byte) bool {
	v := validation{steps: max(0, c.steps), mode: verdict}
	ok := v.check(p.at.node, value)
	c.steps = v.steps
	return ok && !v.exhausted()
}

// fewer is the smaller of two bounds, of which -1 is none.
func fewer(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}
