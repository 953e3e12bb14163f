package transcript_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

func FuzzNeutral(f *testing.F) {
	f.Add([]byte(`[{"role":"assistant","calls":[{"id":"1","name":"activate_tool","arguments":{"names":["a"]}}]},{"role":"tool","call_id":"1","error":false},{"role":"user"}]`))
	f.Add([]byte(`{"messages":[{"role":"assistant","calls":[{"name":"a","arguments":"{}"}]},{"role":"tool","name":"a","error":[]}]}`))
	fuzz(f, transcript.Neutral)
}

func FuzzOpenAIChat(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{\"x\":1}"}}]},{"role":"tool","tool_call_id":"1","content":"{\"error\":0}"}]}`))
	f.Add([]byte(`[{"role":"assistant","function_call":{"name":"activate_tool","arguments":"{\"name\":\"\\ud83d\"}"}},{"role":"function","name":"activate_tool","content":[{"text":"x"}]}]`))
	fuzz(f, transcript.OpenAIChat)
}

func FuzzAnthropicMessages(f *testing.F) {
	f.Add([]byte(`[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"a","input":{"INVALID_JSON":""}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true}]}]`))
	f.Add([]byte(`[{"role":"system","content":[{"type":"tool_addition","tool":{"type":"tool_reference","name":"a"}}]},{"role":"assistant","content":[{"type":"x","content":{"tool_references":[{"type":"tool_reference","tool_name":"b"}]}}]}]`))
	fuzz(f, transcript.AnthropicMessages)
}

// fuzz holds a reader to what every reader promises: it never panics, refuses
// with a problem, numbers turns within bounds, and reads the same twice.
func fuzz(f *testing.F, format string) {
	f.Helper()
	for _, seed := range []string{``, `[]`, `{}`, `{"messages":[]}`, `[[],null,{"role":[]}]`, `"`, strings.Repeat("[", 600)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := transcript.Read(format, text)
		var p *problem.Error
		if err != nil && !errors.As(err, &p) {
			t.Fatalf("Read(%q) = %v, want a *problem.Error", text, err)
		}
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("Read(%q) passed what is no JSON", text)
		}
		if h.LastRun < 0 || h.LastRun > len(h.Events) {
			t.Fatalf("LastRun = %d of %d events", h.LastRun, len(h.Events))
		}
		last := 0
		for _, e := range h.Events {
			if e.Tool == "" || e.Message < last || e.Message >= h.Messages {
				t.Fatalf("event %+v after turn %d of %d", e, last, h.Messages)
			}
			last = e.Message
		}
		again, _ := transcript.Read(format, text)
		if !reflect.DeepEqual(h, again) {
			t.Fatalf("Read(%q) differs from itself", text)
		}
	})
}
