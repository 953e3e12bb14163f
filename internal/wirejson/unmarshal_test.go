package wirejson_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

func TestUnmarshalReadsWhatTheContractAllows(t *testing.T) {
	cases := map[string]struct {
		body string
		want proto.Message
	}{
		"an empty object":             {` { } `, &discoveryv1.SearchToolsRequest{}},
		"null is absent everywhere":   {`{"query":null,"limit":null,"families":null,"min_revision":null}`, &discoveryv1.SearchToolsRequest{}},
		"absent differs from zero":    {`{"limit":0,"offset":0}`, &discoveryv1.SearchToolsRequest{Limit: new(int32(0))}},
		"a revision as a string":      {`{"min_revision":"9007199254740993"}`, &discoveryv1.SearchToolsRequest{MinRevision: new(int64(9007199254740993))}},
		"a revision as an integer":    {`{"min_revision":9007199254740993}`, &discoveryv1.SearchToolsRequest{MinRevision: new(int64(9007199254740993))}},
		"an escaped member name":      {`{"\u0071uery":"a\u0000\ud83d\ude00"}`, &discoveryv1.SearchToolsRequest{Query: "a\x00😀"}},
		"nested null is absent":       {`{"name":"a","arguments":null}`, &discoveryv1.ValidateCallRequest{Name: "a"}},
		"nested keeps order and text": {`{"arguments": { "b" : 1.0e2 , "a":"\u00e9 x" } }`, &discoveryv1.ValidateCallRequest{Arguments: new(`{"b":1.0e2,"a":"\u00e9 x"}`)}},
		"nested may be any value":     {`{"transcript":[ null , {"a":1,"a":"\ud83d"} ]}`, &discoveryv1.ProjectRequest{Transcript: new(`[null,{"a":1,"a":"\ud83d"}]`)}},
		"messages and lists of them": {
			`{"team":"t","tools":[{"name":"a","timeout_ms":5,"deprecation":{"reason":"old"},"expect":[{"query":"q","within":3}]},{}]}`,
			&discoveryv1.ApplyToolsRequest{Team: "t", Tools: []*discoveryv1.ToolInput{
				{
					Name: "a", TimeoutMs: new(int32(5)), Deprecation: &discoveryv1.Deprecation{Reason: "old"},
					Expect: []*discoveryv1.Expectation{{Query: "q", Within: 3}},
				}, {},
			}},
		},
	}
	codec := wirejson.New()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := c.want.ProtoReflect().New().Interface()
			if err := codec.Unmarshal([]byte(c.body), got); err != nil {
				t.Fatalf("Unmarshal(%s) = %v", c.body, err)
			}
			if diff := cmp.Diff(c.want, got, protocmp.Transform()); diff != "" {
				t.Errorf("Unmarshal(%s) (-want +got):\n%s", c.body, diff)
			}
		})
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	search, apply, project := &discoveryv1.SearchToolsRequest{}, &discoveryv1.ApplyToolsRequest{}, &discoveryv1.ProjectRequest{}
	const field, syntax, limit = problem.InvalidField, problem.InvalidJSON, problem.LimitExceeded
	cases := map[string]struct {
		into    proto.Message
		body    string
		reason  problem.Reason
		pointer string
		text    string
	}{
		"an empty body":                       {search, ``, syntax, "", "end of text"},
		"a body that is no object":            {search, `[]`, field, "", "got an array, want an object"},
		"a body that is null":                 {search, `null`, field, "", "got null, want an object"},
		"text after the body":                 {search, `{} x`, syntax, "", "after the JSON value"},
		"a byte order mark":                   {search, "\ufeff{}", syntax, "", "want a JSON value"},
		"invalid UTF-8":                       {search, "{\"query\":\"\xff\"}", syntax, "", "invalid UTF-8"},
		"invalid UTF-8 in nested text":        {project, "{\"transcript\":[\"\xff\"]}", syntax, "", "invalid UTF-8"},
		"broken nested text":                  {project, `{"transcript":[{"a":]}`, syntax, "/transcript/0/a", "want a JSON value"},
		"a camelCase name":                    {search, `{"pageBudget":5}`, field, "/pageBudget", `did you mean "page_budget"?`},
		"a name in another case":              {search, `{"Query":"x"}`, field, "/Query", `did you mean "query"?`},
		"a misspelt option":                   {apply, `{"overide":true}`, field, "/overide", `did you mean "override"?`},
		"an unknown name deep inside":         {apply, `{"tools":[{},{"expect":[{"queri":"x"}]}]}`, field, "/tools/1/expect/0/queri", `did you mean "query"?`},
		"an unknown name with pointer signs":  {search, `{"a/b~":1}`, field, "/a~1b~0", "unknown field"},
		"an unknown name that drives a term":  {search, `{"\u001b[2J\u2028":1}`, field, "", `unknown field "\x1b[2J\u2028"`},
		"an unknown name of many bytes":       {search, `{"` + strings.Repeat("k", 500) + `":1}`, field, "", "…"},
		"an unknown name even when null":      {search, `{"nope":null}`, field, "/nope", "unknown field"},
		"a field of the path":                 {search, `{"catalog":"default"}`, field, "/catalog", "part of the URL path"},
		"a duplicate name":                    {search, `{"query":"a","query":"a"}`, syntax, "/query", "duplicate property name"},
		"a duplicate in another spelling":     {search, `{"query":null,"\u0071uery":"a"}`, syntax, "/query", "duplicate property name"},
		"a duplicate deep inside":             {apply, `{"tools":[{"name":"a","name":"b"}]}`, syntax, "/tools/0/name", "duplicate property name"},
		"a lone surrogate":                    {search, `{"query":"\ud83d"}`, syntax, "/query", `lone surrogate \ud83d`},
		"a lone surrogate in a list":          {search, `{"families":["a","\udc00"]}`, syntax, "/families/1", "lone surrogate"},
		"an integer in quotes":                {search, `{"limit":"5"}`, field, "/limit", "got a string, want an integer"},
		"an integer with a fraction":          {search, `{"limit":1.0}`, field, "/limit", `got "1.0", want an integer`},
		"an integer with an exponent":         {search, `{"limit":1e1}`, field, "/limit", "without fraction or exponent"},
		"an integer beyond 32 bits":           {search, `{"limit":2147483648}`, field, "/limit", "of 32 bits"},
		"an integer of a thousand digits":     {search, `{"limit":1` + strings.Repeat("0", 1000) + `}`, field, "/limit", "…"},
		"a revision beyond 64 bits":           {search, `{"min_revision":"9223372036854775808"}`, field, "/min_revision", "of 64 bits"},
		"a revision with a plus sign":         {search, `{"min_revision":"+5"}`, field, "/min_revision", "want an integer"},
		"a revision with leading zeros":       {search, `{"min_revision":"007"}`, field, "/min_revision", "want an integer"},
		"a revision that is a boolean":        {search, `{"min_revision":true}`, field, "/min_revision", "got a boolean, want an integer"},
		"a number for a string":               {search, `{"query":5}`, field, "/query", "got a number, want a string"},
		"a string for a boolean":              {search, `{"explain":"true"}`, field, "/explain", "got a string, want a boolean"},
		"a string for a list":                 {search, `{"families":"a"}`, field, "/families", "got a string, want an array"},
		"null inside a list":                  {search, `{"families":["a",null]}`, field, "/families/1", "got null, want a string"},
		"a list for a message":                {project, `{"scope":[]}`, field, "/scope", "got an array, want an object"},
		"a string for a message in a list":    {apply, `{"tools":["a"]}`, field, "/tools/0", "got a string, want an object"},
		"a transcript deeper than 512 levels": {project, `{"transcript":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`, limit, "", ""},
	}
	codec := wirejson.New()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := codec.Unmarshal([]byte(c.body), c.into.ProtoReflect().New().Interface())
			if err == nil {
				t.Fatalf("Unmarshal(%.200s) = nil", c.body)
			}
			if err.Reason != c.reason || len(err.Violations) != 1 {
				t.Fatalf("Unmarshal(%.200s) = %s with %d violations, want %s with 1: %v", c.body, err.Reason, len(err.Violations), c.reason, err)
			}
			got := err.Violations[0]
			if c.reason != limit && got.Field != c.pointer || !strings.Contains(got.Description, c.text) {
				t.Errorf("Unmarshal(%.200s): %q at %q, want %q at %q", c.body, got.Description, got.Field, c.text, c.pointer)
			}
			if c.reason != limit && len(err.Message) > 400 {
				t.Errorf("a message of %d bytes", len(err.Message))
			}
		})
	}
}

