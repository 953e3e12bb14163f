package transcript

import (
	"iter"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// readOpenAIChat reads a message of OpenAI Chat Completions. The format has no
// mark for errors, so a result's text has to say it (saysError).
func readOpenAIChat(s *scan, turn *jsontext.Value) { chatMessageOf(turn.Members()).read(s) }

func (m chatMessage) read(s *scan) {
	switch m.role {
	case "assistant":
		m.readCalls(s)
	case "tool", "function":
		s.result(result{id: m.callID, tool: m.name, failed: s.saysError(m.content)})
		return
	}
	s.other()
}

// chatMessage is what matters of a message.
type chatMessage struct {
	role, callID, name string
	content            []byte
	calls              []byte
	legacyCall         []byte // function_call, which has no id
}

func chatMessageOf(members iter.Seq2[[]byte, *jsontext.Value]) chatMessage {
	var m chatMessage
	for key, value := range members {
		switch {
		case jsontext.KeyIs(key, "role"):
			m.role = value.Text()
		case jsontext.KeyIs(key, "content"):
			m.content = value.Raw()
		case jsontext.KeyIs(key, "tool_calls"):
			m.calls = value.Raw()
		case jsontext.KeyIs(key, "function_call"):
			m.legacyCall = value.Raw()
		case jsontext.KeyIs(key, "tool_call_id"):
			m.callID = value.Text()
		case jsontext.KeyIs(key, "name"):
			m.name = value.Text()
		}
	}
	return m
}

// readCalls reads tool_calls, or else the legacy function_call: some clients
// keep the one call in both.
func (m chatMessage) readCalls(s *scan) {
	modern := false
	for _, entry := range jsontext.ValueOf(m.calls).Elements() {
		modern = true
		s.call(chatCall(entry))
	}
	if !modern {
		s.call(functionCall("", m.legacyCall))
	}
}

func chatCall(entry *jsontext.Value) call {
	var id string
	var function, custom []byte
	for key, value := range entry.Members() {
		switch {
		case jsontext.KeyIs(key, "id"):
			id = value.Text()
		case jsontext.KeyIs(key, "function"):
			function = value.Raw()
		case jsontext.KeyIs(key, "custom"):
			custom = value.Raw()
		}
	}
	if jsontext.KindOf(custom) == jsontext.Object {
		name, _ := jsontext.Unquote(jsontext.Get(custom, "name"))
		return call{id: id, name: name, form: freeForm}
	}
	return functionCall(id, function)
}

func functionCall(id string, function []byte) call {
	c := call{id: id, form: textForm}
	for key, value := range jsontext.Members(function) {
		switch {
		case jsontext.KeyIs(key, "name"):
			c.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "arguments"):
			c.arguments = value
		}
	}
	return c
}
