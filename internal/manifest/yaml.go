package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
)

// readYAML parses every document of a YAML file. Empty documents are skipped.
func readYAML(f file) ([]*node, Problems) {
	loader, err := yaml.NewLoader(bytes.NewReader(f.data))
	if err != nil {
		return nil, Problems{yamlProblem(f.name, err)}
	}
	r := yamlReader{file: f.name}
	var roots []*node
	for {
		var document yaml.Node
		err := loader.Load(&document)
		if errors.Is(err, io.EOF) {
			return roots, r.problems
		}
		if err != nil {
			return roots, append(r.problems, yamlProblem(f.name, err))
		}
		before := len(r.problems)
		root := r.node(&document, "", 0)
		if r.full {
			return nil, r.problems
		}
		if len(r.problems) == before && root.kind != jsontext.Null {
			roots = append(roots, root)
		}
	}
}

func yamlProblem(file string, err error) Problem {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return Problem{Position{File: file}, err.Error()}
	}
	message := load.Message
	if load.ContextMsg != "" {
		message += " " + load.ContextMsg
	}
	return Problem{Position{File: file, Line: load.Mark.Line}, "YAML: " + message}
}

// yamlReader turns YAML nodes into ours: aliases expanded within bounds, plain
// scalars read by the core types of YAML 1.2, no tags but those of JSON's kinds.
type yamlReader struct {
	file     string
	nodes    int // values so far, expanded
	bytes    int // text so far, expanded
	full     bool
	problems Problems
}

func (r *yamlReader) fail(n *yaml.Node, pointer, format string, args ...any) {
	r.problems = append(r.problems, Problem{Position{r.file, n.Line, pointer}, fmt.Sprintf(format, args...)})
}

// node converts one value; what cannot be converted becomes a null after its problem was noted.
func (r *yamlReader) node(n *yaml.Node, pointer string, depth int) *node {
	null := &node{kind: jsontext.Null, line: n.Line, text: "null"}
	if !r.afford(n, depth) {
		return null
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return null
		}
		return r.node(n.Content[0], pointer, 1)
	case yaml.AliasNode:
		return r.node(n.Alias, pointer, depth)
	case yaml.MappingNode:
		if !r.tagged(n, pointer, "!!map") {
			return null
		}
		return r.mapping(n, pointer, depth)
	case yaml.SequenceNode:
		if !r.tagged(n, pointer, "!!seq") {
			return null
		}
		return r.sequence(n, pointer, depth)
	default:
		return r.scalar(n, pointer)
	}
}

// afford counts one value against the bounds. An alias inside itself runs into the depth.
func (r *yamlReader) afford(n *yaml.Node, depth int) bool {
	r.nodes++
	r.bytes += len(n.Value)
	switch {
	case r.full:
		return false
	case depth > maxDepth:
		r.fail(n, "", "nested deeper than %d levels", maxDepth)
	case r.nodes > maxNodes:
		r.fail(n, "", "more than %d values, aliases expanded: split the file", maxNodes)
	case r.bytes > limits.ApplyBody:
		r.fail(n, "", "more than %d bytes (limit apply_body), aliases expanded: split the file", limits.ApplyBody)
	default:
		return true
	}
	r.full = true
	return false
}

// tagged reports whether the value has no tag of its own, or the one that says what it is anyway.
func (r *yamlReader) tagged(n *yaml.Node, pointer, tag string) bool {
	if n.Style&yaml.TaggedStyle != 0 && n.ShortTag() != tag {
		r.fail(n, pointer, "the tag %s means nothing here: leave it out", n.Tag)
		return false
	}
	return true
}

func (r *yamlReader) mapping(n *yaml.Node, pointer string, depth int) *node {
	object := &node{kind: jsontext.Object, line: n.Line}
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			r.fail(key, pointer, "a key must be text, got a list, a mapping or an alias")
			continue
		}
		if key.ShortTag() == "!!merge" {
			r.fail(key, pointer, "merge keys (<<) are not read: write the keys out, or use an alias for a whole value")
			continue
		}
		if line, again := seen[key.Value]; again {
			r.fail(key, pointer, "the key %q stands twice, first in line %d", clip(key.Value), line)
			continue
		}
		seen[key.Value] = key.Line
		r.bytes += len(key.Value)
		below := pointer + "/" + jsontext.EscapePointer(key.Value)
		object.members = append(object.members, member{key.Value, key.Line, r.node(value, below, depth+1)})
	}
	return object
}

func (r *yamlReader) sequence(n *yaml.Node, pointer string, depth int) *node {
	list := &node{kind: jsontext.Array, line: n.Line}
	for i, item := range n.Content {
		list.items = append(list.items, r.node(item, pointer+"/"+strconv.Itoa(i), depth+1))
	}
	return list
}

func (r *yamlReader) scalar(n *yaml.Node, pointer string) *node {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	out := &node{kind: jsontext.String, line: n.Line, text: n.Value}
	if n.Style&yaml.TaggedStyle != 0 || n.Style&quoted != 0 {
		r.tagged(n, pointer, "!!str")
		return out
	}
	var message string
	out.kind, out.text, message = coreScalar(n.Value)
	if message != "" {
		r.fail(n, pointer, "%s", message)
	}
	return out
}
