package search

import (
	"bytes"
	"iter"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// maxSchemaDepth bounds the walk; a registered schema has no deeper level (contract section 9).
const maxSchemaDepth = 64

// parameterTexts are the words of a JSON Schema that say what a tool takes:
// property names, titles, descriptions and the strings of enumerations, in the
// author's order.
func parameterTexts(schema string) []string {
	var texts []string
	for quoted := range schemaTexts(schema) {
		s, _ := jsontext.Unquote(quoted)
		texts = append(texts, s)
	}
	return texts
}

// parameterText is one of the parameterTexts.
func parameterText(schema string, i int) string {
	for quoted := range schemaTexts(schema) {
		if i == 0 {
			s, _ := jsontext.Unquote(quoted)
			return s
		}
		i--
	}
	return ""
}

// schemaTexts are the parameterTexts as they are written.
func schemaTexts(schema string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		schemaWalk{yield}.schema([]byte(schema), 1)
	}
}

// schemaWalk walks a schema. Its methods return false to end the walk.
type schemaWalk struct{ yield func([]byte) bool }

func (w schemaWalk) schema(value []byte, depth int) bool {
	if depth > maxSchemaDepth {
		return true
	}
	for key, member := range jsontext.Members(value) {
		if !w.keyword(key, member, depth) {
			return false
		}
	}
	return true
}

func (w schemaWalk) keyword(key, member []byte, depth int) bool {
	if bytes.IndexByte(key, '\\') >= 0 {
		plain, _ := jsontext.Unquote(key)
		key = []byte(`"` + plain + `"`)
	}
	switch string(key) {
	case `"title"`, `"description"`, `"const"`:
		return w.text(member)
	case `"enum"`:
		for _, element := range jsontext.Elements(member) {
			if !w.text(element) {
				return false
			}
		}
	case `"properties"`:
		return w.named(member, true, depth)
	case `"$defs"`, `"definitions"`:
		return w.named(member, false, depth)
	case `"items"`, `"additionalProperties"`, `"not"`, `"if"`, `"then"`, `"else"`:
		return w.schema(member, depth+1)
	case `"prefixItems"`, `"anyOf"`, `"oneOf"`, `"allOf"`:
		for _, element := range jsontext.Elements(member) {
			if !w.schema(element, depth+1) {
				return false
			}
		}
	}
	return true
}

// named walks an object of schemas; the names of properties are words too.
func (w schemaWalk) named(object []byte, names bool, depth int) bool {
	for name, member := range jsontext.Members(object) {
		if names && !w.text(name) || !w.schema(member, depth+1) {
			return false
		}
	}
	return true
}

// text takes a value that is a string with anything in it.
func (w schemaWalk) text(value []byte) bool {
	return len(value) <= len(`""`) || value[0] != '"' || w.yield(value)
}
