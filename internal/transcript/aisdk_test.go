package transcript_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestAISDKOddShapes(t *testing.T) {
	call := `{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"activate_tool","input":{"name":"x"}}]}`
	answered := func(part string) string { return call + `,{"role":"tool","content":[` + part + `]}` }
	readsAs(t, transcript.AISDK, map[string]shape{
		"an error as text":    {answered(`{"type":"tool-result","toolCallId":"1","output":{"type":"error-text","value":"no"}}`), []transcript.Event{failed(activation("1", "x"))}},
		"an error as JSON":    {answered(`{"type":"tool-result","toolCallId":"1","output":{"type":"error-json","value":{}}}`), []transcript.Event{failed(activation("1", "x"))}},
		"an execution denied": {answered(`{"type":"tool-result","toolCallId":"1","output":{"type":"execution-denied","reason":"r"}}`), []transcript.Event{failed(activation("1", "x"))}},
		"a refusal of this service that was passed on as JSON": {
			answered(`{"type":"tool-result","toolCallId":"1","output":{"type":"json","value":{"error":"OVERLOADED"}}}`), []transcript.Event{failed(activation("1", "x"))},
		},
		"an approval that was denied": {
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"activate_tool","input":{"name":"x"}},{"type":"tool-approval-request","approvalId":"p","toolCallId":"1"}]},
			 {"role":"tool","content":[{"type":"tool-approval-response","approvalId":"p","approved":false}]}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"an approval that was given": {
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"activate_tool","input":{"name":"x"}},{"type":"tool-approval-request","approvalId":"p","toolCallId":"1"}]},
			 {"role":"tool","content":[{"type":"tool-approval-response","approvalId":"p","approved":true},{"type":"tool-result","toolCallId":"1","output":{"type":"text","value":"done"}}]}`,
			[]transcript.Event{activation("1", "x")},
		},
		"the names of releases up to 4": {
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"activate_tool","args":{"name":"x"}}]},
			 {"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"activate_tool","result":"no","isError":true}]}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"what the provider ran itself stands with its result in the assistant's message": {
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"web","input":{},"providerExecuted":true},{"type":"tool-result","toolCallId":"1","output":{"type":"error-text"}},{"type":"tool-call","toolCallId":"2","toolName":"a","input":""}]}`,
			[]transcript.Event{called("2", "a")},
		},
		"input that did not parse": {
			`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"a","input":"{\"x\":"},{"type":"tool-call","toolCallId":"2","toolName":"b","input":{"rawInvalidInput":"{"}},{"type":"tool-call","toolCallId":"3","toolName":"c","input":{},"invalid":true}]}`,
			[]transcript.Event{malformed(called("1", "a")), malformed(called("2", "b")), malformed(called("3", "c"))},
		},
		"text is no call": {`{"role":"assistant","content":"activate_tool"},{"role":"user","content":[{"type":"tool-call","toolCallId":"1","toolName":"a"}]}`, nil},
		"unknown shapes":  {`{"role":"assistant","content":[7,null,{"type":"hologram"}]},{"role":"tool","content":{}},7`, nil},
	})
}
