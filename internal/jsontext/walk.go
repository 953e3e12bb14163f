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
		i := skipSpace(object, 0)
		if i >= len(object) || object[i] != '{' {
			return
		}
		for i++; ; i++ {
			i = skipSpace(object, i)
			if i >= len(object) || object[i] == '}' {
				return
			}
			start := i
			i = skipString(object, i)
			key := object[start:i]
			i = skipSpace(object, i) + 1 // the colon
			i = skipSpace(object, i)
			start = i
			i = skipValue(object, i)
			if !yield(key, object[start:i]) {
				return
			}
			i = skipSpace(object, i)
			if i >= len(object) || object[i] != ',' {
				return
			}
		}
	}
}

// Elements yields the raw elements of a checked array. It yields nothing for other kinds.
func Elements(array []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := skipSpace(array, 0)
		if i >= len(array) || array[i] != '[' {
			return
		}
		for n := 0; ; n++ {
			i = skipSpace(array, i+1)
			if i >= len(array) || array[i] == ']' {
				return
			}
			start := i
			i = skipValue(array, i)
			if !yield(n, array[start:i]) {
				return
			}
			i = skipSpace(array, i)
			if i >= len(array) || array[i] != ',' {
				return
			}
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
	return bytes.IndexByte(raw, '\\') >= 0 && string(unquote(raw)) == key
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t') {
		i++
	}
	return i
}

// skipString returns the offset after the string that starts at i.
func skipString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		n := bytes.IndexByte(data[i:], '"')
		if n < 0 {
			return len(data)
		}
		i += n
		escapes := 0
		for data[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
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
