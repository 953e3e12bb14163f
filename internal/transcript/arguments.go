package transcript

import (
	"bytes"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
)

// form says how a format writes arguments.
type form uint8

const (
	objectForm form = iota // a JSON object
	textForm               // a string that holds the text of a JSON object, or the object
	freeForm               // text that means nothing to a reader
)

// argumentsOf returns a call's arguments as a JSON object, and whether they
// are well-formed. Absent and blank arguments are none, which is well-formed. The
// object is good until the next text is decoded.
func (s *scan) argumentsOf(value []byte, f form) ([]byte, bool) {
	kind := jsontext.KindOf(value)
	switch {
	case f == freeForm || kind == 0 || kind == jsontext.Null:
		return nil, true
	case kind == jsontext.Object:
		return unwrapped(value)
	case kind == jsontext.String && f == textForm:
		s.text, _ = jsontext.AppendUnquoted(s.text[:0], value)
		if len(bytes.TrimSpace(s.text)) == 0 {
			return nil, true
		}
		if !isObject(s.text) {
			return nil, false
		}
		return unwrapped(s.text)
	}
	return nil, false
}

// isObject reports whether text is a JSON object.
func isObject(text []byte) bool {
	return jsontext.KindOf(text) == jsontext.Object &&
		jsontext.Check(text, jsontext.Bounds{Depth: limits.TranscriptDepth, Lenient: true}) == nil
}

// unwrapped refuses an object that does nothing but wrap arguments that could
// not be parsed, as Anthropic documents it and the AI SDK writes it.
func unwrapped(object []byte) ([]byte, bool) {
	members, wrapper := 0, false
	for key := range jsontext.Members(object) {
		members++
		wrapper = jsontext.KeyIs(key, "INVALID_JSON") || jsontext.KeyIs(key, "rawInvalidInput")
		if members > 1 {
			return object, true
		}
	}
	if wrapper {
		return nil, false
	}
	return object, true
}

// activationOf reads the arguments of activate_tool: name, names, families.
// Values that are not text name nothing.
func activationOf(arguments []byte) (names, families []string) {
	names = appendName(names, jsontext.Get(arguments, "name"))
	for _, name := range jsontext.Elements(jsontext.Get(arguments, "names")) {
		names = appendName(names, name)
	}
	for _, family := range jsontext.Elements(jsontext.Get(arguments, "families")) {
		families = appendName(families, family)
	}
	return names, families
}

func appendName(list []string, value []byte) []string {
	if text, ok := jsontext.Unquote(value); ok && text != "" {
		return append(list, text)
	}
	return list
}
