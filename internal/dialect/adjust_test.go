package dialect_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestSchemasAreChangedWhereAProviderWouldRefuseTheRequest(t *testing.T) {
	cases := map[string]struct {
		format, schema, want string
		says                 []string
	}{
		"OpenAI wants items": {
			transcript.OpenAIChat,
			`{"type":"object","properties":{"a":{"type":"array"},"b":{"type":["null","array"],"description":"d"},"c":{"items":{}}}}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{}},"b":{"type":["null","array"],"description":"d","items":{}},"c":{"items":{}}}}`,
			[]string{`/properties/a gets "items":{}`, `/properties/b gets "items":{}`},
		},
		"items in a definition and in a list": {
			transcript.OpenAIResponses,
			`{"type":"object","properties":{},"$defs":{"x/y":{"anyOf":[{"type":"array"},true]}}}`,
			`{"type":"object","properties":{},"$defs":{"x/y":{"anyOf":[{"type":"array","items":{}},true]}}}`,
			[]string{`/$defs/x~1y/anyOf/0 gets "items":{}`},
		},
		"Anthropic refuses names of properties at the root": {
			transcript.AnthropicMessages,
			`{"type":"object","properties":{"$top":{"type":"integer"},"filter[x]":{},"a.b-c":{"properties":{"$in":{}}}},"required":["$top","a.b-c"]}`,
			`{"type":"object","properties":{"a.b-c":{"properties":{"$in":{}}}},"required":["a.b-c"]}`,
			[]string{`/properties/$top is left out: its name is not allowed`, `/properties/filter[x] is left out`},
		},
		"Gemini knows a part of the keywords": {
			transcript.Gemini,
			`{"type":"object","properties":{"a":{"const":"x","pattern":"^x"},"b":{"enum":[true]},"c":{"$ref":"#/$defs/d","description":"e"},"1":{}},"patternProperties":{"p":{}},"$defs":{"d":{"not":{}}}}`,
			`{"type":"object","properties":{"a":{"enum":["x"]},"b":{},"c":{"$ref":"#/$defs/d"}},"$defs":{"d":{}}}`,
			[]string{`/properties/1 is left out`, `and 4 more`},
		},
		"MCP takes any schema": {
			transcript.MCP, `{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":false}`, nil,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := dialect.Of(c.format, false).Declare(record("a", "d", c.schema))
			if !strings.Contains(string(got.JSON), c.want) || !json.Valid(got.JSON) {
				t.Errorf("declared %s\nwant the schema %s", got.JSON, c.want)
			}
			message := ""
			for _, w := range got.Warnings {
				message += w.Code + " " + w.Message
			}
			for _, part := range c.says {
				if !strings.Contains(message, part) {
					t.Errorf("warns %q, want %q in it", message, part)
				}
			}
			if (message != "") != (c.says != nil) {
				t.Errorf("warns %q", message)
			}
		})
	}
}

func TestGeminiLeavesOutTheSchemaOfAToolWithoutArguments(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object"}`: `{"name":"a","description":"d"}`,
		`{"type":"object","properties":{},"additionalProperties":false}`: `{"name":"a","description":"d"}`,
		`{"type":"object","additionalProperties":{"type":"string"}}`:     `{"name":"a","description":"d","parametersJsonSchema":{"type":"object","additionalProperties":{"type":"string"}}}`,
	} {
		if got := dialect.Of(transcript.Gemini, false).Declare(record("a", "d", schema)); string(got.JSON) != want {
			t.Errorf("%s is declared as %s, want %s", schema, got.JSON, want)
		}
	}
}

func TestNativeNamesKeepTheirDotsWhereTheFormatAllowsThem(t *testing.T) {
	for _, format := range formats {
		want := "files__read"
		if format == transcript.Gemini || format == transcript.MCP {
			want = "files.read"
		}
		r := record("files.read", "d", `{"type":"object","properties":{}}`)
		if got := dialect.Of(format, true).Declare(r).Name; got != want {
			t.Errorf("%s declares %s, want %s", format, got, want)
		}
		if got := dialect.Of(format, false).Declare(r).Name; got != "files__read" {
			t.Errorf("%s declares %s without native names", format, got)
		}
	}
}
