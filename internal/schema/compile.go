package schema

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// node is one compiled schema. A node without rules accepts every value.
type node struct {
	id    int
	rules []rule
	// inPlace are the schemas applied to the same value, inside those applied
	// to parts of it: the edges along which a schema expands. Only the compiler
	// needs them.
	inPlace, inside []*node
}

// rule is one group of keywords of a schema, such as those about strings.
type rule interface {
	// check reports whether a value fits, and records why when it does not.
	check(v *validation, value []byte, kind jsontext.Kind) bool
}

type compiler struct {
	core       bool // the narrow profile: S2's keywords, $ref, additionalProperties
	nodes      []*node
	places     map[step]*place
	references []reference
	findings   []finding
	tally      tally
	clock      int // counts keywords; orders the findings
	patterns   int // pattern units spent (limits.PatternUnits)
}

// finding is a problem with its place in the order of the document.
type finding struct {
	order int
	Problem
}

// keyword is one member of a schema object.
type keyword struct {
	name  string
	value []byte
	at    *place // of the member itself
	order int
}

// draft collects the groups of one schema until all its keywords are read.
type draft struct {
	node       *node
	types      typeRule
	values     []rule // enum, const
	numbers    numberRule
	texts      textRule
	presence   presenceRule
	objects    objectRule
	arrays     arrayRule
	combined   []rule // $ref, allOf, anyOf, oneOf, not
	conditions ifRule
}

// schema compiles the schema that stands at a place. under is the keyword that
// holds it, which is what the schema false has to say when it refuses a value.
func (c *compiler) schema(text []byte, at *place, under string) *node {
	n := &node{id: len(c.nodes)}
	c.nodes = append(c.nodes, n)
	at.node = n
	k := keyword{name: under, value: text, at: at, order: c.clock}
	switch kind := jsontext.KindOf(text); {
	case kind == jsontext.Object:
		c.object(n, text, at)
	case kind != jsontext.True && kind != jsontext.False:
		c.refuse(k, "want a schema, which is an object, true or false; got %s%s", shown(text), arrayAdvice(under, kind))
	case c.core && under != "additionalProperties":
		c.refuse(k, "the core profile takes no true or false as a schema here")
	case kind == jsontext.False:
		n.rules = []rule{never(under)}
	}
	return n
}

func arrayAdvice(under string, kind jsontext.Kind) string {
	if under == "items" && kind == jsontext.Array {
		return "; a list of schemas, one for each position, is prefixItems"
	}
	return ""
}

func (c *compiler) object(n *node, text []byte, at *place) {
	d := draft{node: n, presence: presenceRule{most: -1}, arrays: arrayRule{most: -1}, texts: textRule{most: -1}}
	for key, value := range jsontext.Members(text) {
		c.clock++
		name := string(textOf(key))
		c.keyword(&d, keyword{name: name, value: value, at: c.place(at, name), order: c.clock})
	}
	n.rules = d.rules()
}

func (c *compiler) keyword(d *draft, k keyword) {
	switch {
	case isAnnotation(k.name):
	case c.core && !inCore(k.name) && isKeyword(k.name):
		c.refuse(k, "the core profile does not take this keyword; the full profile does")
	case c.typeKeyword(d, k), c.valueKeyword(d, k), c.numberKeyword(d, k), c.textKeyword(d, k):
	case c.presenceKeyword(d, k), c.objectKeyword(d, k), c.arrayKeyword(d, k), c.combiningKeyword(d, k):
	default:
		c.refuse(k, "this keyword is not supported%s", advice(k.name))
	}
	if k.at.parent.parent == nil {
		c.rootKeyword(d, k)
	}
}

// rules lists the groups in use, cheap ones first: where one failure decides,
// as inside anyOf, the rest is never looked at. Groups are copied, so that a
// schema keeps no memory for those it does not use.
func (d *draft) rules() []rule {
	var rules []rule
	if d.types != 0 {
		rules = append(rules, d.types)
	}
	rules = append(rules, d.values...)
	if d.numbers.used() {
		numbers := d.numbers
		rules = append(rules, &numbers)
	}
	if d.texts.used() {
		texts := d.texts
		rules = append(rules, &texts)
	}
	if d.presence.used() {
		presence := d.presence
		rules = append(rules, &presence)
	}
	if d.arrays.used() {
		arrays := d.arrays
		rules = append(rules, &arrays)
	}
	if d.objects.used() {
		objects := d.objects
		rules = append(rules, &objects)
	}
	rules = append(rules, d.combined...)
	if d.conditions.test != nil {
		rules = append(rules, d.conditions)
	}
	return rules
}

// refuse records a problem at a keyword.
func (c *compiler) refuse(k keyword, format string, args ...any) {
	c.refuseLimit(k, "", format, args...)
}

func (c *compiler) refuseLimit(k keyword, limit, format string, args ...any) {
	if c.tally.more {
		return
	}
	p := Problem{Pointer: k.at.pointer(), Keyword: k.name, Limit: limit, Message: fmt.Sprintf(format, args...)}
	if c.tally.take(p.Pointer, p.Keyword, p.Message) {
		c.findings = append(c.findings, finding{k.order, p})
	}
}

// sorted returns the problems in document order.
func (c *compiler) sorted() []Problem {
	slices.SortStableFunc(c.findings, func(a, b finding) int { return cmp.Compare(a.order, b.order) })
	problems := make([]Problem, len(c.findings))
	for i, f := range c.findings {
		problems[i] = f.Problem
	}
	if last := len(problems) - 1; last >= 0 {
		problems[last].Message += c.tally.note()
	}
	return problems
}
