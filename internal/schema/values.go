package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// valueRule is enum, or const as an enum of one value. Values are compared in
// their canonical form: 1 equals 1.0, and the order of keys does not count.
type valueRule struct {
	keyword string
	values  map[string]bool
	types   typeRule // of the values
	strings []string // for near misses, in order
	allowed listing
}

func (c *compiler) valueKeyword(d *draft, k keyword) bool {
	r := &valueRule{keyword: k.name, values: map[string]bool{}}
	switch {
	case k.name == "const":
		r.add(k.value)
	case k.name != "enum":
		return false
	case jsontext.KindOf(k.value) != jsontext.Array:
		c.refuse(k, "want a list of the values allowed, got %s", shown(k.value))
	default:
		for _, element := range jsontext.Elements(k.value) {
			r.add(element)
		}
	}
	d.values = append(d.values, r)
	return true
}

func (r *valueRule) add(value []byte) {
	free := validation{steps: maxInt} // a schema's text is bounded already
	canonical := string(free.canonical(nil, value))
	if r.values[canonical] {
		return
	}
	kind := jsontext.KindOf(value)
	r.values[canonical] = true
	r.types |= typeOf(kind)
	r.allowed.add(string(jsontext.AppendCompact(nil, value)))
	if kind == jsontext.String {
		r.strings = append(r.strings, string(textOf(value)))
	}
}

func (r *valueRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	var buffer [128]byte
	if r.types&typeOf(kind) != 0 && r.values[string(v.canonical(buffer[:0], value))] {
		return true
	}
	if v.mode == verdict {
		return false
	}
	return v.fail(r.keyword, "want %s, got %s%s", r.want(), shown(value), r.near(v, value, kind))
}

func (r *valueRule) want() string {
	switch {
	case len(r.values) == 0:
		return "nothing at all, since the list of allowed values is empty"
	case len(r.values) == 1:
		return r.allowed.String()
	}
	return "one of " + r.allowed.String()
}

func (r *valueRule) near(v *validation, value []byte, kind jsontext.Kind) string {
	if kind != jsontext.String || !v.hint() {
		return ""
	}
	near := nearest(string(textOf(value)), r.strings)
	if near == "" {
		return ""
	}
	return "; did you mean " + string(jsontext.AppendQuoted(nil, near)) + "?"
}
