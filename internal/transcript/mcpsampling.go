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

func samplingBlockOf(members iter.Seq2[[]byte, *jsontext.Value]) samplingBlock {
	var b samplingBlock
	for key, value := range members {
		switch {
		case jsontext.KeyIs(key, "type"):
			b.kind = value.Text()
		case jsontext.KeyIs(key, "id"):
			b.id = value.Text()
		case jsontext.KeyIs(key, "name"):
			b.name = value.Text()
		case jsontext.KeyIs(key, "toolUseId"):
			b.callID = value.Text()
		case jsontext.KeyIs(key, "input"):
			b.input = value.Raw()
		case jsontext.KeyIs(key, "isError"):
			b.isError = value.Raw()
		case jsontext.KeyIs(key, "content"):
			b.content = value.Raw()
		case jsontext.KeyIs(key, "structuredContent"):
			b.structured = value.Raw()
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
