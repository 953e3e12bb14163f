package jsontext

import "iter"

// Value is a checked value whose end is not looked for until it is needed. To
// walk through a value is to find its end, so that a text is read once however
// deep the walk goes into it.
type Value struct {
	text []byte // from the value's first byte on
	size int    // of the value; 0 while unknown
}

// ValueOf returns a checked text as a value.
func ValueOf(text []byte) *Value {
	i := skipSpace(text, 0)
	return &Value{text: text[i:]}
}

// Raw is the value's text.
func (v *Value) Raw() []byte {
	if v.size == 0 {
		v.size = skipValue(v.text, 0)
	}
	return v.text[:v.size]
}

// Kind is the value's kind; no value has kind 0.
func (v *Value) Kind() Kind { return KindOf(v.text) }

// Text is what a string spells; empty for other kinds.
func (v *Value) Text() string {
	text, _ := Unquote(v.Raw())
	return text
}

// Members yields the members of an object in their order: the raw key, and the
// value, which is good until the next. It yields nothing for other kinds.
func (v *Value) Members() iter.Seq2[[]byte, *Value] {
	return func(yield func([]byte, *Value) bool) {
		var member Value
		size := walkMembers(v.text, func(key, rest []byte) int {
			member = Value{text: rest}
			if !yield(key, &member) {
				return stop
			}
			return len(member.Raw())
		})
		if size > 0 {
			v.size = size
		}
	}
}

// Elements yields the elements of an array in their order, each good until the
// next. It yields nothing for other kinds.
func (v *Value) Elements() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		var element Value
		size := walkElements(v.text, func(n int, rest []byte) int {
			element = Value{text: rest}
			if !yield(n, &element) {
				return stop
			}
			return len(element.Raw())
		})
		if size > 0 {
			v.size = size
		}
	}
}
