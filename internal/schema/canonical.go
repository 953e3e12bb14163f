package schema

import (
	"bytes"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// Prices in steps: a byte is scanned and copied once for every level of
// nesting it is under; a member is sorted among the others, which may be many.
const (
	canonicalCost = 4
	sortCost      = 256
)

// canonical appends a text that two values share exactly when they are equal:
// numbers by value, strings by their code points, objects without an order.
// Out of steps, it appends less than the whole.
func (v *validation) canonical(dst, value []byte) []byte {
	if !v.spend(canonicalCost * len(value)) {
		return dst
	}
	switch jsontext.KindOf(value) {
	case jsontext.Number:
		d := parseDecimal(value)
		return d.append(dst)
	case jsontext.String:
		return appendCanonicalString(dst, value)
	case jsontext.Array:
		dst = append(dst, '[')
		for _, element := range jsontext.Elements(value) {
			dst = append(v.canonical(dst, element), ',')
		}
		return append(dst, ']')
	case jsontext.Object:
		return v.canonicalObject(dst, value)
	default:
		return append(dst, value...)
	}
}

func (v *validation) canonicalObject(dst, object []byte) []byte {
	type member struct {
		name  string
		value []byte
	}
	var members []member
	for key, value := range jsontext.Members(object) {
		if !v.spend(sortCost) {
			return dst
		}
		members = append(members, member{string(textOf(key)), value})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	dst = append(dst, '{')
	for _, m := range members {
		dst = append(jsontext.AppendQuoted(dst, m.name), ':')
		dst = append(v.canonical(dst, m.value), ',')
	}
	return append(dst, '}')
}

func appendCanonicalString(dst, quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return append(dst, quoted...)
	}
	return jsontext.AppendQuoted(dst, string(textOf(quoted)))
}

// textOf returns the content of a string value or key.
func textOf(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := jsontext.Unquote(quoted)
	return []byte(text)
}
