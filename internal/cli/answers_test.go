package cli_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// TestAnswersArePrinted holds each command's table against its golden text, and
// its exit code.
func TestAnswersArePrinted(t *testing.T) {
	cases := map[string]struct {
		args   []string
		stdin  string
		answer any
		code   int
		want   string
	}{
		"a search": {
			args: []string{"search", "excel", "file", "--limit", "2"},
			answer: &discoveryv1.SearchToolsResponse{Total: 3, Rows: []*discoveryv1.SearchRow{
				{Name: "excel_reader", Description: "Read an Excel file", Capabilities: []string{"file:read"}},
				{
					Name: "text_reader", Description: "Read a text file", Deprecated: true, Successor: "file.read",
					Capabilities: []string{"file:read", "text:read", "text:list", "text:open"},
				},
			}, UnmatchedTerms: []string{"xlsx"}, Suggestions: []string{"xls"}, Weak: true, Stale: true},
			want: `NAME          CAPABILITIES            DESCRIPTION
excel_reader  file:read               Read an Excel file
text_reader   file:read text:read +2  (deprecated, use file.read) Read a text file
2 of 3 matches shown
weak: even the best row covers little of the query
no tool has: xlsx
near: xls
stale: the server's store is out of reach, this is from memory
`,
		},
		"a search explained": {
			args: []string{"search", "excel", "--explain"},
			answer: &discoveryv1.SearchToolsResponse{Total: 1, Rows: []*discoveryv1.SearchRow{{
				Name: "excel_reader", Description: "Read an Excel file", Explain: &discoveryv1.RowExplanation{
					Terms:    []*discoveryv1.TermExplanation{{Term: "excel", Weight: 1.6931, Fields: []string{"name", "description"}}},
					Coverage: 1, Weight: 1.6931, Bm25: 2.5, Score: 1.25, ExactName: true,
					Windows: []*discoveryv1.WindowExplanation{
						{Label: "Tool name", Start: 0, End: 12, Terms: []string{"excel"}, Characters: 26}, {Start: 8, End: 13, Characters: 7},
					},
				},
			}}},
			want: `NAME          CAPABILITIES  DESCRIPTION
excel_reader                Read an Excel file
1. excel_reader: exact name, coverage 1, weight 1.69, bm25 2.500, score 1.250; terms excel 1.69 in name+description; 33 characters of Tool name 0–12 excel (26), 8–13 (7)
`,
		},
		"a search without a match": {
			args: []string{"search", "zeppelin"},
			answer: &discoveryv1.SearchToolsResponse{
				NoMatch: "NO_TERM_MATCHED", UnmatchedTerms: []string{"zeppelin"},
			},
			code: 1,
			want: "no match: no tool has any of these words (NO_TERM_MATCHED)\nno tool has: zeppelin\n",
		},
		"an activation": {
			args: []string{"activate", "kite.fly", "kite.flee", "kite.old", "--family", "boat"},
			answer: &discoveryv1.ActivateToolsResponse{
				Activated: []*discoveryv1.ActivatedTool{{Name: "kite.fly", WireName: "kite__fly"}},
				Families:  []*discoveryv1.ActivatedFamily{{Family: "boat", Names: []string{"boat.row", "boat.sail"}}},
				Unknown: []*discoveryv1.UnknownTool{
					{Name: "kite.flee", Reason: "unknown", Suggestions: []string{"kite.fly"}},
					{Name: "kite.old", Reason: "deleted", Successor: "kite.new"},
				},
			},
			code: 1,
			want: `NAME      WIRE NAME
kite.fly  kite__fly
family boat: boat.row, boat.sail
kite.flee: unknown; near: kite.fly
kite.old: deleted, replaced by kite.new
`,
		},
		"a projection": {
			args: []string{"project", "-", "--format", "neutral"}, stdin: "[]",
			answer: &discoveryv1.ProjectResponse{
				Revision: 9, PromptVersion: "1", Suffix: "You currently have 1 of 5 activated tools loaded.",
				ToolsDigest: "abc", Cache: "changed", Chars: 401, EstimatedTokens: 101,
				Exposed: []*discoveryv1.ExposedTool{
					{Name: "kite.fly", WireName: "kite__fly", Version: 2, Reason: "called", Message: new(int32(0)), Call: new("c1")},
					{Name: "search_tools", WireName: "search_tools", Reason: "scaffolding"},
				},
				Evicted: []string{"kite.fold"}, Cut: []string{"boat.sail"}, Carry: []string{"kite.fly"},
				Dropped:  []*discoveryv1.DroppedTool{{Name: "no.such", Reason: "unknown"}},
				Warnings: []*discoveryv1.Warning{{Code: "ODD", Message: "An odd turn."}},
			},
			want: `You currently have 1 of 5 activated tools loaded.
DECLARED      NAME          VERSION  REASON       TURN  CALL
kite__fly     kite.fly      2        called       0     c1
search_tools  search_tools  0        scaffolding
evicted: kite.fold
cut: boat.sail
dropped: no.such (unknown)
carry: kite.fly
warning ODD: An odd turn.
digest abc, cache changed
401 characters, about 101 tokens, revision 9, prompt version 1
`,
		},
		"only the tools of a projection": {
			args: []string{"project", "-", "--format", "neutral", "--tools"}, stdin: "[]",
			answer: &discoveryv1.ProjectResponse{Tools: `[{"name":"a","n":1.50}]`},
			want:   `[{"name":"a","n":1.50}]` + "\n",
		},
		"a valid call": {
			args: []string{"validate", "kite.fly", "-"}, stdin: `{"height":3}`,
			answer: &discoveryv1.ValidateCallResponse{
				Valid: true, Name: "kite.fly", Version: 2, Handler: "mcp://kites/fly", Idempotent: true, TimeoutMs: new(int32(1500)),
			},
			want: "valid: kite.fly version 2, may be retried, 1500 ms, mcp://kites/fly\n",
		},
		"an invalid call": {
			args: []string{"validate", "kite.fly", "-"}, stdin: `{}`,
			answer: &discoveryv1.ValidateCallResponse{Name: "kite.fly", Version: 2, Errors: []*discoveryv1.SchemaError{
				{Path: "", Keyword: "type", Message: "is a list, want an object"},
				{Path: "/height", Keyword: "required", Message: "is missing"},
			}},
			code: 1,
			want: `PATH       KEYWORD   MESSAGE
""         type      is a list, want an object
"/height"  required  is missing
invalid: 2 errors for kite.fly version 2
`,
		},
		"JSON as the HTTP door gives it": {
			args: []string{"activate", "a", "--output", "json"},
			answer: &discoveryv1.ActivateToolsResponse{
				Revision: 3, Activated: []*discoveryv1.ActivatedTool{{Name: "a", WireName: "a"}},
			},
			want: `{"revision":"3","activated":[{"name":"a","wire_name":"a"}],"families":[],"unknown":[]}` + "\n",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			server := &canned{answers: []any{c.answer}}
			got := run(t, c.stdin, append(c.args, "--server", server.start(t))...)
			if diff := cmp.Diff(outcome{code: c.code, out: c.want}, got, cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
