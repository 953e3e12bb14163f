package dialect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestDeltasAreWrittenInTheProvidersForm(t *testing.T) {
	const schema = `{"type":"object","properties":{}}`
	scaffolding := []*tool.Record{record("search_tools", "s", schema)}
	withheld, other := record("files.read", "r", schema), record("mail.send", "m", schema)
	changes := dialect.Changes{Scaffolding: scaffolding, Deferred: []*tool.Record{withheld}, Added: []*tool.Record{withheld, other}, Removed: []string{"db__query"}}
	cases := map[string]struct {
		initial, append []string
		warns           string
	}{
		transcript.AnthropicMessages: {
			[]string{
				`{"name":"search_tools","description":"s","input_schema":` + schema + `}`,
				`{"name":"files__read","description":"r","input_schema":` + schema + `,"defer_loading":true}`,
			},
			[]string{`{"role":"system","content":[` +
				`{"type":"tool_addition","tool":{"type":"tool_reference","name":"files__read"}},` +
				`{"type":"tool_addition","tool":{"type":"tool_definition","definition":{"name":"mail__send","description":"m","input_schema":` + schema + `}}},` +
				`{"type":"tool_removal","tool":{"type":"tool_reference","name":"db__query"}}]}`},
			"NEEDS_BETA NEEDS_BETA",
		},
		transcript.OpenAIResponses: {
			[]string{`{"type":"function","name":"search_tools","description":"s","parameters":` + schema + `,"strict":false}`},
			[]string{`{"type":"additional_tools","role":"developer","tools":[` +
				`{"type":"function","name":"files__read","description":"r","parameters":` + schema + `,"strict":false},` +
				`{"type":"function","name":"mail__send","description":"m","parameters":` + schema + `,"strict":false}]}`},
			"STAYS_LOADED",
		},
		transcript.Gemini: {nil, nil, ""},
	}
	for format, c := range cases {
		t.Run(format, func(t *testing.T) {
			d := dialect.Of(format, false).Deltas(changes)
			if diff := cmp.Diff(c.initial, texts(d.InitialTools)); diff != "" {
				t.Errorf("initial tools (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.append, texts(d.Append)); diff != "" {
				t.Errorf("append (-want +got):\n%s", diff)
			}
			var codes []string
			for _, w := range d.Warnings {
				codes = append(codes, w.Code)
			}
			if got := strings.Join(codes, " "); got != c.warns {
				t.Errorf("warns %q, want %q", got, c.warns)
			}
		})
	}
}

func TestWithoutChangesThereIsNothingToAppend(t *testing.T) {
	for _, format := range formats {
		d := dialect.Of(format, false).Deltas(dialect.Changes{Scaffolding: dialect.Scaffolding()})
		if len(d.Append) > 0 || len(d.Warnings) > 0 {
			t.Errorf("%s appends %s and warns %v", format, d.Append, d.Warnings)
		}
	}
}

func texts(values [][]byte) []string {
	var list []string
	for _, v := range values {
		list = append(list, string(v))
	}
	return list
}
