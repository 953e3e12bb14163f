package mcpimport_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestSpellFollowsTheRule(t *testing.T) {
	long := strings.Repeat("a", 64)
	cases := map[string]struct {
		original, family, want, why string
	}{
		"a camel-case name":                  {"listIssues", "", "list_issues", ""},
		"capitals and hyphens":               {"API-post-page", "", "api-post-page", ""},
		"a hyphenated name stays":            {"get-issue", "", "get-issue", ""},
		"a snake-case name stays":            {"list_issues", "", "list_issues", ""},
		"a dotted name stays":                {"issue.list", "", "issue.list", ""},
		"a wire name is dotted":              {"mcp__github__list", "", "mcp.github.list", ""},
		"a run of capitals is one word":      {"getHTTPCode", "", "get_http_code", ""},
		"a plural of capitals is one word":   {"listPRs", "", "list_prs", ""},
		"all capitals":                       {"LIST", "", "list", ""},
		"digits stay with their word":        {"readS3Bucket", "", "read_s3_bucket", ""},
		"blanks":                             {"Send  an e-mail", "", "send_an_e-mail", ""},
		"a blank beside an underscore":       {"a _b", "", "a_b", ""},
		"slashes and colons":                 {"files/read:text", "", "files.read.text", ""},
		"mixed joints":                       {"a_-_b", "", "a-b", ""},
		"joints at the ends":                 {"_private_", "", "private", ""},
		"three underscores":                  {"a___b", "", "a.b", ""},
		"a leading digit":                    {"3d_render", "", "tool_3d_render", ""},
		"a digit after a dot":                {"v1.2.list", "", "v1_2.list", ""},
		"accents":                            {"créer_élève", "", "creer_eleve", ""},
		"full-width letters":                 {"ｌｉｓｔ", "", "list", ""},
		"other letters separate":             {"日本_search語2", "", "search_2", ""},
		"a family":                           {"listIssues", "github", "github.list_issues", ""},
		"a family that is there already":     {"github.list", "github", "github.list", ""},
		"a reserved name in a family":        {"search_tools", "github", "github.search_tools", ""},
		"a reserved name":                    {"searchTools", "", "", "search_tools is the name of a scaffolding tool"},
		"no letter at all":                   {"查询", "", "", "no Latin letter or digit"},
		"punctuation only":                   {"--", "", "", "no Latin letter or digit"},
		"sixty-four bytes":                   {long, "", long, ""},
		"sixty-five bytes":                   {long + "a", "", "", "65 bytes in its wire spelling, at most 64"},
		"too long only in its wire spelling": {"a." + strings.Repeat("b", 62), "", "", "65 bytes in its wire spelling"},
		"too long with its family":           {long, "f", "", "67 bytes in its wire spelling"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, why := mcpimport.Spell(c.original, c.family)
			if got != c.want || !strings.Contains(why, c.why) || (why == "") != (c.why == "") {
				t.Errorf("Spell(%q, %q) = %q, %q, want %q, %q", c.original, c.family, got, why, c.want, c.why)
			}
		})
	}
}

const answer = `{"jsonrpc":"2.0","id":1,"result":{"tools":[
  {"name":"flyKite","title":"Fly","description":"Let a\n kite  rise.","inputSchema":{"required":["h"],"type":"object","properties":{"h":{"maximum":1e2}}},
   "annotations":{"title":"Fly a kite","idempotentHint":true,"readOnlyHint":false},"outputSchema":{"type":"object"}},
  {"name":"fold/paper","annotations":{"title":"Fold paper","idempotentHint":false},"inputSchema":{"properties":{}},"icons":[],"_meta":{"a":1}},
  {"name":"rest"}
],"nextCursor":""}}`

