// Package jsontext reads JSON text without building a tree of it. Check is the
// bounded reader that stands in front of every JSON value taken in; the
// walkers step through text that Check has passed. Numbers and strings stay
// the literals they were.
package jsontext

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds says what Check lets through. A zero number means no bound.
type Bounds struct {
	Depth        int // levels of nesting
	Nodes        int // values, containers included
	NumberLength int // characters of one number literal
	Exponent     int // absolute value of a number's exponent
	// Lenient lets duplicate keys and lone surrogates pass.
	Lenient bool
}

// Error says what was wrong with a JSON text and where.
type Error struct {
	Pointer string // RFC 6901, of the innermost value reached
	Offset  int    // bytes from the start of the text
	Limit   string // the name of the limit passed, or empty
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s (at %q, byte %d)", e.Message, e.Pointer, e.Offset)
}

// Check reports the first reason why data is not one JSON text within bounds, or nil.
func Check(data []byte, bounds Bounds) *Error {
	c := checker{data: data, bounds: bounds}
	if !utf8.Valid(data) {
		c.pos = invalidUTF8(data)
		return c.fail("", "invalid UTF-8")
	}
	c.space()
	if err := c.value(1); err != nil {
		return err
	}
	c.space()
	if c.pos < len(data) {
		return c.fail("", "unexpected %s after the JSON value", c.got())
	}
	return nil
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

type checker struct {
	data   []byte
	pos    int
	nodes  int
	bounds Bounds
	path   []step
}

// step is one level of the pointer: a raw key, or an index when key is nil.
type step struct {
	key   []byte
	index int
}

func (c *checker) fail(limit, format string, args ...any) *Error {
	var pointer strings.Builder
	for _, s := range c.path {
		pointer.WriteByte('/')
		if s.key == nil {
			pointer.WriteString(strconv.Itoa(s.index))
		} else {
			pointer.WriteString(EscapePointer(string(unquote(s.key))))
		}
	}
	return &Error{Pointer: pointer.String(), Offset: c.pos, Limit: limit, Message: fmt.Sprintf(format, args...)}
}

func (c *checker) got() string {
	if c.pos >= len(c.data) {
		return "end of text"
	}
	r, _ := utf8.DecodeRune(c.data[c.pos:])
	return strconv.QuoteRune(r)
}

func (c *checker) space() { c.pos = skipSpace(c.data, c.pos) }

func (c *checker) value(depth int) *Error {
	c.nodes++
	if c.bounds.Nodes > 0 && c.nodes > c.bounds.Nodes {
		return c.fail("schema_nodes", "more than %d JSON values", c.bounds.Nodes)
	}
	if c.pos >= len(c.data) {
		return c.fail("", "unexpected end of text, want a JSON value")
	}
	switch b := c.data[c.pos]; {
	case b == '{' || b == '[':
		if c.bounds.Depth > 0 && depth > c.bounds.Depth {
			return c.fail("depth", "nested deeper than %d levels", c.bounds.Depth)
		}
		if b == '{' {
			return c.object(depth)
		}
		return c.array(depth)
	case b == '"':
		_, err := c.text()
		return err
	case b == '-' || '0' <= b && b <= '9':
		return c.number()
	default:
		return c.word()
	}
}

func (c *checker) object(depth int) *Error {
	c.pos++
	c.space()
	if c.take('}') {
		return nil
	}
	var seen keys
	c.path = append(c.path, step{})
	for {
		if c.pos >= len(c.data) || c.data[c.pos] != '"' {
			return c.leave("unexpected %s, want a property name", c.got())
		}
		start := c.pos
		key, err := c.text()
		if err != nil {
			return err
		}
		if !c.bounds.Lenient && !seen.add(unquote(key)) {
			c.pos = start
			return c.leave("duplicate property name %s", key)
		}
		c.space()
		if !c.take(':') {
			return c.leave("unexpected %s, want ':' after a property name", c.got())
		}
		c.space()
		c.path[len(c.path)-1].key = key
		if err := c.value(depth + 1); err != nil {
			return err
		}
		c.space()
		if c.take('}') {
			c.path = c.path[:len(c.path)-1]
			return nil
		}
		if !c.take(',') {
			return c.fail("", "unexpected %s, want ',' or '}'", c.got())
		}
		c.space()
	}
}

// leave fails at the enclosing object rather than at its last member.
func (c *checker) leave(format string, args ...any) *Error {
	c.path = c.path[:len(c.path)-1]
	return c.fail("", format, args...)
}

func (c *checker) array(depth int) *Error {
	c.pos++
	c.space()
	if c.take(']') {
		return nil
	}
	c.path = append(c.path, step{})
	for i := 0; ; i++ {
		c.path[len(c.path)-1].index = i
		if err := c.value(depth + 1); err != nil {
			return err
		}
		c.space()
		if c.take(']') {
			c.path = c.path[:len(c.path)-1]
			return nil
		}
		if !c.take(',') {
			return c.fail("", "unexpected %s, want ',' or ']'", c.got())
		}
		c.space()
	}
}

func (c *checker) take(b byte) bool {
	if c.pos < len(c.data) && c.data[c.pos] == b {
		c.pos++
		return true
	}
	return false
}

// text reads one string and returns it with its quotes.
func (c *checker) text() ([]byte, *Error) {
	start := c.pos
	for c.pos = skipPlain(c.data, c.pos+1); c.pos < len(c.data); c.pos = skipPlain(c.data, c.pos) {
		switch b := c.data[c.pos]; b {
		case '"':
			c.pos++
			return c.data[start:c.pos], nil
		case '\\':
			if err := c.escape(); err != nil {
				return nil, err
			}
		default:
			return nil, c.fail("", "control character U+%04X inside a string", b)
		}
	}
	return nil, c.fail("", "unexpected end of text inside a string")
}

func (c *checker) escape() *Error {
	if c.pos+1 >= len(c.data) {
		return c.fail("", "unexpected end of text inside a string")
	}
	b := c.data[c.pos+1]
	if b != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), b) < 0 {
			return c.fail("", "unknown escape \\%c", b)
		}
		c.pos += 2
		return nil
	}
	unit, ok := hex4(c.data[c.pos+2:])
	if !ok {
		return c.fail("", "bad \\u escape, want four hex digits")
	}
	if isHigh(unit) {
		if low, ok := lowAfter(c.data[c.pos+6:]); ok && isLow(low) {
			c.pos += 12
			return nil
		}
	}
	if !c.bounds.Lenient && (isHigh(unit) || isLow(unit)) {
		return c.fail("", "lone surrogate \\u%04x", unit)
	}
	c.pos += 6
	return nil
}

