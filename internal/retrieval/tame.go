package retrieval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// Real catalogs break the rules of registration in many small ways: foreign
// type names, hidden characters, keywords nobody defined. Taming keeps what
// carries words for search and makes the rest plain.
const (
	descriptionChars   = 4000 // of a tool
	schemaTextChars    = 2000 // of a description inside a schema
	nameChars          = 200  // of a property's name or an enum value
	schemaDepth        = 8
	propertiesOfObject = 200
	valuesOfEnum       = 50
)

// rawTool is one line of a catalog file.
type rawTool struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Server      string          `json:"server"`
	Group       string          `json:"group"`
	Parameters  json.RawMessage `json:"parameters"`
}

func (raw rawTool) family() string { return cmp.Or(raw.Server, raw.Group, "tools") }

// tame makes a record that registration accepts.
func (raw rawTool) tame(taken map[string]bool) Tool {
	root := tameSchema(raw.Parameters, 0)
	root.set("type", []byte(`"object"`))
	root.drop("enum")
	return Tool{
		ID:          raw.ID,
		Name:        registryName(raw, taken),
		Description: cmp.Or(Clean(cmp.Or(raw.Description, raw.Name), descriptionChars), raw.Name),
		Parameters:  string(root.text()),
	}
}

// tameSchema keeps the type, description, properties, items and words of an
// enum. What is no object becomes a schema that allows anything.
func tameSchema(schema []byte, depth int) *object {
	out := &object{}
	if jsontext.KindOf(schema) != jsontext.Object || depth > schemaDepth {
		return out
	}
	kind := typeOf(jsontext.Get(schema, "type"))
	if kind != "" {
		out.set("type", quoted(kind))
	}
	if text, ok := jsontext.Unquote(jsontext.Get(schema, "description")); ok {
		out.set("description", quoted(Clean(text, schemaTextChars)))
	}
	if properties := jsontext.Get(schema, "properties"); jsontext.KindOf(properties) == jsontext.Object {
		out.set("properties", tameProperties(properties, depth+1).text())
	}
	if items := jsontext.Get(schema, "items"); jsontext.KindOf(items) == jsontext.Object {
		out.set("items", tameSchema(items, depth+1).text())
	}
	if values := enumOf(jsontext.Get(schema, "enum")); kind == "string" && len(values) > 0 {
		out.set("enum", quoted(values))
	}
	return out
}

func tameProperties(properties []byte, depth int) *object {
	out := &object{}
	read := 0
	for key, value := range jsontext.Members(properties) {
		if read++; read > propertiesOfObject {
			break
		}
		name, _ := jsontext.Unquote(key)
		out.set(cmp.Or(Clean(name, nameChars), "x"), tameSchema(value, depth).text())
	}
	return out
}

// typeOf is the JSON Schema name of a type, or "" for what is none.
func typeOf(value []byte) string {
	name, _ := jsontext.Unquote(value)
	switch name = strings.ToLower(name); name {
	case "string", "number", "integer", "boolean", "object", "array", "null":
		return name
	case "str", "char":
		return "string"
	case "float", "double":
		return "number"
	case "int", "long", "byte":
		return "integer"
	case "bool":
		return "boolean"
	case "dict", "map", "hashmap":
		return "object"
	case "list", "tuple", "arraylist":
		return "array"
	case "none":
		return "null"
	}
	return ""
}

func enumOf(values []byte) []string {
	var out []string
	for i, value := range jsontext.Elements(values) {
		if i == valuesOfEnum {
			break
		}
		text, ok := jsontext.Unquote(value)
		if text = Clean(text, nameChars); ok && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// Clean takes away hidden characters, folds white space, and cuts to a number
// of characters.
func Clean(text string, most int) string {
	shown := strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(firstChars(strings.Join(strings.Fields(shown), " "), most))
}

// isHidden reports whether registration refuses a character, at least in some places.
func isHidden(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case 0x00AD, 0x034F, 0x061C, 0x180E, 0xFEFF:
		return true
	}
	between := func(low, high rune) bool { return low <= r && r <= high }
	return unicode.IsControl(r) || between(0x200B, 0x200F) || between(0x2028, 0x202E) || between(0x2060, 0x206F) ||
		between(0xFE00, 0xFE0F) || between(0xFFF9, 0xFFFB) || between(0xE0000, 0xE0FFF)
}

// object is a JSON object that keeps the order of its first writes.
type object struct {
	names  []string
	values [][]byte
}

func (o *object) set(name string, value []byte) {
	if i := slices.Index(o.names, name); i >= 0 {
		o.values[i] = value
		return
	}
	o.names = append(o.names, name)
	o.values = append(o.values, value)
}

func (o *object) drop(name string) {
	if i := slices.Index(o.names, name); i >= 0 {
		o.names = slices.Delete(o.names, i, i+1)
		o.values = slices.Delete(o.values, i, i+1)
	}
}

func (o *object) text() []byte {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(quoted(name))
		out.WriteByte(':')
		out.Write(o.values[i])
	}
	out.WriteByte('}')
	return out.Bytes()
}

// quoted writes strings and lists of strings, which every encoder can.
func quoted(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
