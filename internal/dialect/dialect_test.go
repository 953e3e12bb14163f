package dialect_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

var formats = transcript.Formats()

func record(name, description, parameters string) *tool.Record {
	return &tool.Record{Spec: tool.Spec{Name: name, Description: description, Parameters: parameters}}
}

func TestDeclarationsKeepTheAuthorsBytes(t *testing.T) {
	r := record("files.read_json", `Read <a> "JSON" file & more`,
		`{"type":"object","required":["b","a"],"properties":{"b":{"type":"number","maximum":1.50e2},"a":{"enum":["\u00e9"]}}}`)
	schema := r.Parameters
	head := `{"name":"files__read_json","description":"Read <a> \"JSON\" file & more","`
	want := map[string]string{
		transcript.Neutral:           head + `parameters":` + schema + `}`,
		transcript.OpenAIChat:        `{"type":"function","function":` + head + `parameters":` + schema + `}}`,
		transcript.LangChain:         `{"type":"function","function":` + head + `parameters":` + schema + `}}`,
		transcript.OpenAIResponses:   `{"type":"function",` + head[1:] + `parameters":` + schema + `,"strict":false}`,
		transcript.AnthropicMessages: head + `input_schema":` + schema + `}`,
		transcript.Gemini:            head + `parametersJsonSchema":` + schema + `}`,
		transcript.BedrockConverse:   `{"toolSpec":` + head + `inputSchema":{"json":` + schema + `}}}`,
		transcript.MCP:               head + `inputSchema":` + schema + `}`,
		transcript.AISDK:             `{"type":"function",` + head[1:] + `inputSchema":` + schema + `}`,
	}
	for _, format := range formats {
		got := dialect.Of(format, false).Declare(r)
		if string(got.JSON) != want[format] || got.Name != "files__read_json" || len(got.Warnings) > 0 {
			t.Errorf("%s: %s %s %v\nwant %s", format, got.Name, got.JSON, got.Warnings, want[format])
		}
		if got.Chars != utf8.RuneCountInString(want[format]) {
			t.Errorf("%s: %d characters, want %d", format, got.Chars, utf8.RuneCountInString(want[format]))
		}
	}
}

func TestAToolWithoutArgumentsIsDeclaredWithEmptyProperties(t *testing.T) {
	cases := map[string]struct {
		parameters, want string
		warned           bool
	}{
		"bare":                 {`{"type":"object"}`, `{"type":"object","properties":{}}`, true},
		"empty already":        {`{"type":"object","properties":{}}`, `{"type":"object","properties":{}}`, false},
		"closed":               {`{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":false,"properties":{}}`, true},
		"properties elsewhere": {`{"type":"object","$defs":{"x":{"properties":{}}}}`, `{"type":"object","$defs":{"x":{"properties":{}}},"properties":{}}`, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, format := range []string{transcript.Neutral, transcript.OpenAIChat, transcript.OpenAIResponses, transcript.AnthropicMessages, transcript.BedrockConverse, transcript.AISDK} {
				got := dialect.Of(format, false).Declare(record("a", "d", c.parameters))
				if !strings.Contains(string(got.JSON), `":`+c.want) || !json.Valid(got.JSON) {
					t.Errorf("%s: %s, want the schema %s", format, got.JSON, c.want)
				}
				if warned := len(got.Warnings) == 1 && got.Warnings[0].Code == "SCHEMA_ADJUSTED"; warned != c.warned {
					t.Errorf("%s: warnings %v, want one: %v", format, got.Warnings, c.warned)
				}
			}
		})
	}
}

func TestOpenAIDescriptionsAreCutAtAWord(t *testing.T) {
	cases := map[string]struct{ description, want string }{
		"exactly as long as allowed": {strings.Repeat("x", 1024), strings.Repeat("x", 1024)},
		"words":                      {strings.Repeat("word ", 300), strings.Repeat("word ", 203) + "word…"},
		"ends exactly at a word":     {strings.Repeat("x", 1023) + " y", strings.Repeat("x", 1023) + "…"},
		"no word near":               {strings.Repeat("查", 2000), strings.Repeat("查", 1023) + "…"},
		"a conjunct at the edge":     {strings.Repeat("x", 1020) + "स्ते" + "y", strings.Repeat("x", 1020) + "…"},
		"a grapheme at the edge":     {strings.Repeat("x", 1022) + "e\u0301\u0301" + "y", strings.Repeat("x", 1022) + "…"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := dialect.Of(transcript.OpenAIChat, false).Declare(record("a", c.description, `{"type":"object","properties":{}}`))
			var got struct {
				Function struct{ Description string }
			}
			if err := json.Unmarshal(d.JSON, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.Function.Description); diff != "" {
				t.Errorf("description (-want +got):\n%s", diff)
			}
			if cut := len(d.Warnings) == 1 && d.Warnings[0].Code == "DESCRIPTION_CUT"; cut != (c.want != c.description) {
				t.Errorf("warnings = %v", d.Warnings)
			}
		})
	}
	whole := dialect.Of(transcript.AnthropicMessages, false).Declare(record("a", strings.Repeat("word ", 300), `{"type":"object","properties":{}}`))
	if len(whole.Warnings) > 0 {
		t.Errorf("anthropic-messages cut a description: %v", whole.Warnings)
	}
}

func TestALiveDescriptionIsDeclared(t *testing.T) {
	r := record("run_python", "Run Python", `{"type":"object","properties":{}}`)
	r.LiveDescription = "Run Python with openpyxl"
	if got := string(dialect.Of(transcript.Neutral, false).Declare(r).JSON); !strings.Contains(got, "with openpyxl") {
		t.Errorf("declaration = %s", got)
	}
}

func TestJoinCountsWhatItWrites(t *testing.T) {
	for _, format := range formats {
		joinsWhatItCounts(t, dialect.Of(format, false))
	}
}

func joinsWhatItCounts(t *testing.T, d dialect.Dialect) {
	t.Helper()
	a, b := d.Declare(record("a", "é…", `{"type":"object","properties":{}}`)), d.Declare(record("b", "", `{"type":"object","properties":{}}`))
	for _, list := range [][]dialect.Declaration{nil, {a}, {a, b}, {b, a, b}} {
		text, chars := d.Join(list)
		if chars != utf8.RuneCount(text) || !json.Valid(text) {
			t.Errorf("Join = %s, %d characters", text, chars)
		}
	}
}

func TestScaffoldingIsSortedAndItsSchemasAreClosed(t *testing.T) {
	var names []string
	for _, r := range dialect.Scaffolding() {
		names = append(names, r.Name)
		var schema struct {
			Type                 string                     `json:"type"`
			Properties           map[string]json.RawMessage `json:"properties"`
			AdditionalProperties *bool                      `json:"additionalProperties"`
		}
		if err := json.Unmarshal([]byte(r.Parameters), &schema); err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties {
			t.Errorf("%s: root of the schema is not a closed object: %s", r.Name, r.Parameters)
		}
		if n := utf8.RuneCountInString(r.Description); n > 1024 || strings.Contains(r.Description, "\n") {
			t.Errorf("%s: description of %d characters, want one line of at most 1024", r.Name, n)
		}
	}
	if diff := cmp.Diff([]string{"activate_tool", "search_tools"}, names); diff != "" {
		t.Error(diff)
	}
}
