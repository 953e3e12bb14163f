package transcript_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestAnthropicMessagesOddShapes(t *testing.T) {
	readsAs(t, transcript.AnthropicMessages, map[string]shape{
		"server-run tools are not ours": {
			`{"role":"assistant","content":[
				{"type":"server_tool_use","id":"s","name":"web_search","input":{}},
				{"type":"web_search_tool_result","tool_use_id":"s","content":[]},
				{"type":"mcp_tool_use","id":"m","name":"x","input":{}},
				{"type":"tool_use","id":"t","name":"click","toolset_name":"browser","input":{}},
				{"type":"tool_use","id":"1","name":"a","input":{},"caller":{"type":"code_execution_20260120","tool_id":"s"}}]}`,
			[]transcript.Event{{Tool: "a", ID: "1"}},
		},
		"input that is text is malformed": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"activate_tool","input":"{\"name\":\"a\"}"}]}`,
			[]transcript.Event{{Kind: transcript.Activate, Tool: "activate_tool", ID: "1", Failed: true, Malformed: true}},
		},
		"a failed activation keeps the names it asked for": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"activate_tool","input":{"names":["a"]}}]},
			 {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"no"}]}`,
			[]transcript.Event{failed(activation("1", "a"))},
		},
		"an unmarked refusal of this service fails an activation": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"activate_tool","input":{"name":"a"}}]},
			 {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"{\"error\":\"OVERLOADED\",\"code\":8}"}]}`,
			[]transcript.Event{failed(activation("1", "a"))},
		},
		"a mark that says no error is believed": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"activate_tool","input":{"name":"a"}}]},
			 {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":false,"content":"{\"error\":\"x\"}"}]}`,
			[]transcript.Event{activation("1", "a")},
		},
		"what another tool returns may speak of errors": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"logs","input":{}}]},
			 {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"{\"error\":\"x\"}"}]}]}`,
			[]transcript.Event{{Tool: "logs", ID: "1"}},
		},
		"text and unknown blocks are no calls": {
			`{"role":"assistant","content":"activate_tool"},{"role":"assistant","content":[{"type":"text","text":"{\"type\":\"tool_use\"}"},{"type":"hologram"},7]},
			 {"role":"user","content":[{"type":"tool_use","id":"1","name":"a","input":{}}]}`,
			nil,
		},
		"calls older than a compaction still count": {
			`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"a","input":{}}]},
			 {"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]},
			 {"role":"assistant","content":[{"type":"compaction","content":"…"},{"type":"tool_use","id":"2","name":"b","input":{}}]}`,
			[]transcript.Event{{Tool: "a", ID: "1"}, {Tool: "b", ID: "2", Message: 2}},
		},
	})
}

func TestAnthropicReferencesAreReported(t *testing.T) {
	text := `{"messages":[
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"tool_reference","tool_name":"in_result"},{"type":"text","text":"tool_reference"}]}]},
		{"role":"assistant","content":[{"type":"tool_search_tool_result","tool_use_id":"s","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"in_search"}]}}]},
		{"role":"system","content":[
			{"type":"tool_addition","tool":{"type":"tool_reference","name":"added"}},
			{"type":"tool_removal","tool":{"type":"tool_reference","name":"removed"}},
			{"type":"tool_addition","tool":{"type":"tool_definition","definition":{"name":"inline"}}},
			{"type":"tool_addition","tool":{"type":"mcp_tool_reference","server_name":"s","name":"foreign"}}]},
		{"role":"assistant","content":[{"type":"compaction","content":null,"tool_changes":[{"type":"tool_addition","tool":{"type":"tool_reference","name":"compacted"}}]}]}]}`
	got := read(t, transcript.AnthropicMessages, []byte(text)).References
	want := []string{"in_result", "in_search", "added", "removed", "compacted"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

func TestAnthropicResultsWithTextBesideThemEndTheRun(t *testing.T) {
	call := `{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"a","input":{}},{"type":"text","text":"and"},{"type":"tool_use","id":"2","name":"b","input":{}}]}`
	only := read(t, transcript.AnthropicMessages, []byte(`[`+call+`,{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]}]`))
	both := read(t, transcript.AnthropicMessages, []byte(`[`+call+`,{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"},{"type":"text","text":"go on"}]}]`))
	if only.LastRun != 0 || both.LastRun != 2 {
		t.Errorf("LastRun = %d and %d, want 0 and 2", only.LastRun, both.LastRun)
	}
}
