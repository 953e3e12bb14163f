package schema

import (
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// The forms a keyword's value can have. Each refuses other forms and says so.

// count reads a number of characters, items or properties. 2.0 is one too.
func (c *compiler) count(k keyword) int {
	if jsontext.KindOf(k.value) == jsontext.Number {
		if d := parseDecimal(k.value); d.integer() && !d.negative {
			return d.saturated()
		}
	}
	c.refuse(k, "want a whole number that is not negative, got %s", shown(k.value))
	return 0
}

// number reads a bound of numbers, nil when it is none.
func (c *compiler) number(k keyword) *bound {
	if jsontext.KindOf(k.value) == jsontext.Number {
		return &bound{value: parseDecimal(k.value), literal: string(k.value)}
	}
	c.refuse(k, "want a number, got %s%s", shown(k.value), boundAdvice(k))
	return nil
}

func boundAdvice(k keyword) string {
	kind := jsontext.KindOf(k.value)
	if (kind == jsontext.True || kind == jsontext.False) && (k.name == "exclusiveMinimum" || k.name == "exclusiveMaximum") {
		return "; since draft 6 it holds the bound itself, in the place of minimum or maximum"
	}
	return ""
}

// text reads a string.
func (c *compiler) text(k keyword) (string, bool) {
	if jsontext.KindOf(k.value) != jsontext.String {
		c.refuse(k, "want a string, got %s", shown(k.value))
		return "", false
	}
	return string(textOf(k.value)), true
}

// names reads a list of property names; a name said twice counts once.
func (c *compiler) names(k keyword) []string {
	if jsontext.KindOf(k.value) != jsontext.Array {
		c.refuse(k, "want a list of property names, got %s%s", shown(k.value), requiredAdvice(k))
		return nil
	}
	var names []string
	seen := map[string]bool{}
	for i, element := range jsontext.Elements(k.value) {
		name, ok := c.text(keyword{name: k.name, value: element, at: k.at.child(strconv.Itoa(i)), order: k.order})
		if ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func requiredAdvice(k keyword) string {
	if kind := jsontext.KindOf(k.value); k.name == "required" && (kind == jsontext.True || kind == jsontext.False) {
		return "; the object that holds a property lists it as required"
	}
	return ""
}

// schemas reads a list of at least one schema.
func (c *compiler) schemas(k keyword) []*node {
	var nodes []*node
	for i, element := range jsontext.Elements(k.value) {
		nodes = append(nodes, c.schema(element, c.place(k.at, strconv.Itoa(i)), k.name))
	}
	if len(nodes) == 0 {
		c.refuse(k, "want a list of at least one schema, got %s", shown(k.value))
	}
	return nodes
}

// schemaMap reads schemas by name and hands them over in the order of the document.
func (c *compiler) schemaMap(k keyword, each func(name string, at *place, n *node)) {
	if jsontext.KindOf(k.value) != jsontext.Object {
		c.refuse(k, "want an object of schemas by name, got %s", shown(k.value))
		return
	}
	for key, value := range jsontext.Members(k.value) {
		c.clock++
		name := string(textOf(key))
		at := c.place(k.at, name)
		each(name, at, c.schema(value, at, k.name))
	}
}
