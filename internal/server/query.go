package server

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// checkURL refuses what the gateway would take too kindly: query parameters
// beside a body, unknown ones, camelCase and second ones, and bytes that are
// no text.
func checkURL(r *http.Request, route *route) *problem.Error {
	if !utf8.ValidString(r.URL.Path) {
		return problem.New(problem.UnknownRoute, "the path is not valid UTF-8")
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return problem.New(problem.InvalidField, "the query string cannot be read: %v", err)
	}
	var list problem.List
	for _, name := range sortedKeys(query) {
		checkParameter(&list, route, name, query[name])
	}
	if len(list) == 0 {
		return nil
	}
	return &problem.Error{Reason: problem.InvalidField, Message: list[0].Description, Violations: list}
}

func sortedKeys(query url.Values) []string {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func checkParameter(list *problem.List, route *route, name string, values []string) {
	refuse := func(format string, args ...any) {
		pointer := "/" + jsontext.EscapePointer(name)
		if !utf8.ValidString(name) || len(name) > 64 {
			pointer = ""
		}
		list.Add(pointer, problem.InvalidField, format, args...)
	}
	shown := shorten(name, 64)
	if route.hasBody() {
		refuse("query parameter %q: a %s takes everything in its body", shown, route.method)
		return
	}
	field, known := queryField(route.input, name)
	switch {
	case field == nil:
		if near := wirejson.Near(name, known); near != "" {
			refuse("unknown query parameter %q, did you mean %q?", shown, near)
			return
		}
		refuse("unknown query parameter %q; known: %s", shown, strings.Join(known, ", "))
	case len(values) > 1:
		refuse("query parameter %q is given %d times", shown, len(values))
	default:
		if want := misfit(field, values[0]); want != "" {
			refuse("query parameter %q: got %q, want %s", shown, shorten(values[0], 64), want)
		}
	}
}

// queryField finds the field of a query parameter, which no path variable is,
// and lists the names that would have done.
func queryField(input protoreflect.MessageDescriptor, name string) (found protoreflect.FieldDescriptor, known []string) {
	for i := range input.Fields().Len() {
		field := input.Fields().Get(i)
		if wirejson.Form(field) == discoveryv1.JsonForm_JSON_FORM_PATH {
			continue
		}
		if string(field.Name()) == name {
			found = field
		}
		known = append(known, string(field.Name()))
	}
	return found, known
}

// misfit says what a value should have been, or "".
func misfit(field protoreflect.FieldDescriptor, value string) string {
	switch field.Kind() {
	case protoreflect.BoolKind:
		if value != "true" && value != "false" {
			return "true or false"
		}
	case protoreflect.Int32Kind:
		if _, err := wirejson.Integer(value, 32); err != nil {
			return "an integer of 32 bits"
		}
	case protoreflect.Int64Kind:
		if _, err := wirejson.Integer(value, 64); err != nil {
			return "an integer of 64 bits"
		}
	default:
		if !utf8.ValidString(value) {
			return "valid UTF-8"
		}
	}
	return ""
}
