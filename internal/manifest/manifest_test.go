package manifest_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/manifest"
)

// load reads one document from standard input.
func load(text string) ([]manifest.Manifest, error) {
	return manifest.Load(manifest.Source{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
}

const kite = `# the kite team's tools
team: kites
tools:
  - name: kite.fly
    description: Let a kite rise.
    parameters:
      type: object
      properties:
        height: {type: number, maximum: 1e2, minimum: 0.50}
        colour:
          enum: [red, "yes", no, 2025-01-01, 007x, 0x10, +3, .5, 1., ~, True]
      required: [height]
    capabilities: [kite:fly]
    idempotent: true
    timeout_ms: 1500
    deprecation:
      reason: too windy
    if_version: 0
concepts:
- kind: entity
  id: kite
  label: Kite
  synonyms: [paper dragon]
`

func TestLoadReadsEveryField(t *testing.T) {
	got, err := load(kite)
	if err != nil {
		t.Fatal(err)
	}
	parameters := `{"type":"object","properties":{"height":{"type":"number","maximum":1e2,"minimum":0.50},` +
		`"colour":{"enum":["red","yes","no","2025-01-01","007x",16,3,0.5,1.0,null,true]}},"required":["height"]}`
	timeout, version := int32(1500), int32(0)
	want := &discoveryv1.ApplyToolsRequest{
		Team: "kites",
		Tools: []*discoveryv1.ToolInput{{
			Name: "kite.fly", Description: "Let a kite rise.", Parameters: &parameters,
			Capabilities: []string{"kite:fly"}, Idempotent: true, TimeoutMs: &timeout,
			Deprecation: &discoveryv1.Deprecation{Reason: "too windy"}, IfVersion: &version,
		}},
		Concepts: []*discoveryv1.Concept{{
			Kind: "entity", Id: "kite", Label: "Kite", Synonyms: []string{"paper dragon"},
		}},
	}
	if diff := cmp.Diff(want, got[0].Request, protocmp.Transform()); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestPositionFindsTheLineOrTheInnermostOneAround(t *testing.T) {
	got, err := load(kite)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		pointer, want string
	}{
		"a field":                       {"/tools/0/description", "stdin:5"},
		"a key inside the schema":       {"/tools/0/parameters/properties/colour/enum", "stdin:11"},
		"an element inside the schema":  {"/tools/0/parameters/required/0", "stdin:12"},
		"a missing field":               {"/tools/0/title", "stdin:4"},
		"a missing member of a schema":  {"/tools/0/parameters/properties/colour/type", "stdin:10"},
		"a concept":                     {"/concepts/0/synonyms/0", "stdin:23"},
		"a tool as a whole":             {"/tools/0", "stdin:4"},
		"an element beyond the list":    {"/tools/0/capabilities/7", "stdin:13"},
		"a tool that is not there":      {"/tools/1/name", ""},
		"a field outside the manifest":  {"/reason", ""},
		"an index that is not a number": {"/tools/x/name", ""},
		"the whole request":             {"", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			position, ok := got[0].Position(c.pointer)
			if ok != (c.want != "") || position.String() != c.want {
				t.Errorf("Position(%q) = %v, %v, want %q", c.pointer, position, ok, c.want)
			}
		})
	}
}

func TestProblemsNameFileAndLine(t *testing.T) {
	cases := map[string]struct {
		text string
		want []string
	}{
		"a misspelt key": {"team: a\ntools:\n- name: x\n  handlr: y\n", []string{
			`stdin:4: unknown key "handlr": did you mean handler? (/tools/0/handlr)`,
		}},
		"a camel-case key": {"team: a\ntools:\n- {name: x, timeoutMs: 5}\n", []string{
			`stdin:3: unknown key "timeoutMs": did you mean timeout_ms? (/tools/0/timeoutMs)`,
		}},
		"a key that is like nothing": {"team: a\nversion: 2\n", []string{
			`stdin:2: unknown key "version": known here: team, tools, concepts (/version)`,
		}},
		"an option of apply": {"team: a\nprune: true\n", []string{
			`stdin:2: unknown key "prune": known here: team, tools, concepts (/prune)`,
		}},
		"what only the server sets": {"team: a\nconcepts:\n- kind: entity\n  id: x\n  revision: 3\n", []string{
			`stdin:5: unknown key "revision": known here: kind, id, label, glossary, synonyms (/concepts/0/revision)`,
		}},
		"a key twice": {"team: a\ntools: []\nteam: b\n", []string{
			`stdin:3: the key "team" stands twice, first in line 1`,
		}},
		"a key twice inside a schema": {"team: a\ntools:\n- name: x\n  parameters:\n    type: object\n    type: string\n", []string{
			`stdin:6: the key "type" stands twice, first in line 5 (/tools/0/parameters)`,
		}},
		"several at once, in order": {"team: 7\ntools:\n- name: true\n- description: [a]\n  idempotent: yes\n  timeout_ms: 1.5\n- oops\n", []string{
			`stdin:1: must be text, got the number 7: put it in quotes (/team)`,
			`stdin:3: must be text, got true: put it in quotes (/tools/0/name)`,
			`stdin:4: must be text, got a list (/tools/1/description)`,
			`stdin:5: must be true or false, got the text "yes" (/tools/1/idempotent)`,
			`stdin:6: must be a whole number of 32 bits, got the number 1.5 (/tools/1/timeout_ms)`,
			`stdin:7: must be a mapping, got the text "oops" (/tools/2)`,
		}},
		"a number beyond 32 bits": {"team: a\ntools:\n- timeout_ms: 3000000000\n", []string{
			`stdin:3: must be a whole number of 32 bits, got the number 3000000000 (/tools/0/timeout_ms)`,
		}},
		"text where a list belongs": {"team: a\ntools:\n- labels: one\n", []string{
			`stdin:3: must be a list, got the text "one" (/tools/0/labels)`,
		}},
		"nothing in a list": {"team: a\ntools:\n- labels:\n  - one\n  -\n", []string{
			`stdin:5: must be text, got nothing (/tools/0/labels/1)`,
		}},
		"a list as the document": {"- team: a\n", []string{`stdin:1: must be a mapping, got a list`}},
		"no team":                {"tools: []\n", []string{`stdin:1: no team: write one (team: your-team) or give --team`}},
		"nothing at all":         {"# only a comment\n", []string{`stdin: the file has no document`}},
		"a leading zero": {"team: a\ntools:\n- timeout_ms: 0777\n", []string{
			`stdin:3: 0777 is octal to some readers of YAML: drop the leading zero, or put it in quotes if it is text (/tools/0/timeout_ms)`,
		}},
		"an infinity": {"team: a\ntools:\n- parameters: {maximum: .inf}\n", []string{
			`stdin:3: .inf has no JSON form: leave it out, or put it in quotes if it is text (/tools/0/parameters/maximum)`,
		}},
		"a tag": {"team: a\ntools:\n- name: !secret x\n  handler: !!str 5\n", []string{
			`stdin:3: the tag !secret means nothing here: leave it out (/tools/0/name)`,
		}},
		"a merge key": {"team: a\ntools:\n- name: x\n  <<: {handler: y}\n", []string{
			`stdin:4: merge keys (<<) are not read: write the keys out, or use an alias for a whole value (/tools/0)`,
		}},
		"a key that is a list": {"team: a\ntools:\n- ? [x]\n  : y\n", []string{
			`stdin:3: a key must be text, got a list, a mapping or an alias (/tools/0)`,
		}},
		"an alias inside itself": {"team: a\ntools: &t\n- *t\n", []string{
			`stdin:3: nested deeper than 67 levels`,
		}},
		"an alias to nothing": {"team: a\ntools: *t\n", []string{
			`stdin:2: YAML: unknown anchor 't' referenced`,
		}},
		"a flow list left open": {"team: a\ntools: [\n", []string{
			`stdin:3: YAML: did not find expected node content while parsing a flow node`,
		}},
		"invalid UTF-8":       {"team: a\n# \xff\n", []string{`stdin:2: invalid UTF-8: byte 0xff`}},
		"a control character": {"team: a\ntools:\n- name: \x1b[2J\n", []string{`stdin:3: control character U+001B`}},
		"JSON with a key twice": {"{\n \"team\": \"a\",\n \"team\": \"b\"\n}", []string{
			`stdin:3: duplicate property name "team"`,
		}},
		"JSON with a lone surrogate": {"{\"team\":\"a\",\n\"tools\":[\n{\"title\":\"\\ud83d\"}]}", []string{
			`stdin:3: lone surrogate \ud83d (/tools/0/title)`,
		}},
		"JSON with an unknown key": {"{\"team\":\"a\",\n\"tools\":[\n{\"nam\":\"x\"}]}", []string{
			`stdin:3: unknown key "nam": did you mean name? (/tools/0/nam)`,
		}},
		"JSON that ends early": {"{\"team\":\n", []string{`stdin:2: unexpected end of text, want a JSON value (/team)`}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := load(c.text)
			var problems manifest.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("Load = %v, want problems", err)
			}
			if diff := cmp.Diff(c.want, strings.Split(problems.Error(), "\n")); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAliasesAreExpandedWithinBounds(t *testing.T) {
	got, err := load("team: a\ntools:\n- name: x\n  parameters: &p {type: object}\n- name: y\n  parameters: *p\n")
	if err != nil {
		t.Fatal(err)
	}
	if text := got[0].Request.Tools[1].GetParameters(); text != `{"type":"object"}` {
		t.Errorf("parameters of the alias = %s", text)
	}

	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x]\n")
	for i := range 9 {
		previous := strings.Repeat("*a"+string(rune('0'+i))+", ", 8)
		bomb.WriteString("a" + string(rune('1'+i)) + ": &a" + string(rune('1'+i)) + " [" + previous + "]\n")
	}
	if _, err := load(bomb.String()); err == nil || !strings.Contains(err.Error(), "more than 1048576 values, aliases expanded") {
		t.Errorf("Load of a bomb = %v", err)
	}
	long := "a: &a \"" + strings.Repeat("x", 1<<16) + "\"\nb: [" + strings.Repeat("*a, ", 300) + "]\n"
	if _, err := load(long); err == nil || !strings.Contains(err.Error(), "limit apply_body") {
		t.Errorf("Load of a long bomb = %v", err)
	}
}

func TestJSONKeepsEscapesAndLiterals(t *testing.T) {
	got, err := load(`{"team":"a","tools":[{"name":"x","parameters": {"b" : 1.50e+2, "a":"\u00e9\/"}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if text := got[0].Request.Tools[0].GetParameters(); text != `{"b":1.50e+2,"a":"\u00e9\/"}` {
		t.Errorf("parameters = %s", text)
	}
}

func TestDocumentsOfOneTeamAreJoined(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("b.yml", "team: one\ntools:\n- name: b\n---\nteam: two\ntools:\n- name: c\n")
	write("a.yaml", "team: one\ntools:\n- name: a\n")
	write("sub/d.json", "{\"team\":\"two\",\n\"tools\":[{\"name\":\"d\"}]}")
	write(".hidden.yaml", "not: read\n")
	write("notes.txt", "not: read\n")
	got, err := manifest.Load(manifest.Source{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	var teams []string
	for _, m := range got {
		var names []string
		for _, tool := range m.Request.Tools {
			names = append(names, tool.Name)
		}
		teams = append(teams, m.Request.Team+": "+strings.Join(names, " "))
	}
	if diff := cmp.Diff([]string{"one: a b", "two: c d"}, teams); diff != "" {
		t.Fatalf("teams (-want +got):\n%s", diff)
	}
	position, _ := got[1].Position("/tools/1/name")
	want := manifest.Position{File: filepath.Join(dir, "sub", "d.json"), Line: 2, Pointer: "/tools/0/name"}
	if diff := cmp.Diff(want, position); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
}

func TestTeamFillsInAndContradictsNobody(t *testing.T) {
	text := "tools:\n- name: a\n---\ntools:\n- name: b\nteam: one\n"
	got, err := manifest.Load(manifest.Source{Paths: []string{"-"}, Stdin: strings.NewReader(text), Team: "one"})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || len(got[0].Request.Tools) != 2 {
		t.Errorf("manifests = %v, want one with both tools", got)
	}
	_, err = manifest.Load(manifest.Source{Paths: []string{"-"}, Stdin: strings.NewReader(text), Team: "two"})
	if err == nil || err.Error() != `stdin:6: the document is of team "one", --team says "two" (/team)` {
		t.Errorf("Load with another team = %v", err)
	}
}

func TestMissingAndEmptyPathsAreProblems(t *testing.T) {
	dir := t.TempDir()
	_, err := manifest.Load(manifest.Source{Paths: []string{filepath.Join(dir, "no.yaml"), dir}})
	want := filepath.Join(dir, "no.yaml") + ": no such file or directory\n" +
		dir + ": no *.yaml, *.yml or *.json file in this folder"
	if err == nil || err.Error() != want {
		t.Errorf("Load = %v, want %s", err, want)
	}
}
