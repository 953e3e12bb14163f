package transcript

import (
	"bytes"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// saysError reports whether a result's content is a JSON object that says it
// is an error: a top-level "error" that is truthy, or "isError" or "is_error"
// that is true. Prose is no signal, since a tool's output may legitimately
// start with "Error:". The content is a string, a list of parts with text or
// with JSON, or an object.
//
// Only text that names an error is decoded, and only text that says so is
// checked to be an object at all: results are most of a transcript.
func (s *scan) saysError(content []byte) bool {
	if !maySayError(content) {
		return false
	}
	if jsontext.KindOf(content) == jsontext.Object {
		return namesError(content)
	}
	for _, part := range jsontext.Elements(content) {
		if namesError(jsontext.Get(part, "json")) {
			return true
		}
	}
	s.text = appendText(s.text[:0], content)
	return namesError(s.text) && isObject(s.text)
}

// maySayError spares decoding most results: each of the three keys ends in
// "rror" unless it is spelled with \u escapes.
func maySayError(content []byte) bool {
	return bytes.Contains(content, []byte("rror")) || bytes.Contains(content, []byte(`\u`))
}

func namesError(text []byte) bool {
	for key, value := range jsontext.Members(text) {
		switch {
		case jsontext.KeyIs(key, "error"):
			if truthy(value) {
				return true
			}
		case jsontext.KeyIs(key, "isError"), jsontext.KeyIs(key, "is_error"):
			if jsontext.KindOf(value) == jsontext.True {
				return true
			}
		}
	}
	return false
}

// appendText appends a text content: a string, or the texts of a list of parts.
func appendText(dst, content []byte) []byte {
	dst, ok := jsontext.AppendUnquoted(dst, content)
	if ok {
		return dst
	}
	for _, part := range jsontext.Elements(content) {
		dst, _ = jsontext.AppendUnquoted(dst, jsontext.Get(part, "text"))
	}
	return dst
}

// truthy is what most languages call truth: null, false, "", zero, [] and {} are not.
func truthy(value []byte) bool {
	switch jsontext.KindOf(value) {
	case jsontext.False, jsontext.Null:
		return false
	case jsontext.True:
		return true
	case jsontext.String:
		text, _ := jsontext.Unquote(value)
		return text != ""
	case jsontext.Number:
		mantissa, _, _ := bytes.Cut(bytes.ToLower(value), []byte("e"))
		return bytes.ContainsAny(mantissa, "123456789")
	case jsontext.Object:
		for range jsontext.Members(value) {
			return true
		}
	case jsontext.Array:
		for range jsontext.Elements(value) {
			return true
		}
	}
	return false
}
