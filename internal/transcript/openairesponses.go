package transcript

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// readOpenAIResponses reads an item of OpenAI Responses. Calls and results are
// items of their own. What the provider ran itself, and its built-in tools,
// are no calls of ours. Like Chat Completions the format has no mark for errors.
func readOpenAIResponses(s *scan, item *jsontext.Value) {
	i := responsesItemOf(item)
	switch i.kind {
	case "function_call", "custom_tool_call":
		s.call(i.call())
	case "function_call_output", "custom_tool_call_output":
		s.result(result{id: i.callID, tool: i.toolName(), failed: s.saysError(i.output)})
	case "tool_search_output", "additional_tools":
		for _, t := range jsontext.Elements(i.tools) {
			readDeclared(s, t, "")
		}
		s.other()
	case "item_reference":
		s.hidden("item_reference")
	case "compaction":
		s.compacted()
	case "reasoning", "configuration_update", "compaction_trigger":
	default:
		s.other()
	}
}

// openAIResponsesBody warns of the members that stand for turns on the server.
func openAIResponsesBody(s *scan, key string, _ []byte) {
	if key == "previous_response_id" || key == "conversation" {
		s.hidden(key)
	}
}

// responsesItem is what matters of an item.
type responsesItem struct {
	kind, callID, namespace, name, status string
	arguments, output, tools              []byte
}

func responsesItemOf(item *jsontext.Value) responsesItem {
	var i responsesItem
	for key, value := range item.Members() {
		switch {
		case jsontext.KeyIs(key, "type"):
			i.kind = value.Text()
		case jsontext.KeyIs(key, "call_id"):
			i.callID = value.Text()
		case jsontext.KeyIs(key, "namespace"):
			i.namespace = value.Text()
		case jsontext.KeyIs(key, "name"):
			i.name = value.Text()
		case jsontext.KeyIs(key, "status"):
			i.status = value.Text()
		case jsontext.KeyIs(key, "arguments"):
			i.arguments = value.Raw()
		case jsontext.KeyIs(key, "output"):
			i.output = value.Raw()
		case jsontext.KeyIs(key, "tools"):
			i.tools = value.Raw()
		}
	}
	return i
}

func (i responsesItem) call() call {
	c := call{id: i.callID, name: i.toolName(), arguments: i.arguments, form: textForm, cut: i.status == "incomplete"}
	if i.kind == "custom_tool_call" {
		c.form = freeForm
	}
	return c
}

func (i responsesItem) toolName() string { return inNamespace(i.namespace, i.name) }

// inNamespace is the name of a tool of a namespace. A deferred tool that was
// loaded on its own comes back with its own name for a namespace, and a tool
// may carry its family already.
func inNamespace(namespace, name string) string {
	if namespace == "" || name == "" || namespace == name ||
		strings.HasPrefix(name, namespace+".") || strings.HasPrefix(name, namespace+"__") {
		return name
	}
	return namespace + "." + name
}

// readDeclared reports the tools that an item declares in the middle of a
// conversation: functions, and those inside a namespace.
func readDeclared(s *scan, declared []byte, namespace string) {
	var kind, name string
	var inner []byte
	for key, value := range jsontext.Members(declared) {
		switch {
		case jsontext.KeyIs(key, "type"):
			kind, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "name"):
			name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "tools"):
			inner = value
		}
	}
	switch {
	case kind == "function" || kind == "custom":
		s.reference(inNamespace(namespace, name))
		s.load(inNamespace(namespace, name))
	case kind == "namespace" && namespace == "":
		for _, t := range jsontext.Elements(inner) {
			readDeclared(s, t, name)
		}
	}
}
