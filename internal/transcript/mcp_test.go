package transcript_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestMCPFramesOddShapes(t *testing.T) {
	call := func(id, rest string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"a"` + rest + `}}`
	}
	readsAs(t, transcript.MCP, map[string]shape{
		"ids are compared exactly": {
			call(`9`, "") + "," + call(`"9"`, "") + `,{"jsonrpc":"2.0","id":"9","result":{"content":[],"isError":true}},{"jsonrpc":"2.0","id":9,"result":{"content":[]}}`,
			[]transcript.Event{called("9", "a"), failed(at(1, called("9", "a")))},
		},
		"a protocol error fails the call": {
			call(`1`, `,"arguments":{}`) + `,{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool"}}`,
			[]transcript.Event{failed(called("1", "a"))},
		},
		"a call that is asked for more and asked again counts once": {
			call(`1`, "") + `,{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}},` +
				call(`2`, `,"requestState":"s","inputResponses":{}`) + `,{"jsonrpc":"2.0","id":2,"result":{"isError":true}}`,
			[]transcript.Event{failed(called("1", "a"))},
		},
		"a call asked again whose first turn is gone": {
			call(`2`, `,"requestState":"s"`), []transcript.Event{called("2", "a")},
		},
		"an answer to a request of another kind": {
			`{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}},` + call(`1`, ""),
			[]transcript.Event{at(2, called("1", "a"))},
		},
		"a refusal of this service in an activation's content": {
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"activate_tool","arguments":{"name":"x"}}},{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"OVERLOADED\"}"}],"isError":false}}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"notifications and unknown frames": {
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"activate_tool"}},{"jsonrpc":"2.0"},7,{"id":null,"result":{}}`, nil,
		},
	})
}

func TestMCPSamplingOddShapes(t *testing.T) {
	readsAs(t, transcript.MCP, map[string]shape{
		"content that is one block": {
			`{"role":"assistant","content":{"type":"tool_use","id":"1","name":"activate_tool","input":{"names":["x"]}}},{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[],"isError":true}}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"a list of blocks": {
			`{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"1","name":"a","input":{}},{"type":"tool_use","id":"2","name":"b","input":"{}"}]},{"role":"user","content":[{"type":"tool_result","toolUseId":"1","structuredContent":{"error":1}}]}`,
			[]transcript.Event{called("1", "a"), malformed(called("2", "b"))},
		},
		"a call of the user is none": {`{"role":"user","content":{"type":"tool_use","id":"1","name":"a","input":{}}}`, nil},
	})
}
