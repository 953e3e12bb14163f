package transcript_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestOpenAIChatSaysErrorsInJSONOnly(t *testing.T) {
	cases := map[string]struct {
		content string
		failed  bool
	}{
		"an error object":         {`"{\"error\":{\"code\":1}}"`, true},
		"an error text":           {`"{\"error\":\"no\"}"`, true},
		"an escaped key":          {`"{\"\\u0065rror\":true}"`, true},
		"isError":                 {`"{\"isError\":true}"`, true},
		"is_error":                {`"{\"is_error\":true}"`, true},
		"isError that is text":    {`"{\"isError\":\"true\"}"`, false},
		"error null":              {`"{\"error\":null}"`, false},
		"error false":             {`"{\"error\":false}"`, false},
		"error empty text":        {`"{\"error\":\"\"}"`, false},
		"error zero":              {`"{\"error\":-0.0e9}"`, false},
		"error one":               {`"{\"error\":0.1}"`, true},
		"error empty list":        {`"{\"error\":[ ]}"`, false},
		"error empty object":      {`"{\"error\":{ }}"`, false},
		"an error further down":   {`"{\"rows\":[{\"error\":true}]}"`, false},
		"prose":                   {`"Error: permission denied"`, false},
		"a list":                  {`"[{\"error\":true}]"`, false},
		"broken JSON":             {`"{\"error\":true"`, false},
		"text parts that join up": {`[{"type":"text","text":"{\"err"},{"type":"text","text":"or\":true}"}]`, false},
		"one text part":           {`[{"type":"text","text":"{\"error\":true}"}]`, true},
		"nothing":                 {`null`, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text := `[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"t","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"1","content":` + c.content + `}]`
			if got := read(t, transcript.OpenAIChat, []byte(text)).Events[0].Failed; got != c.failed {
				t.Errorf("failed = %v, want %v", got, c.failed)
			}
		})
	}
}

func TestOpenAIChatOddShapes(t *testing.T) {
	readsAs(t, transcript.OpenAIChat, map[string]shape{
		"a legacy call, whose result has only the name": {
			`{"role":"assistant","content":null,"function_call":{"name":"a","arguments":"{}"}},{"role":"function","name":"a","content":"{\"error\":1}"}`,
			[]transcript.Event{{Tool: "a", Failed: true}},
		},
		"the same call in both places counts once": {
			`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}}],"function_call":{"name":"a","arguments":"{}"}}`,
			[]transcript.Event{{Tool: "a", ID: "1"}},
		},
		"an empty list beside a legacy call": {
			`{"role":"assistant","tool_calls":[],"function_call":{"name":"activate_tool","arguments":"{\"name\":\"x\"}"}}`,
			[]transcript.Event{{Kind: transcript.Activate, Tool: "activate_tool", Names: []string{"x"}}},
		},
		"a custom tool takes free text": {
			`{"role":"assistant","tool_calls":[{"id":"1","type":"custom","custom":{"name":"shell","input":"ls {"}}]}`,
			[]transcript.Event{{Tool: "shell", ID: "1"}},
		},
		"pieces of streaming without a name": {
			`{"role":"assistant","tool_calls":[{"index":0,"function":{"arguments":"{\"a"}},{"index":1,"id":"2","function":{"name":"b","arguments":""}}]}`,
			[]transcript.Event{{Tool: "b", ID: "2"}},
		},
		"arguments cut off": {
			`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"activate_tool","arguments":"{\"names\":[\"a\""}}]}`,
			[]transcript.Event{{Kind: transcript.Activate, Tool: "activate_tool", ID: "1", Failed: true, Malformed: true}},
		},
		"calls of the user are none": {
			`{"role":"user","tool_calls":[{"id":"1","function":{"name":"a"}}]},{"role":"user","content":"activate_tool({\"names\":[\"a\"]})"}`,
			nil,
		},
		"unknown shapes": {
			`{"role":"assistant","tool_calls":{"id":"1"}},{"role":"assistant","tool_calls":["x",null,{"type":"later"}]},{"role":7}`,
			nil,
		},
	})
}