func TestConvertCarriesOverWhatAManifestCanHold(t *testing.T) {
	got, err := mcpimport.Convert([]byte(answer), mcpimport.Options{Source: "kite shop", Team: "kites"})
	if err != nil {
		t.Fatal(err)
	}
	want := mcpimport.Import{
		Manifest: []byte(`{"team":"kites","tools":[` +
			`{"name":"fly_kite","title":"Fly","description":"Let a kite rise.",` +
			`"parameters":{"required":["h"],"type":"object","properties":{"h":{"maximum":1e2}}},"idempotent":true,"handler":"mcp://kite%20shop/flyKite"},` +
			`{"name":"fold.paper","title":"Fold paper","description":"Fold paper",` +
			`"parameters":{"type":"object","properties":{}},"handler":"mcp://kite%20shop/fold%2Fpaper"},` +
			`{"name":"rest","description":"rest","handler":"mcp://kite%20shop/rest"}]}`),
		Tools:   3,
		Renamed: []mcpimport.Rename{{From: "flyKite", To: "fly_kite"}, {From: "fold/paper", To: "fold.paper"}},
		Notes: []mcpimport.Remark{
			{Tool: "fold/paper", Text: "has no description: its title stands in"},
			{Tool: "fold/paper", Text: `its schema has no type at the root: "object" is added`},
			{Tool: "rest", Text: "has no description: its name stands in; write one, or it will hardly be found"},
			{Tool: "rest", Text: "has no inputSchema: it takes no arguments"},
		},
		Dropped: []mcpimport.Field{
			{Name: "annotations.title", Tools: 1},
			{Name: "annotations.readOnlyHint", Tools: 1},
			{Name: "outputSchema", Tools: 1},
			{Name: "icons", Tools: 1},
			{Name: "_meta", Tools: 1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("import (-want +got):\n%s\n%s", diff, got.Manifest)
	}
}

func TestConvertReadsEveryShapeOfAnswer(t *testing.T) {
	cases := map[string]struct {
		text  string
		tools int
		more  bool
	}{
		"a bare result":               {`{"tools":[{"name":"a"}]}`, 1, false},
		"a response":                  {`{"jsonrpc":"2.0","id":"x","result":{"tools":[{"name":"a"},{"name":"b"}]}}`, 2, false},
		"a list of tools":             {`[{"name":"a"},{"name":"b"}]`, 2, false},
		"a list of pages":             {`[{"tools":[{"name":"a"}],"nextCursor":"2"},{"jsonrpc":"2.0","result":{"tools":[{"name":"b"}]}}]`, 2, false},
		"a page that is not the last": {`{"tools":[{"name":"a"}],"nextCursor":"2"}`, 1, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := mcpimport.Convert([]byte(c.text), mcpimport.Options{Source: "s"})
			if err != nil {
				t.Fatal(err)
			}
			if got.Tools != c.tools || got.MorePages != c.more {
				t.Errorf("tools %d, more %v; want %d, %v", got.Tools, got.MorePages, c.tools, c.more)
			}
		})
	}
}

func TestConvertRefusesEveryCollidingTool(t *testing.T) {
	text := `[{"name":"getUser"},{"name":"list"},{"name":"get_user"},{"name":"twice"},{"name":"twice"},{"name":"查"},{"name":"x","inputSchema":[]},7,{}]`
	got, err := mcpimport.Convert([]byte(text), mcpimport.Options{Source: "s"})
	if err != nil {
		t.Fatal(err)
	}
	want := []mcpimport.Remark{
		{Tool: "getUser", Text: "is spelt get_user by the rule, and so is get_user: rename one of them"},
		{Tool: "get_user", Text: "is spelt get_user by the rule, and so is getUser: rename one of them"},
		{Tool: "twice", Text: "the answer lists several tools of this name: rename all but one"},
		{Tool: "twice", Text: "the answer lists several tools of this name: rename all but one"},
		{Tool: "查", Text: "its name has no Latin letter or digit: give it one that has"},
		{Tool: "x", Text: "its inputSchema is no object"},
		{Text: "element 7 of the list is no object"},
		{Text: "element 8 of the list has no name"},
	}
	if diff := cmp.Diff(want, got.Refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if got.Tools != 1 || !strings.Contains(string(got.Manifest), `[{"name":"list",`) {
		t.Errorf("manifest = %s, want only list", got.Manifest)
	}
}

func TestConvertSaysWhyAnAnswerCannotBeUsed(t *testing.T) {
	cases := map[string]struct {
		text, family, want string
		reason             problem.Reason
	}{
		"a JSON-RPC error":  {`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}`, "", `JSON-RPC error, not a list of tools: "no such method"`, problem.InvalidField},
		"no tools member":   {`{"prompts":[]}`, "", `no "tools" list`, problem.InvalidField},
		"no tools":          {`{"tools":[]}`, "", "lists no tools", problem.InvalidField},
		"text":              {`"tools"`, "", `no "tools" list`, problem.InvalidField},
		"broken JSON":       {`{"tools":[`, "", "unexpected end of text", problem.InvalidJSON},
		"a key twice":       {`{"tools":[{"name":"a","name":"b"}]}`, "", "duplicate property name", problem.InvalidJSON},
		"deep nesting":      {strings.Repeat("[", 100) + strings.Repeat("]", 100), "", "nested deeper", problem.InvalidJSON},
		"an illegal family": {`[{"name":"a"}]`, "GitHub", `"GitHub" is no family`, problem.InvalidField},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := mcpimport.Convert([]byte(c.text), mcpimport.Options{Source: "s", Family: c.family})
			var fault *problem.Error
			if !errors.As(err, &fault) || fault.Reason != c.reason || !strings.Contains(fault.Message, c.want) {
				t.Errorf("Convert = %v, want %s with %q", err, c.reason, c.want)
			}
		})
	}
}

// TestRealCatalogsImport takes every saved answer of the evaluation data.
func TestRealCatalogsImport(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	rule := regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*(\.[a-z][a-z0-9]*([_-][a-z0-9]+)*)*$`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := mcpimport.Convert(data, mcpimport.Options{Source: "s", Team: "t"})
			if err != nil {
				t.Fatal(err)
			}
			listed := 0
			for range jsontext.Elements(jsontext.Get(data, "tools")) {
				listed++
			}
			if got.Tools+len(got.Refused) != listed {
				t.Errorf("%d imported and %d refused of %d listed", got.Tools, len(got.Refused), listed)
			}
			for _, refused := range got.Refused {
				if !strings.Contains(refused.Text, "several tools of this name") {
					t.Errorf("%s refused: %s", refused.Tool, refused.Text)
				}
			}
			for i, value := range jsontext.Elements(jsontext.Get(got.Manifest, "tools")) {
				name, _ := jsontext.Unquote(jsontext.Get(value, "name"))
				if !rule.MatchString(name) || len(tool.Wire(name)) > 64 {
					t.Errorf("tool %d has the illegal name %q", i, name)
				}
			}
			t.Logf("%d of %d tools imported, %d respelt, %d notes, dropped %v",
				got.Tools, listed, len(got.Renamed), len(got.Notes), got.Dropped)
		})
	}
}
