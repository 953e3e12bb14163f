package transcript_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestWhatIsNoTranscriptIsRefusedWithItsPlace(t *testing.T) {
	deep := strings.Repeat("[", limits.TranscriptDepth+1) + strings.Repeat("]", limits.TranscriptDepth+1)
	many := "[" + strings.Repeat("0,", limits.TranscriptMessages) + "0]"
	cases := map[string]struct {
		format, text, field, message string
		reason                       problem.Reason
	}{
		"an unknown format":            {"openai", `[]`, "/format", "neutral, openai-chat, openai-responses, anthropic-messages", problem.InvalidField},
		"no format":                    {"", `[]`, "/format", "is missing", problem.InvalidField},
		"calls of another format":      {"openai-chat", `[{"role":"user"},{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"a","input":{}}}]}]`, "/format", "it looks like bedrock-converse", problem.InvalidField},
		"frames named as a provider's": {"gemini", `{"contents":[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}]}`, "/format", "it looks like mcp", problem.InvalidField},
		"a single frame":               {"mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`, "/transcript", "put it in a list", problem.InvalidField},
		"no transcript":                {"neutral", ``, "/transcript", "is missing", problem.InvalidField},
		"a string":                     {"neutral", `"hi"`, "/transcript", "neither a list nor an object", problem.InvalidField},
		"null":                         {"openai-chat", `null`, "/transcript", "neither a list nor an object", problem.InvalidField},
		"an object without messages":   {"openai-chat", `{"model":"m"}`, "/transcript", "without a list of messages", problem.InvalidField},
		"messages that are no list":    {"anthropic-messages", `{"messages":{}}`, "/transcript", "without a list of messages", problem.InvalidField},
		"another provider's body":      {"openai-chat", `{"contents":[]}`, "/transcript", "looks like gemini", problem.InvalidField},
		"a transcript cut short":       {"neutral", `[{"role":"user"}`, "/transcript/0", "at byte 16", problem.InvalidJSON},
		"broken JSON inside":           {"neutral", `{"messages":[{"role":user}]}`, "/transcript/messages/0/role", "want a JSON value", problem.InvalidJSON},
		"nesting past the limit":       {"neutral", deep, "/transcript" + strings.Repeat("/0", limits.TranscriptDepth), "limit transcript_depth", problem.LimitExceeded},
		"more messages than allowed":   {"openai-chat", many, "/transcript", "limit transcript_messages", problem.LimitExceeded},
		"invalid UTF-8":                {"neutral", "[\"\xff\"]", "/transcript", "invalid UTF-8", problem.InvalidJSON},
		"something after the last ]":   {"neutral", `[] []`, "/transcript", "after the JSON value", problem.InvalidJSON},
		"a format in the wrong case":   {"Neutral", `[]`, "/format", `got "Neutral"`, problem.InvalidField},
		"a format with blanks around":  {" neutral", `[]`, "/format", `got " neutral"`, problem.InvalidField},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := transcript.Read(c.format, []byte(c.text))
			var p *problem.Error
			if !errors.As(err, &p) {
				t.Fatalf("Read = %v, want a *problem.Error", err)
			}
			if p.Reason != c.reason || p.Violations[0].Field != c.field || !strings.Contains(p.Message, c.message) {
				t.Errorf("Read = %s at %q: %s\nwant %s at %q with %q", p.Reason, p.Violations[0].Field, p.Message, c.reason, c.field, c.message)
			}
		})
	}
}

func TestOldTurnsPassWithWhatNobodyCanMend(t *testing.T) {
	text := `[{"role":"user","role":"assistant","calls":[{"id":"1","name":"a","arguments":{"x":1,"x":2,"s":"\ud83d"}}]},7,null,"text",[],{"role":"narrator"},{}]`
	h := read(t, transcript.Neutral, []byte(text))
	if h.Messages != 7 || len(h.Events) != 1 || h.Events[0].Failed {
		t.Errorf("history = %+v, want 7 messages and one call that did not fail", h)
	}
}

func TestABodyAndItsListReadTheSame(t *testing.T) {
	list := `[{"role":"user"},{"role":"assistant","calls":[{"id":"1","name":"activate_tool","arguments":{"names":["a","b"]}}]},{"role":"tool","call_id":"1"}]`
	bare := read(t, transcript.Neutral, []byte(list))
	body := read(t, transcript.Neutral, []byte(` {"model":"m", "messages" : `+list+`} `))
	if diff := cmp.Diff(bare, body); diff != "" {
		t.Errorf("list and body differ:\n%s", diff)
	}
	if want := (transcript.Event{Kind: transcript.Activate, Tool: "activate_tool", ID: "1", Names: []string{"a", "b"}, Message: 1}); !cmp.Equal(want, bare.Events[0]) {
		t.Errorf("event = %+v, want %+v", bare.Events[0], want)
	}
}

