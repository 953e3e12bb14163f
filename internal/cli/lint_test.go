package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const lintable = `tools:
  - name: kite.fly
    description: Let a kite rise.
    parameters:
      type: object
      properties:
        height: {type: number, default: 3}
        $wind: {type: string}
  - name: kite_fly
    description: Let a kite rise, too.
  - name: kite.rest
    description: Rest.
    parameters: {type: object, properties: {knots: {type: array}}}
`

func TestLintListsWhatIsLostAndCountsTheRest(t *testing.T) {
	path := file(t, "kites.yaml", lintable)
	got := run(t, "", "lint", path, "--format", "openai-chat", "--format", "anthropic-messages", "--format", "gemini")
	want := outcome{
		code: 1,
		out: path + `:8: kite.fly lost in anthropic-messages, gemini: /properties/$wind is left out: its name is not allowed there (/tools/0/parameters/properties/$wind)
FORMAT              AS THEY STAND  SAME  WEAKER  LOST
openai-chat         2              1     0       0
anthropic-messages  2              0     0       1
gemini              1              1     0       1
2 hints left out that a model could go by; --strict lists them
`,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("lint (-want +got):\n%s", diff)
	}
	strict := run(t, "", "lint", path, "--strict", "--format", "gemini")
	for _, part := range []string{
		":7: kite.fly weaker in gemini: /properties/height/default is left out",
		":9: kite_fly weaker: kite_fly and kite.fly differ in punctuation alone",
	} {
		if !strings.Contains(strict.out, part) || strict.code != 1 {
			t.Errorf("lint --strict = %d %s, want %q", strict.code, strict.out, part)
		}
	}
}

func TestLintFailsOnWhatLosesSomethingAndOnRefusedRecords(t *testing.T) {
	fine := "tools: [{name: a, description: A., parameters: {type: object, properties: {x: {type: string, default: y}}}}]\n"
	cases := map[string]struct {
		manifest string
		flags    []string
		code     int
	}{
		"in order":                 {fine, nil, 0},
		"weaker":                   {fine, []string{"--strict"}, 1},
		"weaker in another format": {fine, []string{"--strict", "--format", "mcp"}, 0},
		"lost":                     {lintable, nil, 1},
		"lost in another format":   {lintable, []string{"--format", "openai-chat"}, 0},
		"a bad record":             {"tools: [{name: A, description: A.}]\n", nil, 1},
		"a bad concept":            {"concepts: [{kind: verb, id: x}]\n", nil, 1},
		"a name of two teams":      {"team: a\n" + fine + "---\nteam: b\n" + fine, nil, 1},
		"an unknown format":        {fine, []string{"--format", "grok"}, 2},
		"no manifest":              {"tools: 3\n", nil, 2},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := run(t, "", append([]string{"lint", file(t, "m.yaml", c.manifest)}, c.flags...)...)
			if got.code != c.code {
				t.Errorf("lint = %+v, want code %d", got, c.code)
			}
		})
	}
}

func TestLintAsJSONSaysFileAndLine(t *testing.T) {
	path := file(t, "kites.yaml", lintable+"  - {name: Kite, description: K.}\n")
	got := run(t, "", "lint", path, "--output", "json")
	var report struct {
		Problems, Findings []struct {
			File, Field, Reason, Tool, Effect string
			Line                              int
			Formats                           []string
		}
		Formats []map[string]any
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatalf("%v: %s", err, got.out)
	}
	if len(report.Problems) != 1 || report.Problems[0].File != path || report.Problems[0].Line != 14 || report.Problems[0].Reason != "INVALID_ARGUMENT_FIELD" {
		t.Errorf("problems %+v", report.Problems)
	}
	if len(report.Formats) != 9 || report.Formats[0]["format"] != "neutral" || report.Formats[0]["intact"] != 3.0 {
		t.Errorf("formats %v", report.Formats)
	}
	lost := 0
	for _, f := range report.Findings {
		if f.Effect == "lost" && f.Tool == "kite.fly" && f.Line == 8 {
			lost++
		}
	}
	if lost != 1 {
		t.Errorf("findings %+v", report.Findings)
	}
}
