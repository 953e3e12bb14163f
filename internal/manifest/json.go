package manifest

import (
	"sort"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
)

// readJSON parses a file that is one JSON document.
func readJSON(f file) ([]*node, Problems) {
	r := newJSONReader(f.data)
	bounds := jsontext.Bounds{
		Depth: maxDepth, Nodes: maxNodes,
		NumberLength: limits.NumberLength, Exponent: limits.NumberExponent,
	}
	if err := jsontext.Check(f.data, bounds); err != nil {
		return nil, Problems{{Position{f.name, r.line(err.Offset), err.Pointer}, err.Message}}
	}
	return []*node{r.node(f.data)}, nil
}

// jsonReader turns checked JSON text into nodes.
type jsonReader struct {
	data     []byte
	newlines []int // their offsets, ascending
}

func newJSONReader(data []byte) jsonReader {
	r := jsonReader{data: data}
	for i, b := range data {
		if b == '\n' {
			r.newlines = append(r.newlines, i)
		}
	}
	return r
}

func (r jsonReader) line(offset int) int { return sort.SearchInts(r.newlines, offset) + 1 }

// lineOf finds the line of a slice of the text: slices taken from one text end
// at the same capacity, so what is missing from it is the offset.
func (r jsonReader) lineOf(part []byte) int { return r.line(cap(r.data) - cap(part)) }

func (r jsonReader) node(value []byte) *node {
	n := &node{kind: jsontext.KindOf(value), line: r.lineOf(value), raw: value}
	switch n.kind {
	case jsontext.Object:
		for key, v := range jsontext.Members(value) {
			name, _ := jsontext.Unquote(key)
			n.members = append(n.members, member{name, r.lineOf(key), r.node(v)})
		}
	case jsontext.Array:
		for _, v := range jsontext.Elements(value) {
			n.items = append(n.items, r.node(v))
		}
	case jsontext.String:
		n.text, _ = jsontext.Unquote(value)
	default:
		n.text = string(value)
	}
	return n
}
