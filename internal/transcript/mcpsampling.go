package transcript

import (
	"iter"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// samplingBlock is what matters of a content block of an MCP sampling message.
type samplingBlock struct {
	kind, id, name, callID string
	input, isError         []byte
	content, structured    []byte
}

func samplingBlockOf(members iter.Seq2[[]byte, []byte]) samplingBlock {
	var b samplingBlock
	for key, value := range members {
		switch {
		case jsontext.KeyIs(key, "type"):
			b.kind, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "id"):
			b.id, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "name"):
			b.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "toolUseId"):
			b.callID, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "input"):
			b.input = value
		case jsontext.KeyIs(key, "isError"):
			b.isError = value
		case jsontext.KeyIs(key, "content"):
			b.content = value
		case jsontext.KeyIs(key, "structuredContent"):
			b.structured = value
		}
	}
	return b
}

func readSamplingBlock(s *scan, role string, b samplingBlock) {
	switch {
	case b.kind == "tool_use" && role == "assistant":
		s.call(call{id: b.id, name: b.name, arguments: b.input, form: objectForm})
	case b.kind == "tool_result" && role == "user":
		s.result(result{
			id: b.callID, failed: jsontext.KindOf(b.isError) == jsontext.True, content: b.content, structured: b.structured,
		})
	default:
		s.other()
	}
}
