package wirejson

import (
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// Marshal writes m as one line of compact JSON: fields as declared, every
// scalar and list also when it is false, 0, "" or []; left out are unset
// messages, unset optional fields, and fields that the URL path binds. An
// optional nested field with an empty text is left out too; another one is null.
// It fails only for what no JSON can say.
func (c *Codec) Marshal(m proto.Message) ([]byte, error) {
	s, ok := c.shapes[m.ProtoReflect().Descriptor().FullName()]
	if !ok {
		return nil, fmt.Errorf("%s has no JSON form", m.ProtoReflect().Descriptor().FullName())
	}
	var e encoder
	e.message(m.ProtoReflect(), s)
	return e.out, e.err
}

// encoder keeps the first error and goes on, so that its methods stay plain.
type encoder struct {
	out []byte
	err error
}

func (e *encoder) fail(f *field, what string) {
	if e.err == nil {
		e.err = fmt.Errorf("write %s: %s", f.desc.FullName(), what)
	}
}

func (e *encoder) message(m protoreflect.Message, s *shape) {
	e.out = append(e.out, '{')
	comma := false
	for _, f := range s.fields {
		if f.desc.HasPresence() && (!m.Has(f.desc) || f.nested && m.Get(f.desc).String() == "") {
			continue
		}
		if comma {
			e.out = append(e.out, ',')
		}
		comma = true
		e.out = append(e.out, '"')
		e.out = append(e.out, f.name...)
		e.out = append(e.out, '"', ':')
		if f.desc.IsList() {
			e.list(m.Get(f.desc).List(), f)
		} else {
			e.value(m.Get(f.desc), f)
		}
	}
	e.out = append(e.out, '}')
}

func (e *encoder) list(list protoreflect.List, f *field) {
	e.out = append(e.out, '[')
	for i := range list.Len() {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		e.value(list.Get(i), f)
	}
	e.out = append(e.out, ']')
}

func (e *encoder) value(v protoreflect.Value, f *field) {
	switch {
	case f.shape != nil:
		e.message(v.Message(), f.shape)
		return
	case f.nested && v.String() == "":
		e.out = append(e.out, "null"...)
		return
	case f.nested:
		e.out = append(e.out, v.String()...)
		return
	}
	switch f.desc.Kind() {
	case protoreflect.StringKind:
		if !utf8.ValidString(v.String()) {
			e.fail(f, "invalid UTF-8")
		}
		e.out = jsontext.AppendQuoted(e.out, v.String())
	case protoreflect.BoolKind:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case protoreflect.Int32Kind:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case protoreflect.Int64Kind:
		e.out = append(e.out, '"')
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
		e.out = append(e.out, '"')
	case protoreflect.DoubleKind:
		e.double(v.Float(), f)
	case protoreflect.MessageKind:
		e.timestamp(v.Message(), f)
	default:
		e.fail(f, "this kind has no JSON form")
	}
}

// double writes the shortest digits that read back as the same number, with
// an exponent only where plain digits would be long.
func (e *encoder) double(n float64, f *field) {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		e.fail(f, "not a finite number")
		return
	}
	format := byte('f')
	if size := math.Abs(n); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, n, format, -1, 64)
}

// timestamp writes RFC 3339 in UTC with as many digits as the time has.
func (e *encoder) timestamp(m protoreflect.Message, f *field) {
	t, ok := m.Interface().(*timestamppb.Timestamp)
	if !ok || t.CheckValid() != nil {
		e.fail(f, "not a time")
		return
	}
	e.out = append(e.out, '"')
	e.out = t.AsTime().UTC().AppendFormat(e.out, time.RFC3339Nano)
	e.out = append(e.out, '"')
}
