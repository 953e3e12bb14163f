package dialect

import (
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// writtenOut is a schema whose root says what its $ref says: providers look for
// type and properties at the root itself. A chain of references is followed as
// far as it leads to new places.
func (a *adjuster) writtenOut(schema []byte) []byte {
	seen := map[string]bool{}
	root := schema
	for {
		reference, ok := jsontext.Unquote(jsontext.Get(root, "$ref"))
		if !ok || seen[reference] {
			return root
		}
		seen[reference] = true
		target := valueAt(schema, strings.TrimPrefix(reference, "#"))
		if jsontext.KindOf(target) != jsontext.Object {
			return root
		}
		var effect Effect
		root, effect = merged(root, target)
		a.changed("/$ref", effect, "/$ref is replaced by what it refers to")
	}
}

// merged is the root without its $ref, and the target's keywords that it lacks.
// What both say, the root says.
func merged(root, target []byte) ([]byte, Effect) {
	out, effect := []byte{'{'}, Same
	add := func(key, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	for key, value := range jsontext.Members(root) {
		if !jsontext.KeyIs(key, "$ref") {
			add(key, value)
		}
	}
	for key, value := range jsontext.Members(target) {
		name, _ := jsontext.Unquote(key)
		switch {
		case name == "$ref" || jsontext.Get(root, name) == nil:
			add(key, value)
		case name != "type" && name != "description" && name != "title":
			effect = Lost
		}
	}
	return append(out, '}'), effect
}

// valueAt is the value at a JSON pointer, nil where there is none.
func valueAt(value []byte, pointer string) []byte {
	if pointer == "" {
		return value
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		name := strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		if jsontext.KindOf(value) != jsontext.Array {
			value = jsontext.Get(value, name)
			continue
		}
		var found []byte
		for i, element := range jsontext.Elements(value) {
			if strconv.Itoa(i) == name {
				found = element
			}
		}
		value = found
	}
	return value
}

// recursiveKeys are the required properties in whose schemas a reference leads
// back to the schema that holds them, or further out. Recursion that takes
// several references is not seen.
func (a *adjuster) recursiveKeys(schema []byte, pointer string) map[string]bool {
	if !a.rules.optionalCycles || jsontext.Get(schema, "required") == nil {
		return nil
	}
	var recursive map[string]bool
	properties := jsontext.Get(schema, "properties")
	for _, value := range jsontext.Elements(jsontext.Get(schema, "required")) {
		name, _ := jsontext.Unquote(value)
		if !leadsBack(jsontext.Get(properties, name), pointer) {
			continue
		}
		if recursive == nil {
			recursive = map[string]bool{}
		}
		recursive[name] = true
	}
	return recursive
}

// leadsBack reports whether a $ref inside a value names the place of a pointer
// or one around it.
func leadsBack(value []byte, pointer string) bool {
	for key, member := range jsontext.Members(value) {
		target, isText := jsontext.Unquote(member)
		if isText && jsontext.KeyIs(key, "$ref") {
			target = strings.TrimPrefix(target, "#")
			if target == pointer || strings.HasPrefix(pointer, target+"/") {
				return true
			}
		}
		if leadsBack(member, pointer) {
			return true
		}
	}
	for _, element := range jsontext.Elements(value) {
		if leadsBack(element, pointer) {
			return true
		}
	}
	return false
}
