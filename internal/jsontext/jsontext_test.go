package jsontext_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

var strict = jsontext.Bounds{Depth: 8, NumberLength: 20, Exponent: 308}

func TestCheckSaysWhatAndWhere(t *testing.T) {
	cases := map[string]struct {
		text, pointer, message, limit string
	}{
		"duplicate key":          {`{"a":{"b":1,"b":2}}`, "/a", `duplicate property name "b"`, ""},
		"escaped duplicate":      {`{"b":1,"\u0062":2}`, "", "duplicate property name", ""},
		"lone surrogate":         {`{"a":["x","\ud83d"]}`, "/a/1", `lone surrogate \ud83d`, ""},
		"deep":                   {strings.Repeat("[", 9) + strings.Repeat("]", 9), "/0/0/0/0/0/0/0/0", "nested deeper than 8", "depth"},
		"long number":            {`{"n":123456789012345678901}`, "/n", "number literal of 21", "number_length"},
		"exponent":               {`[1e309]`, "/0", "outside ±308", "number_exponent"},
		"huge exponent":          {`[1e99999999999]`, "/0", "outside ±308", "number_exponent"},
		"trailing data":          {`{} {}`, "", "after the JSON value", ""},
		"cut short":              {`{"a":`, "/a", "end of text", ""},
		"byte order mark":        {"\ufeff{}", "", "want a JSON value", ""},
		"invalid UTF-8":          {"{\"a\":\"\xff\"}", "", "invalid UTF-8", ""},
		"leading zero":           {`[01]`, "/0", "want ',' or ']'", ""},
		"NaN":                    {`[NaN]`, "/0", "want a JSON value", ""},
		"control character":      {"[\"a\nb\"]", "/0", "U+000A", ""},
		"pointer escapes":        {`{"a/b~":[1,]}`, "/a~1b~0/1", "want a JSON value", ""},
		"trailing comma":         {`{"a":1,}`, "", "want a property name", ""},
		"bare word in an object": {`{a:1}`, "", "want a property name", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := jsontext.Check([]byte(c.text), strict)
			if err == nil {
				t.Fatalf("Check(%q) = nil", c.text)
			}
			if err.Pointer != c.pointer || !strings.Contains(err.Message, c.message) || err.Limit != c.limit {
				t.Errorf("Check(%q) = %+v, want pointer %q, limit %q, message with %q", c.text, *err, c.pointer, c.limit, c.message)
			}
		})
	}
}

func TestLenientLetsOldTurnsPass(t *testing.T) {
	text := []byte(`{"a":1,"a":"\ud83d"}`)
	if err := jsontext.Check(text, jsontext.Bounds{Lenient: true}); err != nil {
		t.Errorf("Check lenient = %v, want nil", err)
	}
}

func TestWalk(t *testing.T) {
	text := []byte(` { "a" : [ 1 , "x\"]" , { } ] , "\u0062" : null , "c":-1.5e3} `)
	var keys []string
	for k, v := range jsontext.Members(text) {
		name, _ := jsontext.Unquote(k)
		keys = append(keys, name+"="+string(v))
	}
	if got, want := strings.Join(keys, ";"), `a=[ 1 , "x\"]" , { } ];b=null;c=-1.5e3`; got != want {
		t.Errorf("members = %s, want %s", got, want)
	}
	var elements []string
	for _, v := range jsontext.Elements(jsontext.Get(text, "a")) {
		elements = append(elements, string(v))
	}
	if got, want := strings.Join(elements, ";"), `1;"x\"]";{ }`; got != want {
		t.Errorf("elements = %s, want %s", got, want)
	}
	if got := jsontext.KindOf(jsontext.Get(text, "b")); got != jsontext.Null {
		t.Errorf("kind of b = %c", got)
	}
}

// FuzzWalkersOutliveRubbish: text that nobody checked gives rubbish, but no panic.
func FuzzWalkersOutliveRubbish(f *testing.F) {
	for _, seed := range []string{`{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"\\`, `{"\\u00":"\\ud83d\\u"}`, `["\\`, `[[`, `[1,`, `{"a"}`, `[}`, `{]`, `{,`, `"\\`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		for k, v := range jsontext.Members(data) {
			jsontext.KeyIs(k, "a")
			jsontext.KindOf(v)
			jsontext.AppendUnquoted(nil, v)
		}
		for _, item := range jsontext.ValueOf(data).Elements() {
			for k, v := range item.Members() {
				jsontext.AppendUnquoted(nil, k)
				for range v.Members() { //nolint:revive // only the walk matters
				}
				v.Text()
			}
			item.Raw()
		}
	})
}

// FuzzCheck holds the checker, the walkers and the compacter against encoding/json.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.5e-3,"x\u00e9\ud83d\ude00"],"b":{"c":null}}`, `[[[[]]]]`, `"\ud83d"`, `{"a":1,"a":2}`,
		`[1e400]`, "\xff", ``, ` `, `-`, `-0`, `[01]`, `{"a" : true , "b":[ ] }`, `"\/\b\f\n\r\t\""`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		passed := jsontext.Check(data, jsontext.Bounds{Lenient: true}) == nil
		// encoding/json stops at depth 10,000 and lets invalid UTF-8 pass; both are ours to refuse.
		if passed && len(data) < 10_000 && !json.Valid(data) {
			t.Fatalf("Check passed %q, encoding/json does not", data)
		}
		if !passed && json.Valid(data) && len(bytes.ToValidUTF8(data, nil)) == len(data) {
			t.Fatalf("Check refused %q: %v", data, jsontext.Check(data, jsontext.Bounds{Lenient: true}))
		}
		if !passed {
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, data); err == nil {
			if got := jsontext.AppendCompact(nil, data); !bytes.Equal(got, want.Bytes()) {
				t.Fatalf("AppendCompact(%q) = %q, want %q", data, got, want.Bytes())
			}
		}
		if want := ""; json.Unmarshal(data, &want) == nil && jsontext.KindOf(data) == jsontext.String {
			if got, ok := jsontext.Unquote(data); !ok || got != want {
				t.Fatalf("Unquote(%q) = %q, want %q", data, got, want)
			}
		}
		for _, v := range jsontext.Elements(data) {
			if !json.Valid(v) {
				t.Fatalf("element %q of %q is not JSON", v, data)
			}
		}
		for k, v := range jsontext.Members(data) {
			if !json.Valid(k) || !json.Valid(v) {
				t.Fatalf("member %q: %q of %q is not JSON", k, v, data)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	data := []byte(`[` + strings.Repeat(`{"role":"assistant","content":"some words of a turn, \"quoted\" once","n":12.5},`, 12_000) + `{}]`)
	b.Run("jsontext", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if err := jsontext.Check(data, jsontext.Bounds{Lenient: true, Depth: 512}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json.Valid", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if !json.Valid(data) {
				b.Fatal("not valid")
			}
		}
	})
}
