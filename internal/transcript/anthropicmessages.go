package transcript

import (
	"bytes"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// readAnthropicMessages reads a message of the Anthropic Messages API. Blocks
// that the provider ran itself (server_tool_use, mcp_tool_use and their
// results) and members of its own toolsets are no calls of ours.
func readAnthropicMessages(s *scan, turn *jsontext.Value) {
	var role string
	var content []byte
	for key, value := range turn.Members() {
		switch {
		case jsontext.KeyIs(key, "role"):
			role = value.Text()
		case jsontext.KeyIs(key, "content"):
			content = value.Raw()
		}
	}
	for _, item := range jsontext.ValueOf(content).Elements() {
		b := blockOf(item)
		switch {
		case b.kind == "tool_use" && role == "assistant" && b.toolset == "":
			s.call(call{id: b.id, name: b.name, arguments: b.input, form: objectForm})
		case b.kind == "tool_result":
			s.result(b.result())
		case b.kind == "compaction":
			if jsontext.KindOf(b.content) != jsontext.Null { // null is a compaction that failed
				s.compacted()
			}
		default:
			s.other()
		}
		b.references(s)
	}
	if jsontext.KindOf(content) != jsontext.Array {
		s.other()
	}
}

// block is what matters of a content block.
type block struct {
	kind, id, name, callID, toolset string
	input, content, isError         []byte
	tool, changes                   []byte // native tool changes
}

func blockOf(item *jsontext.Value) block {
	var b block
	for key, value := range item.Members() {
		switch {
		case jsontext.KeyIs(key, "type"):
			b.kind = value.Text()
		case jsontext.KeyIs(key, "id"):
			b.id = value.Text()
		case jsontext.KeyIs(key, "name"):
			b.name = value.Text()
		case jsontext.KeyIs(key, "tool_use_id"):
			b.callID = value.Text()
		case jsontext.KeyIs(key, "toolset_name"):
			b.toolset = value.Text()
		case jsontext.KeyIs(key, "input"):
			b.input = value.Raw()
		case jsontext.KeyIs(key, "content"):
			b.content = value.Raw()
		case jsontext.KeyIs(key, "is_error"):
			b.isError = value.Raw()
		case jsontext.KeyIs(key, "tool"):
			b.tool = value.Raw()
		case jsontext.KeyIs(key, "tool_changes"):
			b.changes = value.Raw()
		}
	}
	return b
}

func (b block) result() result {
	r := result{id: b.callID, failed: jsontext.KindOf(b.isError) == jsontext.True}
	if b.isError == nil || jsontext.KindOf(b.isError) == jsontext.Null { // a mark that says no error is believed
		r.content = b.content
	}
	return r
}

// references reports the tools that native loading mentions in a block:
// tool_reference blocks in results of client-side and server-run searches,
// tool_addition and tool_removal, and the tool_changes of a compaction. A
// removed tool counts too: its name must resolve like any other.
func (b block) references(s *scan) {
	switch {
	case b.kind == "tool_addition" || b.kind == "tool_removal":
		toolChange(s, b.kind, b.tool)
	case b.kind == "compaction":
		for _, change := range jsontext.Elements(b.changes) {
			kind, _ := jsontext.Unquote(jsontext.Get(change, "type"))
			toolChange(s, kind, jsontext.Get(change, "tool"))
		}
	case bytes.Contains(b.content, []byte("tool_reference")):
		found := b.content
		if jsontext.KindOf(found) == jsontext.Object {
			found = jsontext.Get(found, "tool_references")
		}
		for _, inner := range jsontext.Elements(found) {
			if kind, name := changedTool(inner); kind == "tool_reference" {
				s.reference(name)
				s.load(name)
			}
		}
	}
}

// toolChange reads a tool that is added or removed in the middle of a
// conversation: by its name in the declared array, or with its definition.
func toolChange(s *scan, change string, tool []byte) {
	kind, name := changedTool(tool)
	if kind == "tool_reference" {
		s.reference(name)
	} else if kind != "tool_definition" {
		return
	}
	if change == "tool_removal" {
		s.unload(name)
	} else {
		s.load(name)
	}
}

// changedTool returns the name of a tool in a tool change or a result; results
// spell it tool_name, tool changes name, and a definition has it inside.
func changedTool(tool []byte) (kind, name string) {
	for key, value := range jsontext.Members(tool) {
		switch {
		case jsontext.KeyIs(key, "type"):
			kind, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "tool_name"), jsontext.KeyIs(key, "name"):
			name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "definition"):
			name, _ = jsontext.Unquote(jsontext.Get(value, "name"))
		}
	}
	return kind, name
}

// anthropicBody notes the tools that a request declares and withholds.
func anthropicBody(s *scan, key string, value []byte) {
	if key != "tools" {
		return
	}
	for _, declared := range jsontext.Elements(value) {
		name, _ := jsontext.Unquote(jsontext.Get(declared, "name"))
		if name != "" && jsontext.KindOf(jsontext.Get(declared, "defer_loading")) == jsontext.True {
			s.deferred = append(s.deferred, name)
		}
	}
}
