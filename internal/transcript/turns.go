package transcript

import (
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// turnsOf checks a transcript and returns its list of turns.
func turnsOf(text []byte) ([]byte, error) {
	if len(text) == 0 {
		return nil, problem.At("/transcript", problem.InvalidField, "is missing; a new conversation is []")
	}
	if err := jsontext.Check(text, jsontext.Bounds{Depth: limits.TranscriptDepth, Lenient: true}); err != nil {
		return nil, malformed(err)
	}
	switch jsontext.KindOf(text) {
	case jsontext.Array:
		return text, nil
	case jsontext.Object:
		if turns := jsontext.Get(text, "messages"); jsontext.KindOf(turns) == jsontext.Array {
			return turns, nil
		}
		return nil, problem.At("/transcript", problem.InvalidField, "an object without a list of messages%s; %s", looksLike(text), wanted)
	default:
		return nil, problem.At("/transcript", problem.InvalidField, "got neither a list nor an object; %s", wanted)
	}
}

const wanted = `want the provider's request body with its "messages", or just the list of turns`

func malformed(err *jsontext.Error) *problem.Error {
	field := "/transcript" + err.Pointer
	if err.Limit == "depth" {
		return problem.At(field, problem.LimitExceeded, "limit transcript_depth: %s", err.Message)
	}
	return problem.At(field, problem.InvalidJSON, "%s, at byte %d of the transcript", err.Message, err.Offset)
}

// looksLike names the format whose request body has the members of object.
func looksLike(object []byte) string {
	switch {
	case jsontext.Get(object, "input") != nil:
		return " (it looks like openai-responses)"
	case jsontext.Get(object, "contents") != nil:
		return " (it looks like gemini)"
	case jsontext.Get(object, "jsonrpc") != nil:
		return " (it looks like mcp)"
	}
	return ""
}
