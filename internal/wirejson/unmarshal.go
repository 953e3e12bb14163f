package wirejson

import (
	"fmt"
	"strconv"
	"unicode"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

const (
	// envelopeDepth is more levels than any message has around a nested value.
	envelopeDepth = 8
	// maxProblems bounds what a body of nothing but mistakes can make us keep.
	maxProblems = 1000
	// maxShownKey is how many bytes of an unknown name an error repeats.
	maxShownKey = 64
)

// Unmarshal reads a request body into m, which must be empty. Everything wrong
// with the body is listed by JSON pointer; after broken syntax there is
// nothing more to read. Of nested values only syntax, UTF-8 and the largest
// depth are checked: how strict to be with them is the core's decision.
func (c *Codec) Unmarshal(data []byte, m proto.Message) *problem.Error {
	bounds := jsontext.Bounds{Depth: limits.TranscriptDepth + envelopeDepth, Lenient: true}
	if err := jsontext.Check(data, bounds); err != nil {
		return syntaxProblem(err)
	}
	s, ok := c.shapes[m.ProtoReflect().Descriptor().FullName()]
	if !ok {
		return problem.New(problem.NotImplemented, "%s has no JSON form", m.ProtoReflect().Descriptor().FullName())
	}
	var d decoder
	if d.is(place{}, data, jsontext.Object) {
		d.message("", data, m.ProtoReflect(), s)
	}
	return d.result()
}

func syntaxProblem(err *jsontext.Error) *problem.Error {
	reason := problem.InvalidJSON
	if err.Limit != "" {
		reason = problem.LimitExceeded
	}
	text := fmt.Sprintf("%s, at byte %d", err.Message, err.Offset)
	if err.Limit == "depth" {
		return at(err.Pointer, reason, text).With("limit", "transcript_depth")
	}
	return at(err.Pointer, reason, text)
}

func at(pointer string, reason problem.Reason, text string) *problem.Error {
	if pointer == "" {
		return &problem.Error{
			Reason: reason, Message: "request body: " + text,
			Violations: []problem.Violation{{Reason: reason, Description: text}},
		}
	}
	return problem.At(pointer, reason, "%s", text)
}

// decoder collects what is wrong while it reads.
type decoder struct{ problems problem.List }

// place is where a value stands: member name of the object at parent. The
// pointer is built only when something is wrong there.
type place struct{ parent, name string }

func (p place) pointer() string {
	if p.name == "" {
		return p.parent
	}
	return p.parent + "/" + p.name
}

func (d *decoder) refuse(p place, reason problem.Reason, format string, args ...any) {
	d.problems.Add(p.pointer(), reason, format, args...)
}

func (d *decoder) full() bool { return len(d.problems) >= maxProblems }

// result is the error of all problems: broken JSON goes before wrong fields.
func (d *decoder) result() *problem.Error {
	if len(d.problems) == 0 {
		return nil
	}
	first := d.problems[0]
	for _, v := range d.problems {
		if v.Reason == problem.InvalidJSON {
			first = v
			break
		}
	}
	err := at(first.Field, first.Reason, first.Description)
	err.Violations = d.problems
	if more := len(d.problems) - 1; more > 0 {
		err.Message += fmt.Sprintf(" (and %d more)", more)
	}
	return err
}

func (d *decoder) message(pointer string, raw []byte, m protoreflect.Message, s *shape) {
	seen := make(map[*field]bool, len(s.fields))
	for key, value := range jsontext.Members(raw) {
		if d.full() {
			return
		}
		name, _ := jsontext.Unquote(key)
		f, ok := s.byName[name]
		if !ok {
			d.unknown(pointer, name, s)
			continue
		}
		p := place{pointer, name}
		if seen[f] {
			d.refuse(p, problem.InvalidJSON, "duplicate property name")
			continue
		}
		seen[f] = true
		if jsontext.KindOf(value) != jsontext.Null {
			d.field(p, value, m, f)
		}
	}
}

func (d *decoder) unknown(pointer, name string, s *shape) {
	p := place{pointer, jsontext.EscapePointer(name)}
	if name == "" || len(name) > maxShownKey || !isPrintable(name) {
		p = place{parent: pointer}
	}
	switch near := Near(name, s.names); {
	case s.inPath[name]:
		d.refuse(p, problem.InvalidField, "%q is part of the URL path, not of the body", name)
	case near != "":
		d.refuse(p, problem.InvalidField, "unknown field %s, did you mean %q?", shown(name), near)
	default:
		d.refuse(p, problem.InvalidField, "unknown field %s", shown(name))
	}
}

// shown is a caller's text as an error may repeat it: short, and escaped so
// that it cannot drive a terminal.
func shown(text string) string {
	if len(text) > maxShownKey {
		return strconv.Quote(text[:maxShownKey]) + "…"
	}
	return strconv.Quote(text)
}

func isPrintable(text string) bool {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

func (d *decoder) field(p place, value []byte, m protoreflect.Message, f *field) {
	switch {
	case f.desc.IsList():
		if d.is(p, value, jsontext.Array) {
			d.list(p, value, m.Mutable(f.desc).List(), f)
		}
	case f.shape != nil:
		if d.is(p, value, jsontext.Object) {
			d.message(p.pointer(), value, m.Mutable(f.desc).Message(), f.shape)
		}
	default:
		if v, ok := d.scalar(p, value, f); ok {
			m.Set(f.desc, v)
		}
	}
}

func (d *decoder) list(p place, raw []byte, list protoreflect.List, f *field) {
	pointer := p.pointer()
	for i, value := range jsontext.Elements(raw) {
		if d.full() {
			return
		}
		element := place{pointer, strconv.Itoa(i)}
		if f.shape != nil {
			if d.is(element, value, jsontext.Object) {
				d.message(element.pointer(), value, list.AppendMutable().Message(), f.shape)
			}
			continue
		}
		if v, ok := d.scalar(element, value, f); ok {
			list.Append(v)
		}
	}
}

// is refuses a value of another kind.
func (d *decoder) is(p place, value []byte, want jsontext.Kind) bool {
	got := jsontext.KindOf(value)
	if got == want {
		return true
	}
	d.refuse(p, problem.InvalidField, "got %s, want %s", kindName(got), kindName(want))
	return false
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case jsontext.Object:
		return "an object"
	case jsontext.Array:
		return "an array"
	case jsontext.String:
		return "a string"
	case jsontext.Number:
		return "a number"
	case jsontext.True, jsontext.False:
		return "a boolean"
	default:
		return "null"
	}
}

// compact is a nested value as the text it is, without insignificant white space.
func compact(value []byte) protoreflect.Value {
	text := jsontext.AppendCompact(make([]byte, 0, len(value)), value)
	return protoreflect.ValueOfString(string(text))
}
