package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// decoder turns a document into a request by the fields of the API's own
// messages, so that a manifest knows a new field as soon as the API does.
type decoder struct {
	file     string
	problems Problems
}

func (d *decoder) fail(line int, pointer, format string, args ...any) {
	d.problems = append(d.problems, Problem{Position{d.file, line, pointer}, fmt.Sprintf(format, args...)})
}

func (d *decoder) document(root *node) document {
	out := document{file: d.file, line: root.line, request: &discoveryv1.ApplyToolsRequest{}}
	d.message(out.request.ProtoReflect(), root, root.line, "")
	if _, line := root.child("team"); line > 0 {
		out.teamLine = line
	}
	out.tools = places(d.file, root, "tools")
	out.concepts = places(d.file, root, "concepts")
	return out
}

func places(file string, root *node, list string) []place {
	values, _ := root.child(list)
	if values == nil {
		return nil
	}
	out := make([]place, len(values.items))
	for i, item := range values.items {
		out[i] = place{file, item.line, "/" + list + "/" + strconv.Itoa(i), item}
	}
	return out
}

// fields lists what may be written in a message of a manifest. The options of
// an apply are flags, and the server sets a concept's team and revision.
func fields(message protoreflect.MessageDescriptor) []string {
	var names []string
	for i := range message.Fields().Len() {
		names = append(names, string(message.Fields().Get(i).Name()))
	}
	switch message.FullName() {
	case "discovery.v1.ApplyToolsRequest":
		return []string{"team", "tools", "concepts"}
	case "discovery.v1.Concept":
		return slices.DeleteFunc(names, func(name string) bool { return name == "team" || name == "revision" })
	default:
		return names
	}
}

func (d *decoder) message(m protoreflect.Message, n *node, line int, pointer string) {
	if n.kind != jsontext.Object {
		d.fail(line, pointer, "must be a mapping, got %s", n.what())
		return
	}
	known := fields(m.Descriptor())
	for _, entry := range n.members {
		below := pointer + "/" + jsontext.EscapePointer(entry.name)
		if !slices.Contains(known, entry.name) {
			d.unknown(entry, below, known)
			continue
		}
		if entry.value.kind == jsontext.Null {
			continue
		}
		field := m.Descriptor().Fields().ByName(protoreflect.Name(entry.name))
		if field.IsList() {
			d.list(m.Mutable(field).List(), field, entry, below)
		} else if value, ok := d.value(m.NewField(field), field, place{d.file, entry.line, below, entry.value}); ok {
			m.Set(field, value)
		}
	}
}

func (d *decoder) unknown(entry member, pointer string, known []string) {
	hint := "known here: " + strings.Join(known, ", ")
	if near := wirejson.Near(entry.name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	d.fail(entry.line, pointer, "unknown key %q: %s", clip(entry.name), hint)
}

func (d *decoder) list(list protoreflect.List, field protoreflect.FieldDescriptor, entry member, pointer string) {
	if entry.value.kind != jsontext.Array {
		d.fail(entry.line, pointer, "must be a list, got %s", entry.value.what())
		return
	}
	for i, item := range entry.value.items {
		at := place{d.file, item.line, pointer + "/" + strconv.Itoa(i), item}
		if value, ok := d.value(list.NewElement(), field, at); ok {
			list.Append(value)
		}
	}
}

// value decodes one value of a field; empty is where a message is filled in.
func (d *decoder) value(empty protoreflect.Value, field protoreflect.FieldDescriptor, at place) (protoreflect.Value, bool) {
	n := at.node
	switch {
	case field.Message() != nil:
		d.message(empty.Message(), n, at.line, at.pointer)
		return empty, true
	case wirejson.Form(field) == discoveryv1.JsonForm_JSON_FORM_NESTED:
		return protoreflect.ValueOfString(string(n.appendJSON(nil))), true
	case field.Kind() == protoreflect.StringKind:
		if n.kind == jsontext.String {
			return protoreflect.ValueOfString(n.text), true
		}
		d.fail(at.line, at.pointer, "must be text, got %s%s", n.what(), quoteHint(n))
	case field.Kind() == protoreflect.BoolKind:
		if n.kind == jsontext.True || n.kind == jsontext.False {
			return protoreflect.ValueOfBool(n.kind == jsontext.True), true
		}
		d.fail(at.line, at.pointer, "must be true or false, got %s", n.what())
	default:
		if i, err := strconv.ParseInt(n.text, 10, 32); err == nil && n.kind == jsontext.Number {
			return protoreflect.ValueOfInt32(int32(i)), true
		}
		d.fail(at.line, at.pointer, "must be a whole number of 32 bits, got %s", n.what())
	}
	return protoreflect.Value{}, false
}

func quoteHint(n *node) string {
	if n.kind == jsontext.Number || n.kind == jsontext.True || n.kind == jsontext.False {
		return ": put it in quotes"
	}
	return ""
}
