package mcpimport

import (
	"fmt"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// read converts one tool of the answer.
func (c *converter) read(value []byte) {
	original, _ := jsontext.Unquote(jsontext.Get(value, "name"))
	t := candidate{original: original}
	switch {
	case jsontext.KindOf(value) != jsontext.Object:
		t.why = fmt.Sprintf("element %d of the list is no object", len(c.tools))
	case original == "":
		t.why = fmt.Sprintf("element %d of the list has no name", len(c.tools))
	default:
		t.name, t.why = Spell(original, c.options.Family)
	}
	if t.name != "" {
		t.record, t.why = c.record(value, original)
		if t.why != "" {
			t.name = ""
		}
		c.dropped(value)
	}
	c.tools = append(c.tools, t)
}

// record writes what a manifest has a place for, in the record's order.
func (c *converter) record(value []byte, original string) (record []byte, why string) {
	annotations := jsontext.Get(value, "annotations")
	title := text(value, "title")
	if title == "" {
		title = text(annotations, "title")
	}
	description := text(value, "description")
	switch {
	case description != "":
	case title != "":
		description = title
		c.note(original, "has no description: its title stands in")
	default:
		description = strings.Join(strings.FieldsFunc(original, isJoint), " ")
		c.note(original, "has no description: its name stands in; write one, or it will hardly be found")
	}
	if title != "" {
		record = append(record, `,"title":`...)
		record = jsontext.AppendQuoted(record, title)
	}
	record = append(record, `,"description":`...)
	record = jsontext.AppendQuoted(record, description)
	if record, why = c.parameters(record, value, original); why != "" {
		return nil, why
	}
	if jsontext.KindOf(jsontext.Get(annotations, "idempotentHint")) == jsontext.True {
		record = append(record, `,"idempotent":true`...)
	}
	record = append(record, `,"handler":`...)
	return jsontext.AppendQuoted(record, "mcp://"+escape(c.options.Source)+"/"+escape(original)), ""
}

// parameters appends the schema as it stands. Only a missing root type is
// mended: MCP means an object anyway, and a record must say so.
func (c *converter) parameters(record, value []byte, original string) ([]byte, string) {
	schema := jsontext.Get(value, "inputSchema")
	switch jsontext.KindOf(schema) {
	case 0, jsontext.Null:
		c.note(original, "has no inputSchema: it takes no arguments")
		return record, ""
	case jsontext.Object:
	default:
		return nil, "its inputSchema is no object"
	}
	compact := jsontext.AppendCompact(nil, schema)
	if jsontext.Get(schema, "type") == nil {
		c.note(original, `its schema has no type at the root: "object" is added`)
		rest := strings.TrimPrefix(string(compact), "{")
		if rest != "}" {
			rest = "," + rest
		}
		compact = []byte(`{"type":"object"` + rest)
	}
	return append(append(record, `,"parameters":`...), compact...), ""
}

// dropped counts the members that a manifest has no place for.
func (c *converter) dropped(value []byte) {
	for key, member := range jsontext.Members(value) {
		kind := jsontext.KindOf(member)
		name, _ := jsontext.Unquote(key)
		switch {
		case kind == jsontext.Null || name == "name" || name == "inputSchema":
		case name == "annotations" && kind == jsontext.Object:
			c.droppedHints(member, text(value, "title"))
		case (name == "title" || name == "description") && kind == jsontext.String:
		default:
			c.count(name)
		}
	}
}

// droppedHints is dropped for the annotations. title is the tool's own, which goes before theirs.
func (c *converter) droppedHints(annotations []byte, title string) {
	for key, member := range jsontext.Members(annotations) {
		kind := jsontext.KindOf(member)
		name, _ := jsontext.Unquote(key)
		switch {
		case kind == jsontext.Null:
		case name == "idempotentHint" && (kind == jsontext.True || kind == jsontext.False):
		case name == "title" && (title == "" || title == text(annotations, "title")):
		default:
			c.count("annotations." + name)
		}
	}
}

func (c *converter) count(field string) {
	for i := range c.out.Dropped {
		if c.out.Dropped[i].Name == field {
			c.out.Dropped[i].Tools++
			return
		}
	}
	c.out.Dropped = append(c.out.Dropped, Field{field, 1})
}

func (c *converter) note(original, note string) {
	c.out.Notes = append(c.out.Notes, Remark{original, note})
}

// text returns a member's text folded to one line, or "".
func text(object []byte, key string) string {
	value, _ := jsontext.Unquote(jsontext.Get(object, key))
	return tool.Fold(value)
}

// escape keeps what RFC 3986 calls unreserved and writes the rest as %XX.
func escape(segment string) string {
	var out strings.Builder
	for i := range len(segment) {
		b := segment[i]
		if isAlphanumeric(rune(b)) || strings.IndexByte("-._~", b) >= 0 {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, "%%%02X", b)
		}
	}
	return out.String()
}
