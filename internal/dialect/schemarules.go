package dialect

import "github.com/discoveryd/discoveryd/internal/transcript"

// schemaRules are what a provider asks of a schema. One that breaks them is refused
// together with every other tool of the request, so a declaration is changed
// where it has to be, and says so.
type schemaRules struct {
	properties bool // the root needs properties, if only empty ones
	items      bool // an array needs items
	// keys bounds the names of properties: of the root's (keysAtRoot) or of all.
	keys       func(string) bool
	keysAtRoot bool
	// keywords are those that the provider knows; nil is all.
	keywords map[string]bool
	// scalars says which enum values the provider takes: strings and numbers only.
	scalars bool
	// notAtRoot are keywords that the provider refuses beside the root's type.
	notAtRoot []string
	// plainRoot wants type and properties at the root itself, not behind a $ref.
	plainRoot bool
	// optionalCycles allows recursion through optional properties only.
	optionalCycles bool
	// omitEmpty leaves out the schema of a tool without arguments.
	omitEmpty bool
}

func rulesOf(format string) schemaRules {
	switch format {
	case transcript.OpenAIChat, transcript.OpenAIResponses, transcript.LangChain, transcript.AISDK:
		return schemaRules{
			properties: true, items: true, plainRoot: true,
			notAtRoot: []string{"anyOf", "oneOf", "allOf", "enum", "const", "not"},
		}
	case transcript.AnthropicMessages, transcript.BedrockConverse: // behind Bedrock the rules are the model's, most often Claude's
		return schemaRules{
			properties: true, keys: isAnthropicKey, keysAtRoot: true, plainRoot: true,
			notAtRoot: []string{"anyOf", "oneOf", "allOf"},
		}
	case transcript.Gemini:
		return schemaRules{
			items: true, keys: isGeminiKey, keywords: geminiKeywords(), scalars: true, plainRoot: true,
			notAtRoot: []string{"anyOf", "oneOf", "allOf", "enum", "const", "not"}, optionalCycles: true, omitEmpty: true,
		}
	case transcript.MCP:
		return schemaRules{}
	default:
		return schemaRules{properties: true}
	}
}

// isAnthropicKey is ^[a-zA-Z0-9_.-]{1,64}$.
func isAnthropicKey(key string) bool { return isKey(key, "_.-") }

// isGeminiKey is ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$.
func isGeminiKey(key string) bool {
	return isKey(key, "_") && (key[0] < '0' || key[0] > '9')
}

func isKey(key, marks string) bool {
	if len(key) == 0 || len(key) > 64 {
		return false
	}
	for i := range len(key) {
		b := key[i]
		letter := 'a' <= b|0x20 && b|0x20 <= 'z'
		digit := '0' <= b && b <= '9'
		mark := false
		for j := range len(marks) {
			mark = mark || b == marks[j]
		}
		if !letter && !digit && !mark {
			return false
		}
	}
	return true
}

// geminiKeywords is the subset of JSON Schema that parametersJsonSchema is
// documented to take.
func geminiKeywords() map[string]bool {
	known := map[string]bool{}
	for _, keyword := range [...]string{
		"$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems",
		"minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required", "propertyOrdering",
	} {
		known[keyword] = true
	}
	return known
}
