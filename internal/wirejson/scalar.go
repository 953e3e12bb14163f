package wirejson

import (
	"bytes"
	"errors"
	"strconv"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// scalar reads one value that is no message of ours. It reports false after refusing it.
func (d *decoder) scalar(p place, value []byte, f *field) (protoreflect.Value, bool) {
	var none protoreflect.Value
	if f.nested {
		return compact(value), true
	}
	switch f.desc.Kind() {
	case protoreflect.StringKind:
		text, ok := d.text(p, value)
		return protoreflect.ValueOfString(text), ok
	case protoreflect.BoolKind:
		if jsontext.KindOf(value) == jsontext.False {
			return protoreflect.ValueOfBool(false), true
		}
		return protoreflect.ValueOfBool(true), d.is(p, value, jsontext.True)
	case protoreflect.Int32Kind:
		n, ok := d.short(p, value)
		return protoreflect.ValueOfInt32(n), ok
	case protoreflect.Int64Kind:
		n, ok := d.long(p, value)
		return protoreflect.ValueOfInt64(n), ok
	case protoreflect.DoubleKind:
		if !d.is(p, value, jsontext.Number) {
			return none, false
		}
		n, err := strconv.ParseFloat(string(value), 64)
		if err != nil {
			d.refuse(p, problem.InvalidField, "got a number that is out of range")
		}
		return protoreflect.ValueOfFloat64(n), err == nil
	case protoreflect.MessageKind:
		return d.timestamp(p, value)
	default:
		d.refuse(p, problem.NotImplemented, "fields of kind %s have no JSON form", f.desc.Kind())
		return none, false
	}
}

// text reads a string of the envelope; there a lone surrogate has no meaning.
func (d *decoder) text(p place, value []byte) (string, bool) {
	if !d.is(p, value, jsontext.String) {
		return "", false
	}
	if bytes.Contains(value, []byte(`\u`)) {
		if err := jsontext.Check(value, jsontext.Bounds{}); err != nil {
			d.refuse(p, problem.InvalidJSON, "%s", err.Message)
			return "", false
		}
	}
	return jsontext.Unquote(value)
}

// short reads a 32-bit integer: a JSON number that is whole as it is written.
func (d *decoder) short(p place, value []byte) (int32, bool) {
	if kind := jsontext.KindOf(value); kind != jsontext.Number {
		d.refuse(p, problem.InvalidField, "got %s, want an integer", kindName(kind))
		return 0, false
	}
	n, ok := d.integer(p, string(value), 32)
	return int32(n), ok
}

// long reads a 64-bit integer: a string, as proto JSON writes it, or an integer.
func (d *decoder) long(p place, value []byte) (int64, bool) {
	switch jsontext.KindOf(value) {
	case jsontext.Number:
		return d.integer(p, string(value), 64)
	case jsontext.String:
		text, _ := jsontext.Unquote(value)
		return d.integer(p, text, 64)
	default:
		d.refuse(p, problem.InvalidField, "got %s, want an integer", kindName(jsontext.KindOf(value)))
		return 0, false
	}
}

func (d *decoder) integer(p place, literal string, bits int) (int64, bool) {
	n, err := Integer(literal, bits)
	if err != nil {
		d.refuse(p, problem.InvalidField, "got %s, %v", shown(literal), err)
	}
	return n, err == nil
}

// Integer reads an integer as JSON spells it: no sign but minus, no leading
// zeros, no fraction, no exponent.
func Integer(literal string, bits int) (int64, error) {
	digits := literal
	if len(digits) > 1 && digits[0] == '-' {
		digits = digits[1:]
	}
	whole := digits != "" && (digits[0] != '0' || len(digits) == 1)
	for i := range len(digits) {
		whole = whole && '0' <= digits[i] && digits[i] <= '9'
	}
	if !whole {
		return 0, errors.New("want an integer without fraction or exponent")
	}
	n, err := strconv.ParseInt(literal, 10, bits)
	if err != nil {
		return 0, errors.New("want an integer of " + strconv.Itoa(bits) + " bits")
	}
	return n, nil
}

func (d *decoder) timestamp(p place, value []byte) (protoreflect.Value, bool) {
	var none protoreflect.Value
	text, ok := d.text(p, value)
	if !ok {
		return none, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		d.refuse(p, problem.InvalidField, "got %s, want an RFC 3339 time", shown(text))
		return none, false
	}
	return protoreflect.ValueOfMessage(timestamppb.New(t).ProtoReflect()), true
}
