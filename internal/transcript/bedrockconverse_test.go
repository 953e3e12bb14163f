package transcript_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestBedrockConverseOddShapes(t *testing.T) {
	readsAs(t, transcript.BedrockConverse, map[string]shape{
		"a result without a status is a success": {
			`{"role":"assistant","content":[{"text":"x"},{"toolUse":{"toolUseId":"1","name":"a","input":{}}},{"cachePoint":{"type":"default"}}]},
			 {"role":"user","content":[{"toolResult":{"toolUseId":"1","content":[{"text":"{\"error\":1}"}]}}]}`,
			[]transcript.Event{called("1", "a")},
		},
		"a refusal of this service, whatever the status says": {
			`{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"activate_tool","input":{"name":"x"}}},{"toolUse":{"toolUseId":"2","name":"activate_tool","input":{"name":"y"}}}]},
			 {"role":"user","content":[{"toolResult":{"toolUseId":"1","status":"success","content":[{"text":"{\"error\":\"OVERLOADED\"}"}]}},{"toolResult":{"toolUseId":"2","content":[{"json":{"error":"OVERLOADED"}}]}}]}`,
			[]transcript.Event{failed(activation("1", "x")), failed(activation("2", "y"))},
		},
		"input that is text is malformed": {
			`{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"a","input":"{}"}}]}`,
			[]transcript.Event{malformed(called("1", "a"))},
		},
		"what the provider ran itself stands with its result in the assistant's message": {
			`{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"search","input":{},"type":"server_tool_use"}},{"toolResult":{"toolUseId":"1","status":"error"}},{"toolUse":{"toolUseId":"2","name":"a","input":{}}}]}`,
			[]transcript.Event{called("2", "a")},
		},
		"a call of the user is none": {`{"role":"user","content":[{"toolUse":{"toolUseId":"1","name":"a","input":{}}}]}`, nil},
		"unknown shapes":             {`{"role":"assistant","content":"text"},{"role":"assistant","content":[7,{"hologram":1}]},null`, nil},
	})
}

func TestBedrockConverseReferencesAreReported(t *testing.T) {
	text := `[{"role":"system","content":[{"toolAddition":{"tool":{"type":"tool","name":"added"}}},{"toolRemoval":{"tool":{"type":"tool","name":"removed"}}},{"toolAddition":{"tool":{"type":"mcp","name":"foreign","serverName":"s"}}}]}]`
	got := read(t, transcript.BedrockConverse, []byte(text)).References
	if diff := cmp.Diff([]string{"added", "removed"}, got); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}
