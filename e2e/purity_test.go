package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

// The promise under every prompt cache: the same transcript, revision, settings
// and options give the same bytes, whichever process answers (contract 7.1).

// pureTools are the tools of these tests: three roots, two domains, aliases.
var pureTools = []string{
	`{"name":"notes.read","description":"Read a note","parameters":{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z"]},"capabilities":["note:read"],"domains":["writing"],"aliases":["notes.open"]}`,
	`{"name":"notes.write","description":"Write a note","capabilities":["note:write"],"domains":["writing"]}`,
	`{"name":"notes.list-all","description":"List notes","capabilities":["note:read"]}`,
	`{"name":"mail.send","description":"Send a letter, with «quotes» & <marks>","capabilities":["mail:send"],"aliases":["mail.post"]}`,
	`{"name":"mail.find","description":"Find a letter","parameters":{"type":"object","properties":{"limit":{"type":"integer","minimum":1.50}}},"capabilities":["mail:read"]}`,
	`{"name":"clock.now","description":"Tell the time","capabilities":["time:read"],"domains":["planning"]}`,
}

// pureTurns is one conversation in every format. {read} and {send} stand for
// names of notes.read and mail.send.
var pureTurns = map[string]string{
	"neutral": `[{"role":"assistant","calls":[{"id":"1","name":"activate_tool","arguments":{"names":["{read}","mail.find","gone"],"families":["clock"]}}]},
		{"role":"tool","call_id":"1"},{"role":"assistant","calls":[{"id":"2","name":"{send}","arguments":{}}]},{"role":"tool","call_id":"2"}]`,
	"openai-chat": `[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"activate_tool","arguments":"{\"names\":[\"{read}\",\"mail.find\",\"gone\"],\"families\":[\"clock\"]}"}}]},
		{"role":"tool","tool_call_id":"1","content":"ok"},{"role":"assistant","tool_calls":[{"id":"2","type":"function","function":{"name":"{send}","arguments":"{}"}}]},{"role":"tool","tool_call_id":"2","content":"ok"}]`,
	"openai-responses": `[{"type":"function_call","call_id":"1","name":"activate_tool","arguments":"{\"names\":[\"{read}\",\"mail.find\",\"gone\"],\"families\":[\"clock\"]}"},
		{"type":"function_call_output","call_id":"1","output":"ok"},{"type":"function_call","call_id":"2","name":"{send}","arguments":"{}"},{"type":"function_call_output","call_id":"2","output":"ok"}]`,
	"anthropic-messages": `[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"activate_tool","input":{"names":["{read}","mail.find","gone"],"families":["clock"]}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]},{"role":"assistant","content":[{"type":"tool_use","id":"2","name":"{send}","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"2"}]}]`,
	"gemini": `[{"role":"model","parts":[{"functionCall":{"id":"1","name":"activate_tool","args":{"names":["{read}","mail.find","gone"],"families":["clock"]}}}]},
		{"role":"user","parts":[{"functionResponse":{"id":"1","name":"activate_tool","response":{}}}]},{"role":"model","parts":[{"functionCall":{"id":"2","name":"{send}","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"2","name":"{send}","response":{}}}]}]`,
	"bedrock-converse": `[{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"activate_tool","input":{"names":["{read}","mail.find","gone"],"families":["clock"]}}}]},
		{"role":"user","content":[{"toolResult":{"toolUseId":"1","content":[{"text":"ok"}]}}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"2","name":"{send}","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"2","content":[{"text":"ok"}]}}]}]`,
	"mcp": `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"activate_tool","arguments":{"names":["{read}","mail.find","gone"],"families":["clock"]}}},
		{"jsonrpc":"2.0","id":1,"result":{"content":[]}},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"{send}","arguments":{}}},{"jsonrpc":"2.0","id":2,"result":{"content":[]}}]`,
	"ai-sdk": `[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"activate_tool","input":{"names":["{read}","mail.find","gone"],"families":["clock"]}}]},
		{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"activate_tool","output":{"type":"text","value":"ok"}}]},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"2","toolName":"{send}","input":{}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"2","toolName":"{send}","output":{"type":"text","value":"ok"}}]}]`,
	"langchain": `[{"type":"ai","data":{"content":"","tool_calls":[{"id":"1","name":"activate_tool","args":{"names":["{read}","mail.find","gone"],"families":["clock"]}}]}},
		{"type":"tool","data":{"content":"ok","tool_call_id":"1"}},{"type":"ai","data":{"content":"","tool_calls":[{"id":"2","name":"{send}","args":{}}]}},{"type":"tool","data":{"content":"ok","tool_call_id":"2"}}]`,
}

