package transcript_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestLangChainReadsEachShapeOfAMessage(t *testing.T) {
	const fields = `"content":"","tool_calls":[{"name":"activate_tool","args":{"name":"x"},"id":"1","type":"tool_call"}],"invalid_tool_calls":[]`
	const answer = `"content":"no","tool_call_id":"1","status":"error"`
	want := []transcript.Event{failed(activation("1", "x"))}
	readsAs(t, transcript.LangChain, map[string]shape{
		"stored":      {`{"type":"ai","data":{` + fields + `}},{"type":"tool","data":{` + answer + `}}`, want},
		"constructor": {`{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{` + fields + `}},{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{` + answer + `}}`, want},
		"flat":        {`{"type":"ai",` + fields + `},{"type":"tool",` + answer + `}`, want},
		"as OpenAI writes it": {
			`{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"activate_tool","arguments":"{\"name\":\"x\"}"}}]},{"role":"tool","tool_call_id":"1","content":"{\"error\":\"no\"}"}`, want,
		},
	})
}

func TestLangChainOddShapes(t *testing.T) {
	readsAs(t, transcript.LangChain, map[string]shape{
		"the same call in four places counts once": {
			`{"type":"ai","content":[{"type":"tool_use","id":"1","name":"a","input":{}}],"tool_calls":[{"name":"a","args":{},"id":"1"}],"tool_call_chunks":[{"name":"a","args":"{}","id":"1","index":0}],
			  "additional_kwargs":{"tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}}]}}`,
			[]transcript.Event{called("1", "a")},
		},
		"only what additional_kwargs keep": {
			`{"type":"ai","content":"","additional_kwargs":{"function_call":{"name":"a","arguments":"{}"}}}`,
			[]transcript.Event{called("", "a")},
		},
		"only content blocks, and those of the provider skipped": {
			`{"type":"AIMessageChunk","content":[{"type":"server_tool_call","id":"0","name":"web"},{"type":"tool_call","id":"1","name":"a","args":{}}]}`,
			[]transcript.Event{called("1", "a")},
		},
		"only chunks": {
			`{"type":"AIMessageChunk","content":"","tool_call_chunks":[{"name":"activate_tool","args":"","id":"1","index":0},{"name":null,"args":"{\"name\":","id":null,"index":0},{"args":"\"x\"}","index":0},{"name":"b","args":"{","id":"2","index":1}]}`,
			[]transcript.Event{activation("1", "x"), malformed(called("2", "b"))},
		},
		"calls that did not parse count as later": {
			`{"type":"ai","tool_calls":[{"name":"b","args":{},"id":"2"}],"invalid_tool_calls":[{"name":"a","args":"{","id":"1","error":"e"},{"name":null,"args":"{","id":"3"}]}`,
			[]transcript.Event{called("2", "b"), malformed(called("1", "a"))},
		},
		"a result without a status is a success": {
			`{"type":"ai","tool_calls":[{"name":"a","args":{},"id":"1"}]},{"type":"tool","content":"{\"error\":1}","tool_call_id":"1"}`,
			[]transcript.Event{called("1", "a")},
		},
		"a refusal of this service, though its status is the default": {
			`{"type":"ai","tool_calls":[{"name":"activate_tool","args":{"names":["x"]},"id":"1"}]},{"type":"tool","content":"{\"error\":\"OVERLOADED\"}","tool_call_id":"1","status":"success"}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"text and unknown shapes": {`{"type":"human","content":"activate_tool"},{"type":"remove","id":"m"},{"type":"hologram"},{"type":"constructor"},7,{"type":"ai","data":null}`, nil},
	})
}

func TestLangChainSeesASummary(t *testing.T) {
	h := read(t, transcript.LangChain, []byte(`[{"type":"human","data":{"content":"…","additional_kwargs":{"lc_source":"summarization"}}}]`))
	if len(h.Warnings) != 1 || h.Warnings[0].Code != "COMPACTED" {
		t.Errorf("warnings = %v", h.Warnings)
	}
}