func (c *checker) number() *Error {
	end, ok := skipNumber(c.data, c.pos)
	if !ok {
		return c.fail("", "malformed number")
	}
	literal := c.data[c.pos:end]
	if c.bounds.NumberLength > 0 && len(literal) > c.bounds.NumberLength {
		return c.fail("number_length", "number literal of %d characters, at most %d are allowed", len(literal), c.bounds.NumberLength)
	}
	if at := bytes.IndexAny(literal, "eE"); at >= 0 && c.bounds.Exponent > 0 {
		exponent, err := strconv.Atoi(string(literal[at+1:]))
		if err != nil || exponent > c.bounds.Exponent || exponent < -c.bounds.Exponent {
			return c.fail("number_exponent", "exponent of %s is outside ±%d", shorten(literal), c.bounds.Exponent)
		}
	}
	c.pos = end
	return nil
}

func shorten(literal []byte) string {
	if len(literal) <= 24 {
		return string(literal)
	}
	return string(literal[:24]) + "…"
}

func (c *checker) word() *Error {
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(c.data[c.pos:], []byte(word)) {
			c.pos += len(word)
			return nil
		}
	}
	return c.fail("", "unexpected %s, want a JSON value", c.got())
}

// keys is the set of property names of one object; most objects are small.
type keys struct {
	few  [][]byte
	many map[string]struct{}
}

func (k *keys) add(key []byte) bool {
	if k.many != nil {
		_, known := k.many[string(key)]
		k.many[string(key)] = struct{}{}
		return !known
	}
	for _, other := range k.few {
		if bytes.Equal(other, key) {
			return false
		}
	}
	k.few = append(k.few, key)
	if len(k.few) > 16 {
		k.many = make(map[string]struct{}, 64)
		for _, other := range k.few {
			k.many[string(other)] = struct{}{}
		}
	}
	return true
}