// registerPure brings a server to revision 2, with the tools in another order each time.
func registerPure(s *server) {
	s.t.Helper()
	shuffled := make([]string, len(pureTools))
	for i, from := range rand.Perm(len(pureTools)) {
		shuffled[i] = pureTools[from]
	}
	s.post("/v1/catalogs/default/tools:apply", `{"team":"t","tools":[`+strings.Join(shuffled, ",")+`]}`)
	put := s.call("PUT", "/v1/catalogs/default/settings", `{"slots":2,"domains_line":true}`)
	if put.status != 200 || put.body["revision"] != "2" {
		s.t.Fatalf("settings: %d %s", put.status, put.raw)
	}
}

// pureAnswers projects the conversation from every format, with names spelled
// one way, and returns the bytes of each answer.
func pureAnswers(s *server, read, send string) map[string]string {
	s.t.Helper()
	bytes := map[string]string{}
	for format, turns := range pureTurns {
		transcript := strings.NewReplacer("{read}", read, "{send}", send).Replace(turns)
		a := s.call("POST", "/v1/catalogs/default:project", `{"format":"`+format+`","min_revision":"2","transcript":`+transcript+`}`)
		if a.status != 200 || at(a.body, "carry", 1) != "mail.send" || at(a.body, "evicted", 0) != "notes.read" {
			s.t.Fatalf("%s: %d %s", format, a.status, a.raw)
		}
		bytes[format] = string(a.raw)
	}
	return bytes
}

func TestTheSameInputGivesTheSameBytesFromEveryProcess(t *testing.T) {
	t.Setenv("GOMAXPROCS", "1")
	file := "sqlite:" + filepath.Join(t.TempDir(), "discoveryd.db")
	first := start(t, file)
	registerPure(first)
	want := pureAnswers(first, "notes.read", "mail.send")
	same := func(t *testing.T, s *server) {
		t.Helper()
		if diff := cmp.Diff(want, pureAnswers(s, "notes.read", "mail.send")); diff != "" {
			t.Errorf("other bytes (-first +now):\n%s", diff)
		}
	}
	t.Run("asked again", func(t *testing.T) { same(t, first) })
	t.Run("names spelled otherwise", func(t *testing.T) {
		for _, names := range [][2]string{{"notes__read", "mail__send"}, {"notes.open", "mail.post"}, {"notes__open", "mail__post"}} {
			if diff := cmp.Diff(want, pureAnswers(first, names[0], names[1])); diff != "" {
				t.Errorf("%v (-first +now):\n%s", names, diff)
			}
		}
	})
	t.Run("after a restart, on more processors", func(t *testing.T) {
		first.stop()
		t.Setenv("GOMAXPROCS", "4")
		same(t, start(t, file))
	})
	t.Run("another process with its own store", func(t *testing.T) {
		other := startSQLite(t)
		registerPure(other)
		same(t, other)
	})
	t.Run("replicas on the other kind of store", func(t *testing.T) {
		url := pgtest.URL(t)
		one := start(t, url)
		t.Setenv("GOMAXPROCS", "3")
		two := start(t, url)
		registerPure(one)
		same(t, two)
		same(t, one)
	})
}

func TestAnUnrelatedRegistrationLeavesThePromptAlone(t *testing.T) {
	backends(t, func(t *testing.T, s *server) {
		registerPure(s)
		before := pureAnswers(s, "notes.read", "mail.send")
		s.post("/v1/catalogs/default/tools:apply", `{"team":"u","tools":[
			{"name":"archive.notes","description":"Move notes away","capabilities":["note:write"],"domains":["planning"]},
			{"name":"aaa","description":"Comes first in any order","capabilities":["time:read"]}]}`)
		after := pureAnswers(s, "notes.read", "mail.send")
		for format := range pureTurns {
			if got, want := promptOf(t, after[format]), promptOf(t, before[format]); got != want {
				t.Errorf("%s: an unrelated registration changed the prompt:\n%s\n%s", format, want, got)
			}
		}
		s.post("/v1/catalogs/default/tools:apply", `{"team":"u","tools":[{"name":"zebra.count","description":"Count","capabilities":["zebra:read"]}]}`)
		for format, answer := range pureAnswers(s, "notes.read", "mail.send") {
			if promptOf(t, answer) == promptOf(t, before[format]) {
				t.Errorf("%s: a new root is not in the prompt", format)
			}
		}
	})
}

// promptOf is the part of an answer that a caller sends to a model.
func promptOf(t *testing.T, answer string) string {
	t.Helper()
	var prompt struct {
		Tools   json.RawMessage `json:"tools"`
		Digest  string          `json:"tools_digest"`
		Prefix  string          `json:"prefix"`
		Suffix  string          `json:"suffix"`
		Exposed json.RawMessage `json:"exposed"`
		Evicted json.RawMessage `json:"evicted"`
		Carry   json.RawMessage `json:"carry"`
	}
	if err := json.Unmarshal([]byte(answer), &prompt); err != nil || len(prompt.Tools) == 0 || prompt.Prefix == "" {
		t.Fatalf("%v: %.300s", err, answer)
	}
	return fmt.Sprintf("%s", prompt)
}
