package transcript

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// turnsOf checks a transcript and returns its lists of turns, oldest first.
// What the body around them says about turns that it does not hold goes to s.
func (f format) turnsOf(s *scan, text []byte) ([][]byte, error) {
	if len(text) == 0 {
		return nil, problem.At("/transcript", problem.InvalidField, "is missing; a new conversation is []")
	}
	if err := jsontext.Check(text, jsontext.Bounds{Depth: limits.TranscriptDepth, Lenient: true}); err != nil {
		return nil, malformed(err)
	}
	switch jsontext.KindOf(text) {
	case jsontext.Array:
		return [][]byte{text}, nil
	case jsontext.Object:
		return f.listsOf(s, text)
	default:
		return nil, problem.At("/transcript", problem.InvalidField, "got neither a list nor an object; %s", f.wanted())
	}
}

// listsOf returns the lists of turns that a request body holds.
func (f format) listsOf(s *scan, body []byte) ([][]byte, error) {
	lists := make([][]byte, len(f.lists))
	found := false
	for key, value := range jsontext.Members(body) {
		for i, name := range f.lists {
			if jsontext.KeyIs(key, name) && f.isList(value) {
				lists[i], found = value, true
			}
		}
		if name, _ := jsontext.Unquote(key); f.body != nil && jsontext.KindOf(value) != jsontext.Null {
			f.body(s, name, value)
		}
	}
	if !found {
		return nil, problem.At("/transcript", problem.InvalidField, "an object without a list of %s%s; %s",
			f.lists[0], bodyLooksLike(body), f.wanted())
	}
	return lists, nil
}

// isList reports whether a member holds turns: a list, or, in a format whose
// list may be the text of a single turn of the user, that text.
func (f format) isList(value []byte) bool {
	kind := jsontext.KindOf(value)
	return kind == jsontext.Array || kind == jsontext.String && f.name == OpenAIResponses
}

func (f format) wanted() string {
	return `want the provider's request body with its "` + f.lists[0] + `", or just the list of turns`
}

func malformed(err *jsontext.Error) *problem.Error {
	field := "/transcript" + err.Pointer
	if err.Limit == "depth" {
		return problem.At(field, problem.LimitExceeded, "limit transcript_depth: %s", err.Message)
	}
	return problem.At(field, problem.InvalidJSON, "%s, at byte %d of the transcript", err.Message, err.Offset)
}

// bodyLooksLike names the formats whose request body has the members of object.
func bodyLooksLike(object []byte) string {
	var names []string
	for _, f := range formats() {
		for _, list := range f.lists {
			if jsontext.KindOf(jsontext.Get(object, list)) == jsontext.Array {
				names = append(names, f.name)
				break
			}
		}
	}
	switch {
	case len(names) > 0:
		return " (it looks like " + strings.Join(names, " or ") + ")"
	case jsontext.Get(object, "jsonrpc") != nil:
		return " (it looks like a single frame of mcp: put it in a list)"
	}
	return ""
}
