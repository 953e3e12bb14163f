package tool

import (
	"bytes"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// NoParameters is the schema of a tool that gives none.
const NoParameters = `{"type":"object","properties":{}}`

// The two schema profiles of contract 8.
const (
	FullProfile = "full"
	CoreProfile = "core"
)

// checkParameters returns the text of a schema without insignificant white
// space. Absent and null mean no parameters.
func checkParameters(at string, text *string) (string, problem.List) {
	if text == nil {
		return NoParameters, nil
	}
	var problems problem.List
	err := jsontext.Check([]byte(*text), jsontext.Bounds{
		Depth: limits.Depth, Nodes: limits.SchemaNodes,
		NumberLength: limits.NumberLength, Exponent: limits.NumberExponent,
	})
	if err != nil {
		addFault(&problems, at+err.Pointer, problem.InvalidJSON, err.Limit, err.Message)
		return "", problems
	}
	compact := jsontext.AppendCompact(nil, []byte(*text))
	if jsontext.KindOf(compact) == jsontext.Null {
		return NoParameters, nil
	}
	if len(compact) > limits.Schema {
		over(&problems, at, "schema", len(compact), limits.Schema, "bytes")
		return "", problems
	}
	if mayHide(compact) {
		checkStrings(&problems, at, compact)
	}
	return string(compact), append(problems, CheckSchema(at, string(compact), FullProfile)...)
}

// CheckSchema says why the text of a schema, which was taken in before, cannot
// be registered under a profile.
func CheckSchema(at, text, profile string) problem.List {
	var problems problem.List
	_, found := schema.Compile([]byte(text), profile)
	for _, p := range found {
		addFault(&problems, at+p.Pointer, problem.InvalidSchema, p.Limit, p.Message)
	}
	return problems
}

// addFault reports what a reader of JSON found; a limit it names decides the
// reason. Messages may quote property names of any length.
func addFault(problems *problem.List, at string, reason problem.Reason, limit, message string) {
	const most = 300 // code points
	message = cutAfter(message, most)
	if limit != "" {
		problems.Add(Visible(at), problem.LimitExceeded, "%s (limit %s)", message, limit)
		return
	}
	problems.Add(Visible(at), reason, "%s", message)
}

// mayHide reports whether a JSON text can hold a refused code point at all;
// most schemas are plain ASCII without escapes.
func mayHide(text []byte) bool {
	return bytes.IndexFunc(text, func(r rune) bool { return r == '\\' || r < 0x20 || r > 0x7E }) >= 0
}

// checkStrings reports refused code points in every string of a JSON value.
// Property names are one line; other strings may hold TAB, LF and CR.
func checkStrings(problems *problem.List, at string, value []byte) {
	switch jsontext.KindOf(value) {
	case jsontext.String:
		text, _ := jsontext.Unquote(value)
		if what := refusedIn(text, multiLine); what != "" {
			problems.Add(Visible(at), problem.InvalidField, "holds %s; remove it", what)
		}
	case jsontext.Object:
		for rawKey, member := range jsontext.Members(value) {
			key, _ := jsontext.Unquote(rawKey)
			inside := at + "/" + jsontext.EscapePointer(key)
			if what := refusedIn(key, oneLine); what != "" {
				problems.Add(Visible(inside), problem.InvalidField, "the property name %s holds %s; remove it", Shown(key), what)
			}
			checkStrings(problems, inside, member)
		}
	case jsontext.Array:
		for i, element := range jsontext.Elements(value) {
			checkStrings(problems, at+"/"+strconv.Itoa(i), element)
		}
	case jsontext.Number, jsontext.True, jsontext.False, jsontext.Null:
	}
}
