package jsontext

import (
	"bytes"
	"iter"
)

// Kind is the first byte of a value's kind: one of { [ " 0 t f n.
type Kind byte

// The kinds of JSON values.
const (
	Object Kind = '{'
	Array  Kind = '['
	String Kind = '"'
	Number Kind = '0'
	True   Kind = 't'
	False  Kind = 'f'
	Null   Kind = 'n'
)

// KindOf returns the kind of a checked value; an empty text has kind 0.
func KindOf(value []byte) Kind {
	i := skipSpace(value, 0)
	if i >= len(value) {
		return 0
	}
	if b := value[i]; b == '-' || '0' <= b && b <= '9' {
		return Number
	}
	return Kind(value[i])
}

// Members yields the members of a checked object in their order: the raw key
// with its quotes, and the raw value. It yields nothing for other kinds.
func Members(object []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		walkMembers(object, func(key, rest []byte) int {
			size := skipValue(rest, 0)
			if !yield(key, rest[:size]) {
				return stop
			}
			return size
		})
	}
}

// stop is returned in place of a size to end a walk.
const stop = -1

// walkMembers calls member with each key and with its value and what follows
// it, and goes on after the size that it returns. It returns the offset after
// the object, 0 if it did not get there.
func walkMembers(object []byte, member func(key, rest []byte) (size int)) int {
	i := skipSpace(object, 0)
	if i >= len(object) || object[i] != '{' {
		return 0
	}
	for i++; ; i++ {
		i = skipSpace(object, i)
		if i < len(object) && object[i] == '}' {
			return i + 1
		}
		start := i
		i = skipString(object, i)
		key := object[start:i]
		i = skipSpace(object, i)
		i = skipSpace(object, min(i+1, len(object))) // the colon
		if i == len(object) {
			return 0
		}
		size := member(key, object[i:])
		if size == stop {
			return 0
		}
		i = skipSpace(object, i+size)
		if i < len(object) && object[i] == '}' {
			return i + 1
		}
		if i >= len(object) || object[i] != ',' {
			return 0
		}
	}
}

// Elements yields the raw elements of a checked array. It yields nothing for other kinds.
func Elements(array []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		walkElements(array, func(n int, rest []byte) int {
			size := skipValue(rest, 0)
			if !yield(n, rest[:size]) {
				return stop
			}
			return size
		})
	}
}

// walkElements calls element with each element and what follows it, and goes
// on after the size that it returns. It returns the offset after the array, 0
// if it did not get there.
func walkElements(array []byte, element func(n int, rest []byte) (size int)) int {
	i := skipSpace(array, 0)
	if i >= len(array) || array[i] != '[' {
		return 0
	}
	for n := 0; ; n++ {
		i = skipSpace(array, i+1)
		if i < len(array) && array[i] == ']' {
			return i + 1
		}
		if i >= len(array) {
			return 0
		}
		size := element(n, array[i:])
		if size == stop {
			return 0
		}
		i = skipSpace(array, i+size)
		if i < len(array) && array[i] == ']' {
			return i + 1
		}
		if i >= len(array) || array[i] != ',' {
			return 0
		}
	}
}

// Get returns the raw value of the last member named key, or nil.
func Get(object []byte, key string) []byte {
	var found []byte
	for k, v := range Members(object) {
		if KeyIs(k, key) {
			found = v
		}
	}
	return found
}

// KeyIs reports whether a raw key, with its quotes, spells key.
func KeyIs(raw []byte, key string) bool {
	if len(raw) == len(key)+2 && string(raw[1:len(raw)-1]) == key {
		return bytes.IndexByte(raw, '\\') < 0
	}
	return len(raw) >= 2 && bytes.IndexByte(raw, '\\') >= 0 && string(unquote(raw)) == key
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t') {
		i++
	}
	return i
}

// skipString returns the offset after the checked string that starts at i.
func skipString(data []byte, i int) int {
	for i = skipPlain(data, i+1); i < len(data); i = skipPlain(data, i) {
		if data[i] == '"' {
			return i + 1
		}
		i = min(i+2, len(data)) // an escape; checked text has no control characters
	}
	return len(data)
}

// skipValue returns the offset after the checked value that starts at i.
func skipValue(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			i = skipString(data, i)
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ' ', '\n', '\r', '\t', ',', ':':
			i++
			continue
		default:
			for i < len(data) && !isDelimiter(data[i]) {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

func isDelimiter(b byte) bool {
	switch b {
	case ' ', '\n', '\r', '\t', ',', ':', '}', ']':
		return true
	}
	return false
}

// skipNumber returns the offset after the number at i, and whether it follows RFC 8259.
func skipNumber(data []byte, i int) (int, bool) {
	digits := func() bool {
		start := i
		for i < len(data) && '0' <= data[i] && data[i] <= '9' {
			i++
		}
		return i > start
	}
	if data[i] == '-' {
		i++
	}
	if i < len(data) && data[i] == '0' {
		i++
	} else if !digits() {
		return i, false
	}
	if i < len(data) && data[i] == '.' {
		i++
		if !digits() {
			return i, false
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}
