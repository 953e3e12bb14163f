package schema_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// FuzzValidate changes schema and instance together. Whatever they are, every
// problem and error points at a place that is there, or that is absent from
// an object that is there, in a fixed order, and twice the same.
func FuzzValidate(f *testing.F) {
	for _, pair := range hostilePairs() {
		if len(pair[0])+len(pair[1]) < 8<<10 {
			f.Add(pair[0], pair[1])
		}
	}
	f.Add(property(`{"type":["string","null"],"minLength":2,"pattern":"^\\pL+$","enum":["a","é",1.0,{"a":[1]}]}`), `{"v":"\u00e9"}`)
	f.Add(property(`{"$ref":"#/$defs/a~1b%25","unknown":1,"not":{"if":{},"then":false}}`), `{"v":[1,2,{"a/b":1e5}]}`)
	f.Add(property(`{"properties":{"a/b":{"type":"x"}},"required":["~","/"],"dependentRequired":{"a":["b"]},"propertyNames":{"maxLength":1}}`), `{"v":{"a":1,"a/b":2}}`)
	f.Add(property(`{"prefixItems":[{"multipleOf":0.1}],"items":{"oneOf":[true,{"minimum":1}]},"uniqueItems":true}`), `{"v":[0.3,1.0,1]}`)
	f.Add(`{"type":"object","$ref":"#","anyOf":[]}`, `{`)
	f.Add(`[]`, ``)
	f.Fuzz(func(t *testing.T, text, value string) {
		s, problems := schema.Compile([]byte(text), "full")
		for _, p := range problems {
			if json.Valid([]byte(text)) && p.Limit == "" && !pointsAt([]byte(text), p.Pointer) {
				t.Errorf("problem %+v points nowhere in %q", p, text)
			}
		}
		if (s == nil) != (len(problems) > 0) {
			t.Fatalf("Compile(%q) = %v with problems %+v", text, s, problems)
		}
		if s == nil {
			return
		}
		found, err := s.Validate([]byte(value))
		var bad *jsontext.Error
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("Validate(%q) = %v, want a *jsontext.Error", value, err)
		}
		again, _ := s.Validate([]byte(value))
		if diff := gocmp.Diff(found, again); diff != "" {
			t.Errorf("the second time differs (-first +second):\n%s", diff)
		}
		inOrder := slices.IsSortedFunc(found, func(a, b schema.Error) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Keyword, b.Keyword))
		})
		if !inOrder {
			t.Errorf("errors out of order: %+v", found)
		}
		for _, e := range found {
			if e.Keyword == "" || e.Message == "" || !pointsAt([]byte(value), e.Path) {
				t.Errorf("error %+v points nowhere in %q", e, value)
			}
		}
	})
}

// pointsAt follows a pointer; its last token may name an absent property.
func pointsAt(value []byte, pointer string) bool {
	for pointer != "" {
		token, rest, more := strings.Cut(pointer[1:], "/")
		if pointer = ""; more {
			pointer = "/" + rest
		}
		var next []byte
		switch jsontext.KindOf(value) {
		case jsontext.Object:
			next = jsontext.Get(value, strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
			if next == nil {
				return pointer == ""
			}
		case jsontext.Array:
			for i, element := range jsontext.Elements(value) {
				if strconv.Itoa(i) == token {
					next = element
				}
			}
		default:
		}
		if next == nil {
			return false
		}
		value = next
	}
	return true
}
