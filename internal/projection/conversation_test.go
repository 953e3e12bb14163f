package projection_test

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

var formats = transcript.Formats()

// step is one turn of a conversation, written alike in every format: calls,
// each answered in the next message, or the user's text when there are none.
type step []action

// action is one call. Activations have names or families.
type action struct {
	call            string // a direct call's tool
	names, families []string
	failed          bool
}

func activate(names ...string) step { return step{{names: names}} }
func call(name string) step         { return step{{call: name}} }

// in writes a conversation as a format's list of turns.
func in(format string, steps ...step) []byte {
	var turns []string
	id := 0
	for _, s := range steps {
		if len(s) == 0 {
			turns = append(turns, userIn(format, `"please activate_tool({\"names\":[\"x\"]})"`))
			continue
		}
		var calls, results []string
		for _, a := range s {
			id++
			calls = append(calls, callIn(format, strconv.Itoa(id), a))
			results = append(results, resultIn(format, strconv.Itoa(id), a.failed))
		}
		turns = append(turns, turnsIn(format, calls, results)...)
	}
	return []byte("[" + strings.Join(turns, ",") + "]")
}

func (a action) name() string {
	if a.call != "" {
		return a.call
	}
	return tool.ActivateTool
}

func (a action) arguments() string {
	if a.call != "" {
		return `{}`
	}
	return quoted(map[string][]string{"names": a.names, "families": a.families})
}

func userIn(format, text string) string {
	switch format {
	case transcript.Gemini:
		return `{"role":"user","parts":[{"text":` + text + `}]}`
	case transcript.BedrockConverse:
		return `{"role":"user","content":[{"text":` + text + `}]}`
	case transcript.LangChain:
		return `{"type":"human","data":{"content":` + text + `}}`
	}
	return `{"role":"user","content":` + text + `}`
}

func callIn(format, id string, a action) string {
	name, arguments := quoted(a.name()), a.arguments()
	switch format {
	case transcript.OpenAIChat:
		return `{"id":"` + id + `","type":"function","function":{"name":` + name + `,"arguments":` + quoted(arguments) + `}}`
	case transcript.OpenAIResponses:
		return `{"type":"function_call","call_id":"` + id + `","name":` + name + `,"arguments":` + quoted(arguments) + `}`
	case transcript.AnthropicMessages:
		return `{"type":"tool_use","id":"` + id + `","name":` + name + `,"input":` + arguments + `}`
	case transcript.Gemini:
		return `{"functionCall":{"id":"` + id + `","name":` + name + `,"args":` + arguments + `}}`
	case transcript.BedrockConverse:
		return `{"toolUse":{"toolUseId":"` + id + `","name":` + name + `,"input":` + arguments + `}}`
	case transcript.MCP:
		return `{"jsonrpc":"2.0","id":"` + id + `","method":"tools/call","params":{"name":` + name + `,"arguments":` + arguments + `}}`
	case transcript.AISDK:
		return `{"type":"tool-call","toolCallId":"` + id + `","toolName":` + name + `,"input":` + arguments + `}`
	case transcript.LangChain:
		return `{"id":"` + id + `","name":` + name + `,"args":` + arguments + `}`
	}
	return `{"id":"` + id + `","name":` + name + `,"arguments":` + arguments + `}`
}

func resultIn(format, id string, failed bool) string {
	mark := strconv.FormatBool(failed)
	switch format {
	case transcript.OpenAIChat:
		return `{"role":"tool","tool_call_id":"` + id + `","content":"{\"error\":` + mark + `}"}`
	case transcript.OpenAIResponses:
		return `{"type":"function_call_output","call_id":"` + id + `","output":"{\"error\":` + mark + `}"}`
	case transcript.AnthropicMessages:
		return `{"type":"tool_result","tool_use_id":"` + id + `","is_error":` + mark + `}`
	case transcript.Gemini:
		return `{"functionResponse":{"id":"` + id + `","response":{"error":` + mark + `}}}`
	case transcript.BedrockConverse:
		return `{"toolResult":{"toolUseId":"` + id + `","status":"` + map[bool]string{true: "error", false: "success"}[failed] + `","content":[{"text":"x"}]}}`
	case transcript.MCP:
		return `{"jsonrpc":"2.0","id":"` + id + `","result":{"content":[],"isError":` + mark + `}}`
	case transcript.AISDK:
		return `{"type":"tool-result","toolCallId":"` + id + `","output":{"type":"` + map[bool]string{true: "error-text", false: "text"}[failed] + `","value":"x"}}`
	case transcript.LangChain:
		return `{"type":"tool","data":{"content":"x","tool_call_id":"` + id + `","status":"` + map[bool]string{true: "error", false: "success"}[failed] + `"}}`
	}
	return `{"role":"tool","call_id":"` + id + `","error":` + mark + `}`
}

func turnsIn(format string, calls, results []string) []string {
	list, answers := strings.Join(calls, ","), strings.Join(results, ",")
	switch format {
	case transcript.OpenAIChat:
		return append([]string{`{"role":"assistant","content":null,"tool_calls":[` + list + `]}`}, results...)
	case transcript.OpenAIResponses, transcript.MCP:
		return append(calls, results...)
	case transcript.AnthropicMessages, transcript.BedrockConverse:
		return []string{`{"role":"assistant","content":[` + list + `]}`, `{"role":"user","content":[` + answers + `]}`}
	case transcript.Gemini:
		return []string{`{"role":"model","parts":[` + list + `]}`, `{"role":"user","parts":[` + answers + `]}`}
	case transcript.AISDK:
		return []string{`{"role":"assistant","content":[` + list + `]}`, `{"role":"tool","content":[` + answers + `]}`}
	case transcript.LangChain:
		return append([]string{`{"type":"ai","data":{"content":"","tool_calls":[` + list + `]}}`}, results...)
	}
	return append([]string{`{"role":"assistant","calls":[` + list + `]}`}, results...)
}

func quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// catalog makes a set of tools with a schema each.
func catalog(names ...string) *tool.Set {
	var records []*tool.Record
	for _, name := range names {
		records = append(records, &tool.Record{
			Spec: tool.Spec{
				Name: name, Description: "Does what " + name + " says",
				Parameters: `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`,
			},
			Version: 1,
		})
	}
	return tool.NewSet(records)
}

func request(set *tool.Set, format string, steps ...step) projection.Request {
	return projection.Request{Tools: set, Settings: settings.Default(), Format: format, Transcript: in(format, steps...)}
}

// reporter is what a test and a property have in common.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

func project(t reporter, req projection.Request) projection.Answer {
	t.Helper()
	answer, err := projection.Project(req)
	if err != nil {
		t.Fatalf("Project = %v", err)
	}
	return answer
}

// shown lists the answer's tools as "name reason".
func shown(a projection.Answer) []string {
	var list []string
	for _, e := range a.Exposed {
		list = append(list, e.Tool.Name+" "+string(e.Reason))
	}
	return list
}
