package manifest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// ToYAML writes checked JSON text as YAML that Load reads back to the same
// values, key order and number literals kept.
func ToYAML(text []byte) []byte {
	value := bytes.TrimSpace(text)
	if isOneLine(value) {
		return append(yamlScalar(nil, value), '\n')
	}
	return appendBlock(nil, value, 0)
}

// appendBlock appends a non-empty object or list whose lines start at the given indent.
func appendBlock(dst, value []byte, indent int) []byte {
	for key, v := range jsontext.Members(value) {
		dst = appendSpaces(dst, indent)
		dst = appendMember(dst, key, v, indent)
	}
	for _, v := range jsontext.Elements(value) {
		dst = append(appendSpaces(dst, indent), '-')
		dst = appendUnder(dst, v, indent+2, true)
	}
	return dst
}

func appendMember(dst, key, value []byte, indent int) []byte {
	const longest = 512 // bytes; YAML stops looking for the colon after 1,024
	if len(key) > longest {
		dst = append(yamlScalar(append(dst, "? "...), key), '\n')
		dst = append(appendSpaces(dst, indent), ':')
	} else {
		dst = append(yamlScalar(dst, key), ':')
	}
	return appendUnder(dst, value, indent+2, false)
}

// appendUnder appends what stands after "key:" or "-": a scalar on the same
// line, or a block below. The first key of a mapping may stand beside its dash.
func appendUnder(dst, value []byte, indent int, dash bool) []byte {
	if isOneLine(value) {
		return append(yamlScalar(append(dst, ' '), value), '\n')
	}
	if dash && jsontext.KindOf(value) == jsontext.Object {
		block := appendBlock(nil, value, indent)
		return append(append(dst, ' '), bytes.TrimLeft(block, " ")...)
	}
	return appendBlock(append(dst, '\n'), value, indent)
}

// isOneLine reports whether a value fits on one line: a scalar, {} or [].
func isOneLine(value []byte) bool {
	for range jsontext.Members(value) {
		return false
	}
	for range jsontext.Elements(value) {
		return false
	}
	return true
}

func appendSpaces(dst []byte, n int) []byte { return append(dst, strings.Repeat(" ", n)...) }

// yamlScalar appends a scalar, {} or []; text is quoted unless it is plainly text.
func yamlScalar(dst, value []byte) []byte {
	text, isText := jsontext.Unquote(value)
	switch {
	case !isText:
		return jsontext.AppendCompact(dst, value)
	case isPlain(text):
		return append(dst, text...)
	default:
		return appendQuoted(dst, text)
	}
}

// isPlain is narrower than YAML's own rule, so that no reader of 1.1 or 1.2 can take the text for anything else.
func isPlain(text string) bool {
	if text == "" || !isLetter(text[0]) || strings.HasSuffix(text, " ") || strings.HasSuffix(text, ":") {
		return false
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") {
		return false
	}
	words := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
	if slices.Contains(words, strings.ToLower(text)) {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// appendQuoted appends a double-quoted scalar on one line, with an escape for all that cannot be seen.
func appendQuoted(dst []byte, text string) []byte {
	for _, r := range string(jsontext.AppendQuoted(nil, text)) {
		switch {
		case unicode.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r <= 0xFFFF:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = fmt.Appendf(dst, `\U%08x`, r)
		}
	}
	return dst
}
