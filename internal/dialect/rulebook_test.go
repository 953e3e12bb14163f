package dialect_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

// rulebook is what providers are known to refuse, written down a second time
// and apart from the code: it looks at nothing but the JSON of a tools field.
type rulebook struct {
	format string
	broken []string
}

// rulesBroken lists the rules that a tools field breaks.
func rulesBroken(format string, tools []byte) []string {
	b := rulebook{format: format}
	var entries []map[string]any
	b.decode(tools, &entries)
	if format == transcript.Gemini {
		b.keys("tools[0]", entries[0], "functionDeclarations")
		if len(entries) != 1 {
			b.says("%d elements, want all functions in one", len(entries))
		}
		var outer []struct{ FunctionDeclarations json.RawMessage }
		b.decode(tools, &outer)
		entries = nil
		b.decode(outer[0].FunctionDeclarations, &entries)
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		name := strings.ToLower(b.entry(entry))
		if seen[name] {
			b.says("%s twice", name)
		}
		seen[name] = true
	}
	return b.broken
}

func (b *rulebook) says(format string, args ...any) {
	b.broken = append(b.broken, fmt.Sprintf(format, args...))
}

func (b *rulebook) decode(data []byte, into any) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		b.says("no JSON: %v", err)
	}
}

func (b *rulebook) keys(at string, object map[string]any, allowed ...string) {
	for key := range object {
		if !slices.Contains(allowed, key) {
			b.says("%s has the key %q", at, key)
		}
	}
}

// entry checks one tool and returns its name.
func (b *rulebook) entry(entry map[string]any) string {
	field := "parameters"
	switch b.format {
	case transcript.OpenAIChat, transcript.LangChain:
		b.keys("entry", entry, "type", "function")
		entry = asObject(entry["function"])
	case transcript.OpenAIResponses:
		b.keys("entry", entry, "type", "strict", "name", "description", "parameters")
		if entry["strict"] != false {
			b.says("strict is %v", entry["strict"])
		}
	case transcript.AnthropicMessages:
		field = "input_schema"
	case transcript.Gemini:
		field = "parametersJsonSchema"
	case transcript.BedrockConverse:
		b.keys("entry", entry, "toolSpec")
		entry = asObject(entry["toolSpec"])
		field = "inputSchema"
	case transcript.MCP:
		field = "inputSchema"
	case transcript.AISDK:
		field = "inputSchema"
	}
	b.keys("tool", entry, "type", "strict", "name", "description", field)
	name, _ := entry["name"].(string)
	description, _ := entry["description"].(string)
	if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`).MatchString(name) {
		b.says("name %q", name)
	}
	chars := utf8.RuneCountInString(description)
	if chars == 0 || chars > 1024 && (b.format == transcript.OpenAIChat || b.format == transcript.LangChain) {
		b.says("%s: description of %d characters", name, chars)
	}
	schema := entry[field]
	if b.format == transcript.BedrockConverse {
		schema = asObject(schema)["json"]
	}
	if _, given := entry[field]; !given && b.format == transcript.Gemini {
		return name
	}
	b.root(name, asObject(schema))
	b.schema(name, schema, schema)
	return name
}

func asObject(value any) map[string]any {
	object, _ := value.(map[string]any)
	return object
}

func (b *rulebook) openAI() bool {
	return slices.Contains([]string{transcript.OpenAIChat, transcript.OpenAIResponses, transcript.LangChain, transcript.AISDK}, b.format)
}

func (b *rulebook) claude() bool {
	return b.format == transcript.AnthropicMessages || b.format == transcript.BedrockConverse
}

func (b *rulebook) root(name string, root map[string]any) {
	if root["type"] != "object" {
		b.says("%s: root type %v", name, root["type"])
	}
	properties, given := root["properties"].(map[string]any)
	if !given && (b.openAI() || b.claude()) {
		b.says("%s: root without properties", name)
	}
	if b.claude() {
		for key := range properties {
			if !regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`).MatchString(key) {
				b.says("%s: property key %q", name, key)
			}
		}
	}
	refused := map[bool][]string{true: {"anyOf", "oneOf", "allOf"}, false: {"anyOf", "oneOf", "allOf", "not", "enum", "const"}}[b.claude()]
	for _, keyword := range refused {
		if _, there := root[keyword]; there && b.format != transcript.MCP && b.format != transcript.Neutral {
			b.says("%s: %s at the root", name, keyword)
		}
	}
	if b.format == transcript.Gemini && len(properties) == 0 && root["additionalProperties"] == nil {
		b.says("%s: an empty object", name)
	}
}

var geminiKnows = strings.Fields(`$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems
	minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering`)

func (b *rulebook) schema(at string, root, value any) {
	schema, isObject := value.(map[string]any)
	if !isObject {
		return
	}
	b.array(at, schema)
	if reference, there := schema["$ref"].(string); there && resolve(root, reference) == nil {
		b.says("%s: %s leads nowhere", at, reference)
	}
	if b.format == transcript.Gemini {
		b.gemini(at, root, schema)
	}
	for keyword, inner := range schema {
		switch keyword {
		case "properties", "patternProperties", "$defs":
			for key, one := range asObject(inner) {
				b.schema(at+"/"+keyword+"/"+key, root, one)
			}
		case "anyOf", "oneOf", "allOf", "prefixItems":
			list, _ := inner.([]any)
			for _, one := range list {
				b.schema(at+"/"+keyword, root, one)
			}
		case "items", "additionalProperties", "not", "if", "then", "else", "propertyNames":
			b.schema(at+"/"+keyword, root, inner)
		}
	}
}

func (b *rulebook) array(at string, schema map[string]any) {
	types, _ := schema["type"].([]any)
	isArray := schema["type"] == "array" || slices.Contains(types, any("array"))
	if _, there := schema["items"]; isArray && !there && (b.openAI() || b.format == transcript.Gemini) {
		b.says("%s: an array without items", at)
	}
}

func (b *rulebook) gemini(at string, root any, schema map[string]any) {
	b.keys(at, schema, geminiKnows...)
	if _, there := schema["$ref"]; there {
		for key := range schema {
			if key[0] != '$' {
				b.says("%s: %s beside $ref", at, key)
			}
		}
	}
	properties := asObject(schema["properties"])
	for key := range properties {
		if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`).MatchString(key) {
			b.says("%s: property key %q", at, key)
		}
	}
	values, _ := schema["enum"].([]any)
	for _, value := range values {
		switch value.(type) {
		case string, json.Number:
		default:
			b.says("%s: enum value %v", at, value)
		}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		property, _ := properties[name.(string)].(map[string]any)
		if key, _ := name.(string); properties[key] == nil {
			b.says("%s: %v is required and not there", at, name)
		}
		if reference, _ := property["$ref"].(string); reference != "" && samePlace(resolve(root, reference), schema) {
			b.says("%s: %v is a cycle and required", at, name)
		}
	}
}

// resolve follows a local reference, nil where it leads nowhere.
func resolve(value any, reference string) any {
	for token := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(reference, "#"), "/"), "/") {
		if token != "" {
			value = asObject(value)[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		}
	}
	return value
}

func samePlace(a any, b map[string]any) bool {
	x, ok := a.(map[string]any)
	return ok && fmt.Sprintf("%p", x) == fmt.Sprintf("%p", b)
}
