package jsontext

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote decodes a checked string value. The second result is false for other kinds.
func Unquote(value []byte) (string, bool) {
	value = bytes.TrimSpace(value)
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	return string(unquote(value)), true
}

// AppendUnquoted appends what a checked string value spells, and reports
// whether it is a string; a lone surrogate becomes U+FFFD.
func AppendUnquoted(dst, value []byte) ([]byte, bool) {
	value = bytes.TrimSpace(value)
	if len(value) < 2 || value[0] != '"' {
		return dst, false
	}
	return appendUnescaped(dst, value[1:len(value)-1]), true
}

// unquote decodes a string with its quotes.
func unquote(quoted []byte) []byte {
	raw := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return appendUnescaped(make([]byte, 0, len(raw)), raw)
}

func appendUnescaped(dst, raw []byte) []byte {
	for {
		plain := bytes.IndexByte(raw, '\\')
		if plain < 0 || plain+1 == len(raw) {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:plain]...)
		raw = raw[plain+1:]
		if raw[0] != 'u' {
			dst, raw = append(dst, unescaped(raw[0])), raw[1:]
			continue
		}
		var r rune
		r, raw = codePoint(raw[1:])
		dst = utf8.AppendRune(dst, r)
	}
}

// codePoint reads the digits of a \u escape, and the second escape of a pair.
func codePoint(raw []byte) (r rune, rest []byte) {
	unit, _ := hex4(raw)
	rest = raw[min(4, len(raw)):]
	if low, ok := lowAfter(rest); isHigh(unit) && ok && isLow(low) {
		return utf16.DecodeRune(rune(unit), rune(low)), rest[6:]
	}
	return rune(unit), rest
}

func unescaped(b byte) byte {
	switch b {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return b
}

// AppendQuoted appends s as a JSON string without HTML escaping.
func AppendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\r':
			dst = append(dst, '\\', 'r')
		case b == '\t':
			dst = append(dst, '\\', 't')
		case b < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}

// AppendCompact appends a checked value without insignificant white space.
func AppendCompact(dst, value []byte) []byte {
	for i := 0; i < len(value); {
		switch value[i] {
		case ' ', '\n', '\r', '\t':
			i++
		case '"':
			end := skipString(value, i)
			dst = append(dst, value[i:end]...)
			i = end
		default:
			dst = append(dst, value[i])
			i++
		}
	}
	return dst
}

// EscapePointer escapes one reference token of a JSON pointer (RFC 6901).
func EscapePointer(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

func hex4(data []byte) (uint16, bool) {
	if len(data) < 4 {
		return 0, false
	}
	var unit uint16
	for _, b := range data[:4] {
		switch {
		case '0' <= b && b <= '9':
			b -= '0'
		case 'a' <= b && b <= 'f':
			b -= 'a' - 10
		case 'A' <= b && b <= 'F':
			b -= 'A' - 10
		default:
			return 0, false
		}
		unit = unit<<4 | uint16(b)
	}
	return unit, true
}

// lowAfter reads the \u escape at the start of data.
func lowAfter(data []byte) (uint16, bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	return hex4(data[2:])
}

func isHigh(unit uint16) bool { return 0xD800 <= unit && unit < 0xDC00 }
func isLow(unit uint16) bool  { return 0xDC00 <= unit && unit < 0xE000 }
