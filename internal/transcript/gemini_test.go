package transcript_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

func TestGeminiOddShapes(t *testing.T) {
	readsAs(t, transcript.Gemini, map[string]shape{
		"without ids the n-th response belongs to the n-th call of its name": {
			`{"role":"model","parts":[{"functionCall":{"name":"a"}},{"functionCall":{"name":"b"}},{"functionCall":{"name":"a"}}]},
			 {"role":"user","parts":[{"functionResponse":{"name":"b","response":{}}},{"functionResponse":{"name":"a","response":{"output":1}}},{"functionResponse":{"name":"a","response":{"error":"no"}}}]}`,
			[]transcript.Event{called("", "a"), called("", "b"), failed(called("", "a"))},
		},
		"snake case, and the role of old histories": {
			`{"role":"model","parts":[{"function_call":{"name":"activate_tool","args":{"name":"x"}},"thought_signature":"s"}]},
			 {"role":"function","parts":[{"function_response":{"name":"activate_tool","response":{"error":{"code":5}}}}]}`,
			[]transcript.Event{failed(activation("", "x"))},
		},
		"an error that is empty is none": {
			`{"parts":[{"functionCall":{"id":"1","name":"a","args":null}}]},{"parts":[{"functionResponse":{"id":"1","name":"a","response":{"error":null,"output":"x"}}}]}`,
			[]transcript.Event{called("1", "a")},
		},
		"a refusal of this service inside a library's wrapper": {
			`{"parts":[{"functionCall":{"id":"1","name":"activate_tool","args":{"names":["x"]}}}]},{"parts":[{"functionResponse":{"id":"1","name":"activate_tool","response":{"name":"activate_tool","content":"{\"error\":\"OVERLOADED\"}"}}}]}`,
			[]transcript.Event{failed(activation("1", "x"))},
		},
		"what another tool wraps may speak of errors": {
			`{"parts":[{"functionCall":{"id":"1","name":"logs"}}]},{"parts":[{"functionResponse":{"id":"1","name":"logs","response":{"output":{"error":"x"}}}}]}`,
			[]transcript.Event{called("1", "logs")},
		},
		"a call that was still being streamed": {
			`{"parts":[{"functionCall":{"id":"1","name":"activate_tool","args":{"name":"x"},"willContinue":true}}]}`,
			[]transcript.Event{malformed(activation("1"))},
		},
		"arguments that are no object": {
			`{"parts":[{"functionCall":{"id":"1","name":"activate_tool","args":"{\"name\":\"x\"}"}}]}`,
			[]transcript.Event{malformed(activation("1"))},
		},
		"what the provider ran itself is not ours": {
			`{"role":"model","parts":[{"toolCall":{"id":"1","toolType":"X","args":{}}},{"executableCode":{"code":"activate_tool()"}},{"codeExecutionResult":{}},{"text":"a","thought":true}]}`,
			nil,
		},
		"unknown shapes": {`{"parts":{}},{"parts":[7,null,{"hologram":{}}]},{"role":[]},7`, nil},
	})
}

func TestGeminiSaysThatACacheHoldsTurns(t *testing.T) {
	for _, key := range []string{"cachedContent", "cached_content"} {
		h := read(t, transcript.Gemini, []byte(`{"contents":[],"`+key+`":"cachedContents/1"}`))
		if len(h.Warnings) != 1 || h.Warnings[0].Code != "CACHED_CONTENT" {
			t.Errorf("%s warns %v", key, h.Warnings)
		}
	}
}
