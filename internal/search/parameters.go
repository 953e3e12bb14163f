package search

import "github.com/discoveryd/discoveryd/internal/jsontext"

// maxSchemaDepth bounds the walk; a registered schema has no deeper level (contract section 9).
const maxSchemaDepth = 64

// parameterTexts are the words of a JSON Schema that say what a tool takes:
// property names, titles, descriptions and the strings of enumerations, in the
// author's order.
func parameterTexts(schema string) []string {
	if schema == "" {
		return nil
	}
	var w schemaWords
	w.schema([]byte(schema), 1)
	return w.texts
}

type schemaWords struct{ texts []string }

func (w *schemaWords) schema(value []byte, depth int) {
	if depth > maxSchemaDepth {
		return
	}
	for raw, member := range jsontext.Members(value) {
		keyword, _ := jsontext.Unquote(raw)
		switch keyword {
		case "title", "description", "const":
			w.text(member)
		case "enum":
			for _, element := range jsontext.Elements(member) {
				w.text(element)
			}
		case "properties", "$defs", "definitions":
			w.named(member, keyword == "properties", depth)
		case "items", "additionalProperties", "not", "if", "then", "else":
			w.schema(member, depth+1)
		case "prefixItems", "anyOf", "oneOf", "allOf":
			for _, element := range jsontext.Elements(member) {
				w.schema(element, depth+1)
			}
		}
	}
}

// named walks an object of schemas; the names of properties are words too.
func (w *schemaWords) named(object []byte, names bool, depth int) {
	for name, member := range jsontext.Members(object) {
		if names {
			w.text(name)
		}
		w.schema(member, depth+1)
	}
}

func (w *schemaWords) text(value []byte) {
	if s, ok := jsontext.Unquote(value); ok && s != "" {
		w.texts = append(w.texts, s)
	}
}
