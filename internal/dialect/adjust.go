package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// adjusted is a schema as a provider takes it, and what had to change. The
// author's bytes stay where nothing had to.
func (r schemaRules) adjusted(schema []byte) (out []byte, changes []Change) {
	a := adjuster{rules: r}
	if r.plainRoot {
		schema = a.writtenOut(schema)
	}
	out = a.schema(nil, schema, "")
	if len(a.changes) == 0 {
		return schema, nil
	}
	return out, a.changes
}

// adjuster rewrites one schema.
type adjuster struct {
	rules   schemaRules
	changes []Change
}

// changed notes a change at a pointer into the schema.
func (a *adjuster) changed(pointer string, effect Effect, format string, args ...any) {
	a.changes = append(a.changes, Change{"/parameters" + pointer, effect, fmt.Sprintf(format, args...)})
}

// schema appends a schema. pointer is its place in the root.
func (a *adjuster) schema(dst, schema []byte, pointer string) []byte {
	if jsontext.KindOf(schema) != jsontext.Object {
		return append(dst, schema...)
	}
	dropped := a.refusedKeys(schema, pointer)
	recursive := a.recursiveKeys(schema, pointer)
	reference := a.rules.keywords != nil && jsontext.Get(schema, "$ref") != nil
	dst = append(dst, '{')
	first := true
	for key, value := range jsontext.Members(schema) {
		name, _ := jsontext.Unquote(key)
		if !a.keeps(name, value, pointer, reference) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(append(dst, key...), ':')
		dst = a.keyword(dst, place{name: name, pointer: pointer + "/" + jsontext.EscapePointer(name), dropped: dropped, recursive: recursive}, value)
	}
	return append(a.completed(dst, schema, pointer, first), '}')
}

// completed appends the keywords that a provider misses.
func (a *adjuster) completed(dst, schema []byte, pointer string, first bool) []byte {
	add := func(member string) {
		if !first {
			dst = append(dst, ',')
		}
		dst = append(dst, member...)
		first = false
		a.changed(pointer, Same, "%s gets %s", at(pointer), member)
	}
	if pointer == "" && a.rules.properties && jsontext.Get(schema, "properties") == nil {
		add(`"properties":{}`)
	}
	if a.rules.items && isArray(schema) && jsontext.Get(schema, "items") == nil {
		add(`"items":{}`)
	}
	if value := jsontext.Get(schema, "const"); value != nil && pointer != "" && a.rules.scalars && isScalar(value) && jsontext.Get(schema, "enum") == nil {
		add(`"enum":[` + string(value) + `]`)
	}
	return dst
}

// place is a keyword of a schema.
type place struct {
	name, pointer string
	dropped       map[string]bool // properties of the schema that are left out
	recursive     map[string]bool // properties of the schema that lead back to it
}

// keyword appends the value of a keyword, with the schemas inside it adjusted.
func (a *adjuster) keyword(dst []byte, p place, value []byte) []byte {
	switch p.name {
	case "properties":
		return a.members(dst, p, value)
	case "patternProperties", "$defs":
		return a.members(dst, place{pointer: p.pointer}, value)
	case "required":
		return a.required(dst, p, value)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return a.list(dst, p, value)
	case "items", "additionalProperties", "not", "if", "then", "else", "propertyNames":
		return a.schema(dst, value, p.pointer)
	}
	return append(dst, value...)
}

// members appends an object of schemas.
func (a *adjuster) members(dst []byte, p place, object []byte) []byte {
	dst = append(dst, '{')
	first := true
	for key, value := range jsontext.Members(object) {
		name, _ := jsontext.Unquote(key)
		if p.dropped[name] {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(append(dst, key...), ':')
		dst = a.schema(dst, value, p.pointer+"/"+jsontext.EscapePointer(name))
	}
	return append(dst, '}')
}

func (a *adjuster) list(dst []byte, p place, list []byte) []byte {
	dst = append(dst, '[')
	for i, value := range jsontext.Elements(list) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = a.schema(dst, value, fmt.Sprintf("%s/%d", p.pointer, i))
	}
	return append(dst, ']')
}

// required appends the list of required properties without those left out.
func (a *adjuster) required(dst []byte, p place, list []byte) []byte {
	dst = append(dst, '[')
	first := true
	for _, value := range jsontext.Elements(list) {
		if name, _ := jsontext.Unquote(value); p.dropped[name] {
			continue
		}
		if name, _ := jsontext.Unquote(value); p.recursive[name] {
			a.changed(p.pointer, Weaker, "%s is declared optional, since it leads back to what holds it", name)
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, value...)
	}
	return append(dst, ']')
}

// refusedKeys are the properties of a schema whose names the provider refuses.
func (a *adjuster) refusedKeys(schema []byte, pointer string) map[string]bool {
	if a.rules.keys == nil || a.rules.keysAtRoot && pointer != "" {
		return nil
	}
	var refused map[string]bool
	for key := range jsontext.Members(jsontext.Get(schema, "properties")) {
		name, _ := jsontext.Unquote(key)
		if a.rules.keys(name) {
			continue
		}
		if refused == nil {
			refused = map[string]bool{}
		}
		refused[name] = true
		inside := pointer + "/properties/" + jsontext.EscapePointer(name)
		a.changed(inside, Lost, "%s is left out: its name is not allowed there", inside)
	}
	return refused
}

// keeps reports whether a keyword stays.
func (a *adjuster) keeps(name string, value []byte, pointer string, reference bool) bool {
	var keeps bool
	switch {
	case pointer == "" && slices.Contains(a.rules.notAtRoot, name):
	case a.rules.keywords == nil:
		return true
	case reference: // a reference may have nothing but $ keywords beside it
		keeps = strings.HasPrefix(name, "$") && a.rules.keywords[name]
	case name == "enum" && a.rules.scalars:
		keeps = allScalars(value)
	default:
		keeps = a.rules.keywords[name]
	}
	if !keeps {
		left := pointer + "/" + jsontext.EscapePointer(name)
		a.changed(left, a.effectOf(name, value), "%s is left out", left)
	}
	return keeps
}

// effectOf says what it does to a declaration that a keyword is left out.
func (a *adjuster) effectOf(name string, value []byte) Effect {
	switch {
	case name == "const" && isScalar(value): // an enum says it
		return Same
	case name == "enum", name == "const":
		return Lost
	case strings.HasPrefix(name, "$") && name != "$ref", name == "readOnly", name == "writeOnly", name == "deprecated":
		return Same
	}
	return Weaker
}

func allScalars(list []byte) bool {
	for _, value := range jsontext.Elements(list) {
		if !isScalar(value) {
			return false
		}
	}
	return true
}

func isScalar(value []byte) bool {
	kind := jsontext.KindOf(value)
	return kind == jsontext.String || kind == jsontext.Number
}

// isArray reports whether a schema is for lists, alone or among other types.
func isArray(schema []byte) bool {
	kind := jsontext.Get(schema, "type")
	if text, ok := jsontext.Unquote(kind); ok {
		return text == "array"
	}
	for _, value := range jsontext.Elements(kind) {
		if text, _ := jsontext.Unquote(value); text == "array" {
			return true
		}
	}
	return false
}

// at names a place in a message.
func at(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return pointer
}
