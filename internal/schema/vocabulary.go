package schema

import "slices"

// isAnnotation names the keywords accepted and ignored (contract 8). Defaults
// are not checked: real catalogs are full of ones that contradict their type.
func isAnnotation(name string) bool {
	switch name {
	case "description", "title", "default", "examples", "$schema", "$id", "$comment",
		"deprecated", "readOnly", "writeOnly", "format":
		return true
	}
	return false
}

// inCore names the keywords of the core profile: S2's eight and what it says grows next.
func inCore(name string) bool {
	switch name {
	case "type", "properties", "required", "enum", "minLength", "maxLength", "pattern", "items",
		"$ref", "$defs", "additionalProperties":
		return true
	}
	return false
}

// keywords lists what the full profile checks.
func keywords() []string {
	return []string{
		"type", "properties", "required", "enum", "minLength", "maxLength", "pattern", "items",
		"$ref", "$defs", "additionalProperties",
		"const", "anyOf", "oneOf", "allOf", "not", "if", "then", "else",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
		"propertyNames", "patternProperties", "prefixItems", "dependentRequired",
	}
}

func isKeyword(name string) bool { return slices.Contains(keywords(), name) }

// advice says what to write instead of a keyword that is not supported.
func advice(name string) string {
	switch name {
	case "definitions":
		return "; write $defs"
	case "nullable":
		return `; write a list of types such as "type":["string","null"]`
	case "optional":
		return "; list the names that are not optional in required"
	case "id":
		return "; write $id"
	case "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor":
		return "; refer by a JSON pointer such as #/$defs/name"
	case "dependencies", "dependentSchemas":
		return "; write dependentRequired, or if and then"
	case "additionalItems":
		return "; write prefixItems with items"
	case "contains", "minContains", "maxContains":
		return "; describe every item with items"
	case "unevaluatedProperties":
		return "; write additionalProperties"
	case "unevaluatedItems":
		return "; write items"
	case "contentEncoding", "contentMediaType", "contentSchema":
		return "; say it in description"
	}
	if near := nearest(name, keywords()); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
