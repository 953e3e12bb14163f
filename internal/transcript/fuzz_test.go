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

func FuzzOpenAIResponses(f *testing.F) {
	f.Add([]byte(`{"input":[{"type":"function_call","call_id":"1","namespace":"f","name":"a","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":[{"text":"{\"error\":1}"}]},{"type":"tool_search_output","tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"x"}]}]}],"previous_response_id":"r"}`))
	f.Add([]byte(`{"input":"q","output":[{"type":"compaction"},{"type":"item_reference"}]}`))
	fuzz(f, transcript.OpenAIResponses)
}

func FuzzGemini(f *testing.F) {
	f.Add([]byte(`{"contents":[{"parts":[{"functionCall":{"name":"a"}},{"function_call":{"name":"activate_tool","args":{"name":"x"},"willContinue":true}}]},{"parts":[{"functionResponse":{"name":"a","response":{"error":1}}}]}],"cachedContent":"c"}`))
	fuzz(f, transcript.Gemini)
}

func FuzzBedrockConverse(f *testing.F) {
	f.Add([]byte(`[{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"activate_tool","input":{"name":"x"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"1","status":"error","content":[{"json":{"error":1}}]}}]},{"role":"system","content":[{"toolAddition":{"tool":{"name":"a"}}}]}]`))
	fuzz(f, transcript.BedrockConverse)
}

func FuzzMCP(f *testing.F) {
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}},{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}},{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"a","requestState":""}},{"jsonrpc":"2.0","id":"1","error":{}}]`))
	f.Add([]byte(`{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"a","input":{}}},{"role":"user","content":[{"type":"tool_result","toolUseId":"1","isError":true}]}]}`))
	fuzz(f, transcript.MCP)
}

func FuzzAISDK(f *testing.F) {
	f.Add([]byte(`[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"a","input":"{"},{"type":"tool-approval-request","approvalId":"p","toolCallId":"1"}]},{"role":"tool","content":[{"type":"tool-approval-response","approvalId":"p","approved":false},{"type":"tool-result","toolCallId":"1","output":{"type":"error-text","value":"x"}}]}]`))
	fuzz(f, transcript.AISDK)
}

func FuzzLangChain(f *testing.F) {
	f.Add([]byte(`[{"type":"ai","data":{"tool_calls":[{"name":"a","args":{},"id":"1"}],"invalid_tool_calls":[{"name":"b","args":"{","id":"2"}]}},{"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"tool_call_id":"1","status":"error","content":[]}}]`))
	f.Add([]byte(`[{"type":"AIMessageChunk","tool_call_chunks":[{"name":"a","args":"{"},{"args":"}"}],"additional_kwargs":{"lc_source":"summarization"}}]`))
	fuzz(f, transcript.LangChain)
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
