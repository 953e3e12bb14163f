package transcript

import (
	"strings"

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
// are well-formed. Absent and blank arguments are none, which is well-formed.
func argumentsOf(value []byte, f form) ([]byte, bool) {
	kind := jsontext.KindOf(value)
	switch {
	case f == freeForm || kind == 0 || kind == jsontext.Null:
		return nil, true
	case kind == jsontext.Object:
		return unwrapped(value)
	case kind == jsontext.String && f == textForm:
		text, _ := jsontext.Unquote(value)
		if strings.TrimSpace(text) == "" {
			return nil, true
		}
		return objectIn(text)
	}
	return nil, false
}

// objectIn returns text as a JSON object, and whether it is one.
func objectIn(text string) ([]byte, bool) {
	object := []byte(text)
	if jsontext.KindOf(object) != jsontext.Object {
		return nil, false
	}
	if jsontext.Check(object, jsontext.Bounds{Depth: limits.TranscriptDepth, Lenient: true}) != nil {
		return nil, false
	}
	return unwrapped(object)
}

// unwrapped refuses an object that does nothing but wrap arguments that could
// not be parsed, as Anthropic documents it.
func unwrapped(object []byte) ([]byte, bool) {
	members, wrapper := 0, false
	for key := range jsontext.Members(object) {
		members++
		wrapper = jsontext.KeyIs(key, "INVALID_JSON")
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
	names = appendText(names, jsontext.Get(arguments, "name"))
	for _, name := range jsontext.Elements(jsontext.Get(arguments, "names")) {
		names = appendText(names, name)
	}
	for _, family := range jsontext.Elements(jsontext.Get(arguments, "families")) {
		families = appendText(families, family)
	}
	return names, families
}

func appendText(list []string, value []byte) []string {
	if text, ok := jsontext.Unquote(value); ok && text != "" {
		return append(list, text)
	}
	return list
}
