package schema

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// typeRule is a set of types; it is the rule of type.
type typeRule uint8

const (
	arrayType typeRule = 1 << iota
	booleanType
	integerType
	nullType
	numberType
	objectType
	stringType
)

func typeNames() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

func (c *compiler) typeKeyword(d *draft, k keyword) bool {
	if k.name != "type" {
		return false
	}
	if jsontext.KindOf(k.value) != jsontext.Array {
		d.types = c.typeName(k)
		return true
	}
	if c.core {
		c.refuse(k, "the core profile takes one type, not a list of types")
	}
	for i, element := range jsontext.Elements(k.value) {
		one := keyword{name: k.name, value: element, at: k.at.child(strconv.Itoa(i)), order: k.order}
		d.types |= c.typeName(one)
	}
	if len(jsontext.AppendCompact(nil, k.value)) == len("[]") {
		c.refuse(k, "want a type or a list of at least one, got an empty list")
	}
	return true
}

func (c *compiler) typeName(k keyword) typeRule {
	name, ok := c.text(k)
	if !ok {
		return 0
	}
	for i, known := range typeNames() {
		if name == known {
			return 1 << i
		}
	}
	c.refuse(k, "unknown type %s, want one of %s%s", excerpt(k.value), strings.Join(typeNames(), ", "), typeAdvice(name))
	return 0
}

// typeAdvice translates the type names of programming languages.
func typeAdvice(name string) string {
	switch strings.ToLower(name) {
	case "any":
		return "; leave type out to allow any value"
	case "dict", "map", "hashmap", "struct":
		return "; write object"
	case "list", "tuple", "set", "arraylist":
		return "; write array"
	case "float", "double", "decimal":
		return "; write number"
	case "int", "long":
		return "; write integer"
	case "str", "char", "date":
		return "; write string"
	case "bool":
		return "; write boolean"
	case "none", "nil":
		return "; write null"
	}
	if near := nearest(name, typeNames()); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

func (t typeRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if t.has(value, kind) {
		return true
	}
	if v.mode == verdict {
		return false
	}
	return v.fail("type", "want %s, got %s%s", t, shown(value), v.typeHint(t, value, kind))
}

// has reports whether a value is of one of the types; 1.0 is an integer, true is no number.
func (t typeRule) has(value []byte, kind jsontext.Kind) bool {
	return t&typeOf(kind) != 0 || kind == jsontext.Number && t&integerType != 0 && isInteger(value)
}

// typeOf is the type of every value of a kind.
func typeOf(kind jsontext.Kind) typeRule {
	switch kind {
	case jsontext.Array:
		return arrayType
	case jsontext.True, jsontext.False:
		return booleanType
	case jsontext.Null:
		return nullType
	case jsontext.Object:
		return objectType
	case jsontext.String:
		return stringType
	default:
		return numberType
	}
}

// String spells the set: "integer or null".
func (t typeRule) String() string {
	var names []string
	for i, name := range typeNames() {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// typeHint sees values sent as text, and text sent as values.
func (v *validation) typeHint(t typeRule, value []byte, kind jsontext.Kind) string {
	switch {
	case !v.hint():
	case kind == jsontext.String:
		text := textOf(value)
		inner := jsontext.KindOf(text)
		if len(text) > hintBytes || jsontext.Check(text, instanceBounds()) != nil || inner == jsontext.String {
			return ""
		}
		if t.has(bytes.TrimSpace(text), inner) {
			return "; send it as JSON, not as text in quotes"
		}
	case t&stringType != 0 && (kind == jsontext.Number || kind == jsontext.True || kind == jsontext.False):
		return "; send it as text in quotes"
	}
	return ""
}
