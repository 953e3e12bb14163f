package transcript_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestOpenAIResponsesOddShapes(t *testing.T) {
	readsAs(t, transcript.OpenAIResponses, map[string]shape{
		"a call is paired by call_id, not by id": {
			`{"type":"function_call","id":"fc_1","call_id":"1","name":"a","arguments":"{}"},{"type":"function_call_output","id":"fc_1","call_id":"1","output":"{\"error\":1}"}`,
			[]transcript.Event{failed(called("1", "a"))},
		},
		"a namespace is the family": {
			`{"type":"function_call","call_id":"1","namespace":"files","name":"read","arguments":""}`,
			[]transcript.Event{called("1", "files.read")},
		},
		"a tool loaded on its own has its name for a namespace": {
			`{"type":"function_call","call_id":"1","namespace":"files__read","name":"files__read","arguments":"{}"}`,
			[]transcript.Event{called("1", "files__read")},
		},
		"a name that carries its namespace already": {
			`{"type":"function_call","call_id":"1","namespace":"files","name":"files__read","arguments":"{}"}`,
			[]transcript.Event{called("1", "files__read")},
		},
		"a call that was cut off is malformed, whatever parses of it": {
			`{"type":"function_call","call_id":"1","name":"activate_tool","arguments":"{\"name\":\"a\"}","status":"incomplete"}`,
			[]transcript.Event{malformed(activation("1"))},
		},
		"a custom tool takes free text": {
			`{"type":"custom_tool_call","call_id":"1","name":"shell","input":"ls {"},{"type":"custom_tool_call_output","call_id":"1","output":"x"}`,
			[]transcript.Event{called("1", "shell")},
		},
		"what the provider ran itself is not ours": {
			`{"type":"mcp_call","name":"a","arguments":"{}","error":{}},{"type":"web_search_call"},{"type":"tool_search_call","execution":"server","call_id":null},
			 {"type":"computer_call","call_id":"9"},{"type":"shell_call","call_id":"8"},{"type":"program"},{"type":"code_interpreter_call"}`,
			nil,
		},
		"text is no call": {
			`{"role":"user","content":"activate_tool({})"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"{\"type\":\"function_call\"}"}]}`,
			nil,
		},
		"unknown items": {`{"type":"hologram"},7,null,[],{"type":{}}`, nil},
	})
}

func TestOpenAIResponsesReadsWholeBodiesAndTheirAnswers(t *testing.T) {
	body := `{"model":"m","input":[{"type":"function_call","call_id":"1","name":"a","arguments":"{}"}],"output":[{"type":"function_call","call_id":"2","name":"b","arguments":"{}"}]}`
	got := read(t, transcript.OpenAIResponses, []byte(body)).Events
	if diff := cmp.Diff([]transcript.Event{called("1", "a"), at(1, called("2", "b"))}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if h := read(t, transcript.OpenAIResponses, []byte(`{"input":"just a question"}`)); len(h.Events) != 0 {
		t.Errorf("a bare question has events %v", h.Events)
	}
}

func TestOpenAIResponsesSaysWhatItCannotSee(t *testing.T) {
	for text, code := range map[string]string{
		`{"input":[],"previous_response_id":"r"}`:        "HIDDEN_HISTORY",
		`{"input":[],"conversation":{"id":"c"}}`:         "HIDDEN_HISTORY",
		`[{"type":"item_reference","id":"i"}]`:           "HIDDEN_HISTORY",
		`[{"type":"compaction","encrypted_content":""}]`: "COMPACTED",
		`{"input":[],"previous_response_id":null}`:       "",
	} {
		warned := ""
		for _, w := range read(t, transcript.OpenAIResponses, []byte(text)).Warnings {
			warned += w.Code
		}
		if warned != code {
			t.Errorf("%s warns %q, want %q", text, warned, code)
		}
	}
}

func TestOpenAIResponsesReferencesAreReported(t *testing.T) {
	text := `[{"type":"tool_search_call","execution":"client","call_id":"1","arguments":{"query":"q"}},
		{"type":"tool_search_output","call_id":"1","tools":[
			{"type":"function","name":"alone","parameters":{}},
			{"type":"namespace","name":"files","description":"d","tools":[{"type":"function","name":"read"},{"type":"custom","name":"files__raw"}]}]},
		{"type":"additional_tools","role":"developer","tools":[{"type":"function","name":"later"},{"type":"mcp","server_label":"x"}]}]`
	h := read(t, transcript.OpenAIResponses, []byte(text))
	if diff := cmp.Diff([]string{"alone", "files.read", "files__raw", "later"}, h.References); diff != "" || len(h.Events) != 0 {
		t.Errorf("events %v, references (-want +got):\n%s", h.Events, diff)
	}
}

func TestOpenAIResponsesReasoningLeavesARunWhole(t *testing.T) {
	text := `[{"type":"function_call","call_id":"1","name":"a","arguments":"{}"},{"type":"reasoning"},{"type":"function_call","call_id":"2","name":"b","arguments":"{}"},
		{"type":"function_call_output","call_id":"2","output":""},{"type":"reasoning"},{"type":"function_call_output","call_id":"1","output":""}]`
	if h := read(t, transcript.OpenAIResponses, []byte(text)); h.LastRun != 0 {
		t.Errorf("LastRun = %d, want 0: both calls are one run", h.LastRun)
	}
}