func TestArguments(t *testing.T) {
	cases := map[string]struct {
		arguments string
		names     []string
		families  []string
		malformed bool
	}{
		"a single name":                      {`{"name":"a"}`, []string{"a"}, nil, false},
		"names in order":                     {`{"names":["b","a"]}`, []string{"b", "a"}, nil, false},
		"families":                           {`{"families":["files","mail"]}`, nil, []string{"files", "mail"}, false},
		"all of them, the single name first": {`{"names":["b"],"families":["f"],"name":"a"}`, []string{"a", "b"}, []string{"f"}, false},
		"nothing":                            {`{}`, nil, nil, false},
		"null":                               {`null`, nil, nil, false},
		"null inside":                        {`{"names":null,"name":null}`, nil, nil, false},
		"values that are no text":            {`{"names":["a",7,{},""],"name":[]}`, []string{"a"}, nil, false},
		"text of an object":                  {`"{\"names\":[\"a\"]}"`, []string{"a"}, nil, false},
		"blank text":                         {`" \n"`, nil, nil, false},
		"half an object":                     {`"{\"names\":[\"a\",\""`, nil, nil, true},
		"arguments encoded twice":            {`"\"{\\\"name\\\":\\\"a\\\"}\""`, nil, nil, true},
		"a list":                             {`["a"]`, nil, nil, true},
		"a number":                           {`7`, nil, nil, true},
		"a wrapper of what did not parse":    {`{"INVALID_JSON":"{\"names\":[\"a\""}`, nil, nil, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text := `[{"role":"assistant","calls":[{"id":"1","name":"activate_tool","arguments":` + c.arguments + `}]}]`
			got := read(t, transcript.Neutral, []byte(text)).Events
			want := []transcript.Event{{
				Kind: transcript.Activate, Tool: "activate_tool", ID: "1",
				Names: c.names, Families: c.families, Failed: c.malformed, Malformed: c.malformed,
			}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScaffoldingNamesAreComparedExactly(t *testing.T) {
	text := `[{"role":"assistant","calls":[{"name":"activate_tool"},{"name":"search_tools"},{"name":"Activate_Tool"},{"name":"activate__tool"},{"name":"x.activate_tool"},{"name":""},{}]}]`
	var got []transcript.Kind
	for _, e := range read(t, transcript.Neutral, []byte(text)).Events {
		got = append(got, e.Kind)
	}
	want := []transcript.Kind{transcript.Activate, transcript.Search, transcript.Call, transcript.Call, transcript.Call}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

func TestResultsArePairedById(t *testing.T) {
	call := func(id string) string { return `{"role":"assistant","calls":[{"id":"` + id + `","name":"t"}]}` }
	failed := func(id string) string { return `{"role":"tool","call_id":"` + id + `","error":true}` }
	fine := func(id string) string { return `{"role":"tool","call_id":"` + id + `","error":false}` }
	cases := map[string]struct {
		turns []string
		want  []bool // failed, per call
	}{
		"in order":                          {[]string{call("1"), failed("1"), call("2"), fine("2")}, []bool{true, false}},
		"parallel results in another order": {[]string{`{"role":"assistant","calls":[{"id":"1","name":"t"},{"id":"2","name":"t"}]}`, failed("2"), fine("1")}, []bool{false, true}},
		"one id used twice":                 {[]string{call("1"), failed("1"), call("1"), fine("1")}, []bool{true, false}},
		"a result before its call":          {[]string{failed("1"), call("1")}, []bool{true}},
		"a late result wins over an orphan": {[]string{failed("1"), call("1"), fine("1")}, []bool{false}},
		"a call without a result":           {[]string{call("1")}, []bool{false}},
		"a result without a call":           {[]string{failed("9"), call("1"), fine("1")}, []bool{false}},
		"an error that is text":             {[]string{call("1"), `{"role":"tool","call_id":"1","error":"no"}`}, []bool{true}},
		"an error that is null":             {[]string{call("1"), `{"role":"tool","call_id":"1","error":null}`}, []bool{false}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []bool
			for _, e := range read(t, transcript.Neutral, []byte("["+strings.Join(c.turns, ",")+"]")).Events {
				got = append(got, e.Failed)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("failed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLastRunIsWhatOnlyItsResultsFollow(t *testing.T) {
	const (
		user      = `{"role":"user"}`
		assistant = `{"role":"assistant","content":"done"}`
		one       = `{"role":"assistant","calls":[{"id":"1","name":"a"}]}`
		two       = `{"role":"assistant","calls":[{"id":"2","name":"b"},{"id":"3","name":"c"}]}`
		result    = `{"role":"tool","call_id":"1"}`
	)
	cases := map[string]struct {
		turns []string
		want  int
	}{
		"nothing":                           {nil, 0},
		"only text":                         {[]string{user, assistant}, 0},
		"calls at the end":                  {[]string{user, one}, 0},
		"results at the end":                {[]string{user, one, result}, 0},
		"an earlier run before it":          {[]string{one, result, two, result}, 1},
		"calls in a row are one run":        {[]string{one, two, result}, 0},
		"text between calls divides runs":   {[]string{one, assistant, two}, 1},
		"an answer follows":                 {[]string{one, result, assistant}, 1},
		"the user follows":                  {[]string{one, result, user}, 1},
		"results after text revive nothing": {[]string{one, user, result}, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := read(t, transcript.Neutral, []byte("["+strings.Join(c.turns, ",")+"]"))
			if h.LastRun != c.want {
				t.Errorf("LastRun = %d of %d events, want %d", h.LastRun, len(h.Events), c.want)
			}
		})
	}
}
