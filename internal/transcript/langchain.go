package transcript

import (
	"iter"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// readLangChain reads a LangChain message in any of the four shapes it is
// stored in: {"type","data"}, a constructor with kwargs, flat, and as OpenAI
// writes it.
func readLangChain(s *scan, message *jsontext.Value) {
	var kind, role, class string
	var inner []byte
	for key, value := range message.Members() {
		switch {
		case jsontext.KeyIs(key, "type"):
			kind = value.Text()
		case jsontext.KeyIs(key, "role"):
			role = value.Text()
		case jsontext.KeyIs(key, "data"), jsontext.KeyIs(key, "kwargs"):
			inner = value.Raw()
		case jsontext.KeyIs(key, "id"):
			class = lastElement(value.Raw())
		}
	}
	switch {
	case kind == "" && role != "":
		chatMessageOf(message.Members()).read(s)
	case kind == "constructor":
		langchainMessageOf(jsontext.ValueOf(inner).Members()).read(s, class)
	case inner != nil:
		langchainMessageOf(jsontext.ValueOf(inner).Members()).read(s, kind)
	default:
		langchainMessageOf(message.Members()).read(s, kind)
	}
}

func lastElement(list []byte) string {
	last := ""
	for _, value := range jsontext.Elements(list) {
		last, _ = jsontext.Unquote(value)
	}
	return last
}

// langchainMessage is what matters of a message.
type langchainMessage struct {
	calls, invalid, chunks, more []byte // tool_calls, invalid_tool_calls, tool_call_chunks, additional_kwargs
	content                      []byte
	callID, name, status         string
}

func langchainMessageOf(members iter.Seq2[[]byte, *jsontext.Value]) langchainMessage {
	var m langchainMessage
	for key, value := range members {
		switch {
		case jsontext.KeyIs(key, "tool_calls"):
			m.calls = value.Raw()
		case jsontext.KeyIs(key, "invalid_tool_calls"):
			m.invalid = value.Raw()
		case jsontext.KeyIs(key, "tool_call_chunks"):
			m.chunks = value.Raw()
		case jsontext.KeyIs(key, "additional_kwargs"):
			m.more = value.Raw()
		case jsontext.KeyIs(key, "content"):
			m.content = value.Raw()
		case jsontext.KeyIs(key, "tool_call_id"):
			m.callID = value.Text()
		case jsontext.KeyIs(key, "name"):
			m.name = value.Text()
		case jsontext.KeyIs(key, "status"):
			m.status = value.Text()
		}
	}
	return m
}

// read reads a message of a type: "ai" and "tool", or the class's own name.
func (m langchainMessage) read(s *scan, kind string) {
	if source, _ := jsontext.Unquote(jsontext.Get(m.more, "lc_source")); source == "summarization" {
		s.compacted()
	}
	switch kind {
	case "ai", "AIMessage", "AIMessageChunk":
		m.readCalls(s)
		s.other()
	case "tool", "ToolMessage", "ToolMessageChunk":
		s.result(result{id: m.callID, tool: m.name, failed: m.status == "error", content: m.content})
	case "remove", "RemoveMessage":
	default:
		s.other()
	}
}

// readCalls reads the calls of a message once, though they may stand in four
// places of it: in tool_calls and invalid_tool_calls, or else in what
// additional_kwargs keep of OpenAI, in content blocks, or in chunks.
func (m langchainMessage) readCalls(s *scan) {
	for _, read := range []func(*scan){m.readParsed, m.readKept, m.readBlocks, m.readChunks} {
		before := len(s.events)
		read(s)
		if len(s.events) > before {
			return
		}
	}
}

// readParsed reads the calls that were parsed, and those that did not parse:
// their order is not recorded, and what did not parse counts as later.
func (m langchainMessage) readParsed(s *scan) {
	for _, entry := range jsontext.Elements(m.calls) {
		if jsontext.Get(entry, "function") != nil {
			s.call(chatCall(jsontext.ValueOf(entry)))
			continue
		}
		s.call(langchainCall(entry))
	}
	for _, entry := range jsontext.Elements(m.invalid) {
		c := langchainCall(entry)
		c.cut = true
		s.call(c)
	}
}

// readKept reads what additional_kwargs keep of the provider's message.
func (m langchainMessage) readKept(s *scan) {
	chatMessageOf(jsontext.ValueOf(m.more).Members()).readCalls(s)
}

// readBlocks reads content blocks in the provider's form or LangChain's own.
func (m langchainMessage) readBlocks(s *scan) {
	for _, block := range jsontext.Elements(m.content) {
		switch kind, _ := jsontext.Unquote(jsontext.Get(block, "type")); kind {
		case "tool_use", "tool_call":
			s.call(langchainCall(block))
		case "invalid_tool_call":
			c := langchainCall(block)
			c.cut = true
			s.call(c)
		}
	}
}

// readChunks puts together the pieces of streamed calls: the first piece of a
// call has its name, all have its index and a piece of its arguments.
func (m langchainMessage) readChunks(s *scan) {
	var c call
	var text strings.Builder
	flush := func() {
		c.arguments = jsontext.AppendQuoted(nil, text.String())
		s.call(c)
		text.Reset()
	}
	for _, chunk := range jsontext.Elements(m.chunks) {
		piece := langchainCall(chunk)
		if piece.name != "" {
			flush()
			c = piece
		}
		arguments, _ := jsontext.Unquote(piece.arguments)
		text.WriteString(arguments)
	}
	flush()
}

func langchainCall(entry []byte) call {
	c := call{form: textForm}
	for key, value := range jsontext.Members(entry) {
		switch {
		case jsontext.KeyIs(key, "name"):
			c.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "id"):
			c.id, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "args"), jsontext.KeyIs(key, "input"):
			c.arguments = value
		}
	}
	return c
}