func TestUnmarshalListsEveryProblem(t *testing.T) {
	err := wirejson.New().Unmarshal(
		[]byte(`{"query":5,"limit":"x","tools":[],"families":[1,"a","\ud800"]}`), &discoveryv1.SearchToolsRequest{},
	)
	if err == nil {
		t.Fatal("no error")
	}
	var fields []string
	for _, v := range err.Violations {
		fields = append(fields, v.Field)
	}
	if diff := cmp.Diff([]string{"/query", "/limit", "/tools", "/families/0", "/families/2"}, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if err.Reason != problem.InvalidJSON {
		t.Errorf("reason %s: broken JSON must go before wrong fields", err.Reason)
	}
}

func TestUnmarshalKeepsABoundedNumberOfProblems(t *testing.T) {
	body := `{"families":[` + strings.Repeat("1,", 50_000) + `1]}`
	err := wirejson.New().Unmarshal([]byte(body), &discoveryv1.SearchToolsRequest{})
	if err == nil || len(err.Violations) != 1000 {
		t.Errorf("got %v, want 1000 violations", err)
	}
}

func TestNear(t *testing.T) {
	known := []string{"query", "page_budget", "limit", "team"}
	for name, want := range map[string]string{
		"pageBudget": "page_budget", "page-budget": "page_budget", "PAGE_BUDGET": "", "limt": "limit", "teams": "team",
		"tea": "team", "xyz": "", "": "", "q": "", strings.Repeat("query", 40): "",
	} {
		if got := wirejson.Near(name, known); got != want {
			t.Errorf("Near(%q) = %q, want %q", name, got, want)
		}
	}
}
