package dialect_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// nasty are schemas that are in order and break something somewhere.
var nasty = map[string]string{
	"bare":                  `{"type":"object"}`,
	"closed":                `{"type":"object","additionalProperties":false}`,
	"arrays":                `{"type":"object","properties":{"a":{"type":"array"},"b":{"type":["null","array"]},"c":{"type":"array","prefixItems":[{"type":"array"}]}}}`,
	"keys":                  `{"type":"object","properties":{"$top":{},"filter[x]":{},"1st":{},"a.b":{"type":"object","properties":{"é":{}},"required":["é"]}},"required":["$top","1st"]}`,
	"a long key":            `{"type":"object","properties":{"` + strings.Repeat("k", 65) + `":{}}}`,
	"a root constant":       `{"type":"object","const":{"a":1}}`,
	"a root reference":      `{"type":"object","$ref":"#/$defs/x","$defs":{"x":{"$ref":"#/$defs/y","title":"X"},"y":{"type":"object","properties":{"a":{"type":"array"}},"required":["a"]}}}`,
	"reference and more":    `{"type":"object","properties":{"a":{"$ref":"#/$defs/x~1y","description":"d"}},"$defs":{"x/y":{"type":"string","minLength":1}}}`,
	"a required cycle":      `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"v":{"type":"string"},"next":{"$ref":"#/$defs/n"},"all":{"type":"array","items":{"$ref":"#/$defs/n"}}},"required":["v","next","all"]}}}`,
	"a cycle of the root":   `{"type":"object","properties":{"child":{"$ref":"#"}},"required":["child"]}`,
	"enums":                 `{"type":"object","properties":{"a":{"enum":[true,"x"]},"b":{"enum":[1,2.5]},"c":{"const":null},"d":{"const":"x"}}}`,
	"combinations":          `{"type":"object","properties":{"a":{"allOf":[{"type":"array"}],"not":{"type":"array"},"if":{"type":"array"},"then":{"type":"array"}}},"dependentRequired":{"a":["b"]},"patternProperties":{"^x":{"type":"array"}},"propertyNames":{"pattern":"x"}}`,
	"true and false":        `{"type":"object","properties":{"a":true,"b":false,"c":{"items":true}}}`,
	"a property named type": `{"type":"object","properties":{"type":{"type":"string"},"items":{"type":"array"},"$ref":{"type":"string"},"enum":{"type":"string"}},"required":["type"]}`,
}

func TestDeclarationsOfNastySchemasBreakNoRule(t *testing.T) {
	for name, schema := range nasty {
		r := checkedRecord(t, tool.Draft{Name: "a.b", Description: strings.Repeat("word ", 400), Parameters: &schema})
		for _, format := range formats {
			d := dialect.Of(format, false)
			tools, _ := d.Join([]dialect.Declaration{d.Declare(r)})
			for _, broken := range rulesBroken(format, tools) {
				t.Errorf("%s in %s: %s\n%s", name, format, broken, tools)
			}
		}
	}
}

// The rulebook must see what is wrong with the same schemas as they stand.
func TestTheRulebookSeesWhatIsWrong(t *testing.T) {
	seen := map[string]bool{}
	for _, schema := range nasty {
		for _, format := range formats {
			d := dialect.Of(format, false)
			plain := d.Declare(record("a.b", "d", `{"type":"object","properties":{"replaced":{}}}`)).JSON
			entry := []byte(strings.Replace(string(plain), `{"type":"object","properties":{"replaced":{}}}`, schema, 1))
			tools, _ := d.Join([]dialect.Declaration{{JSON: entry}})
			if len(rulesBroken(format, tools)) > 0 {
				seen[format] = true
			}
		}
	}
	for _, format := range formats {
		if lax := format == transcript.MCP || format == transcript.Neutral; seen[format] == lax {
			t.Errorf("%s: broken rules seen: %v", format, seen[format])
		}
	}
}

// TestDeclarationsOfRealToolsBreakNoRule declares every tool of the recorded
// MCP servers in every format, all tools of a server in one request.
func TestDeclarationsOfRealToolsBreakNoRule(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	tools, tally := 0, map[dialect.Effect]int{}
	for _, file := range files {
		records := realRecords(t, file)
		tools += len(records)
		for _, format := range formats {
			d := dialect.Of(format, false)
			var declared []dialect.Declaration
			for _, r := range records {
				declared = append(declared, d.Declare(r))
			}
			if len(declared) == 0 {
				continue
			}
			text, _ := d.Join(declared)
			for _, broken := range rulesBroken(format, text) {
				t.Errorf("%s in %s: %s", filepath.Base(file), format, broken)
			}
		}
		for _, r := range records {
			tally[worst(dialect.Portability(r, formats))]++
		}
	}
	t.Logf("%d tools; the worst that some format does to each: %v", tools, tally)
	if tools < 850 {
		t.Errorf("only %d tools", tools)
	}
}

func worst(adjustments []dialect.Adjustment) dialect.Effect {
	var effect dialect.Effect
	for _, a := range adjustments {
		order := []dialect.Effect{"", dialect.Same, dialect.Weaker, dialect.Lost}
		if slices.Index(order, a.Effect) > slices.Index(order, effect) {
			effect = a.Effect
		}
	}
	return effect
}

// realRecords are the tools of a catalog that register.
func realRecords(t *testing.T, file string) []*tool.Record {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var catalog struct {
		Tools []struct {
			Name, Description string
			InputSchema       json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &catalog); err != nil {
		t.Fatal(err)
	}
	var records []*tool.Record
	for _, entry := range catalog.Tools {
		name, why := mcpimport.Spell(entry.Name, "")
		if why != "" {
			t.Fatalf("%s: %s", entry.Name, why)
		}
		schema, description := string(entry.InputSchema), entry.Description
		if description == "" {
			description = entry.Name
		}
		spec, _, problems := tool.Draft{Name: name, Description: description, Parameters: &schema}.Check("")
		if len(problems) == 0 {
			records = append(records, &tool.Record{Spec: spec})
		}
	}
	return records
}

func checkedRecord(t *testing.T, d tool.Draft) *tool.Record {
	t.Helper()
	spec, _, problems := d.Check("")
	if len(problems) > 0 {
		t.Fatalf("%s is refused: %v", *d.Parameters, problems)
	}
	return &tool.Record{Spec: spec}
}

func TestPortabilityJoinsTheFormatsOfAChange(t *testing.T) {
	schema := `{"type":"object","properties":{"$top":{"type":"string","default":"x"},"all":{"type":"array"}}}`
	r := checkedRecord(t, tool.Draft{Name: "a", Description: "d", Parameters: &schema})
	var got []string
	for _, a := range dialect.Portability(r, formats) {
		got = append(got, a.Pointer+" "+string(a.Effect)+" "+strings.Join(a.Formats, ","))
	}
	want := []string{
		"/parameters/properties/all same openai-chat,openai-responses,gemini,ai-sdk,langchain",
		"/parameters/properties/$top lost anthropic-messages,gemini,bedrock-converse",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("adjustments (-want +got):\n%s", diff)
	}
}
