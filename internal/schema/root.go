package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// root compiles the whole text. Model APIs take nothing but a plain object
// schema there, and refuse every tool of a request in which one differs.
func (c *compiler) root(text []byte) *node {
	at := c.place(nil, "")
	whole := keyword{at: at}
	if jsontext.KindOf(text) != jsontext.Object {
		c.refuse(whole, `want an object schema such as {"type":"object","properties":{}}, got %s`, shown(text))
		c.nodes = []*node{{}}
		return c.nodes[0]
	}
	if jsontext.Get(text, "type") == nil {
		whole.name = "type"
		c.refuse(whole, `the root of a parameters schema needs "type":"object"`)
	}
	return c.schema(text, at, "")
}

// rootKeyword holds the keywords of the root against what model APIs take.
func (c *compiler) rootKeyword(d *draft, k keyword) {
	switch k.name {
	case "type":
		if isList := jsontext.KindOf(k.value) == jsontext.Array; d.types != 0 && (isList || d.types != objectType) {
			c.refuse(k, `the root of a parameters schema must have "type":"object", got %s`, shown(k.value))
		}
	case "anyOf", "oneOf", "allOf", "not", "enum", "if":
		c.refuse(k, "model APIs refuse this keyword at the root; move it into a property, or say it in the description")
	}
}
