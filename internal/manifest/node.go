package manifest

import (
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// node is one JSON value of a file, whichever syntax it was written in.
type node struct {
	kind    jsontext.Kind
	line    int
	text    string   // of a string, decoded; of a number, its JSON literal
	members []member // of an object, in the author's order
	items   []*node  // of an array
	// raw is the value's own text when the file is JSON, so that escapes and
	// literals stay as they were written.
	raw []byte
}

type member struct {
	name  string
	line  int
	value *node
}

// appendJSON appends the value as compact JSON, key order and number literals kept.
func (n *node) appendJSON(dst []byte) []byte {
	if n.raw != nil {
		return jsontext.AppendCompact(dst, n.raw)
	}
	switch n.kind {
	case jsontext.Object:
		dst = append(dst, '{')
		for i, m := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsontext.AppendQuoted(dst, m.name)
			dst = append(dst, ':')
			dst = m.value.appendJSON(dst)
		}
		return append(dst, '}')
	case jsontext.Array:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.appendJSON(dst)
		}
		return append(dst, ']')
	case jsontext.String:
		return jsontext.AppendQuoted(dst, n.text)
	default:
		return append(dst, n.text...)
	}
}

// find returns the line of the value at the given pointer steps, or of the
// last value on the way to it. line is where n itself stands.
func (n *node) find(steps []string, line int) int {
	for _, step := range steps {
		next, at := n.child(step)
		if next == nil {
			return line
		}
		n, line = next, at
	}
	return line
}

// child returns the value at one pointer step and its line: that of the key in an object.
func (n *node) child(step string) (*node, int) {
	if n.kind == jsontext.Array {
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(n.items) {
			return nil, 0
		}
		return n.items[i], n.items[i].line
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
	for _, m := range n.members {
		if m.name == name {
			return m.value, m.line
		}
	}
	return nil, 0
}

// what names the value in a message to people.
func (n *node) what() string {
	switch n.kind {
	case jsontext.Object:
		return "a mapping"
	case jsontext.Array:
		return "a list"
	case jsontext.String:
		return "the text " + strconv.Quote(clip(n.text))
	case jsontext.Number:
		return "the number " + clip(n.text)
	case jsontext.Null:
		return "nothing"
	default:
		return n.text
	}
}

// clip keeps messages short.
func clip(text string) string {
	const most = 40
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
