package manifest_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/manifest"
)

// FuzzLoad holds that no text panics, that every problem has a file, and that
// what is loaded can be sent.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		kite, "", "---\n---\n", "team: a\ntools: [{name: x, parameters: {a: [1, .5, 0o7, 0x1F, ~]}}]\n", "&a [*a]", "team: \"\\ud83d\"\n",
		"{\"team\":\"a\",\"tools\":[{\"name\":\"x\",\"parameters\":{\"a\":\"\\u0000\"}}]}", "? [a]\n: b\n", "team: !!binary eA==\n", "%YAML 1.1\n---\nteam: on\n", "<<: *x\n",
		"team: |\n  a\n  b\ntools: >-\n  c\n", "'a': \"b\"\n", "\ufeffteam: a\n", "team: a\rtools: []\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := load(text)
		if problems, ok := err.(manifest.Problems); ok { //nolint:errorlint // the very type is promised
			for _, p := range problems {
				if p.File == "" || p.Message == "" {
					t.Fatalf("a problem without file or message: %+v", p)
				}
			}
		}
		for _, m := range got {
			if _, err := proto.Marshal(m.Request); err != nil {
				t.Fatalf("cannot be sent: %v", err)
			}
			for _, tool := range m.Request.Tools {
				if tool.Parameters != nil && !json.Valid([]byte(tool.GetParameters())) {
					t.Fatalf("parameters are no JSON: %s", tool.GetParameters())
				}
			}
		}
	})
}

// FuzzToYAML holds that a schema written as YAML is read back as the same JSON.
func FuzzToYAML(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[]}`, `{"a":{},"b":[[],[[1]],{"c":null,"d":{"e":[true,false]}}]}`, `{"type":"object","b":-0.50e+10,"c":1E400,"d":12345678901234567890}`,
		`{"yes":"no","1":"2","":"","~":"null","a: b":"c #d","- x":"? y","k:":"v:"," s ":" t ","<<":1}`, `{"n":"a\nb\tc\r\n","u":"\u2028\u0085\ufeff\u007f\u200d","e":"\ud83d\ude00","q":"\"\\"}`,
		`{"` + strings.Repeat("long", 400) + `":{"x":1}}`, `[{"a":1,"b":[2]},[3]]`, `"text"`, `0`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if jsontext.Check([]byte(text), jsontext.Bounds{Depth: 60, NumberLength: 64, Exponent: 400}) != nil {
			return
		}
		document := `{"team":"a","tools":[{"name":"x","parameters":` + text + `}]}`
		rendered := manifest.ToYAML([]byte(document))
		if !utf8.Valid(rendered) {
			t.Fatalf("not UTF-8: %q", rendered)
		}
		got, err := load("# YAML\n" + string(rendered))
		if err != nil {
			t.Fatalf("cannot be read back: %v\n%s", err, rendered)
		}
		want := canonical([]byte(text))
		if read := canonical([]byte(got[0].Request.Tools[0].GetParameters())); read != want && text != "null" {
			t.Fatalf("read back %s, want %s, through\n%s", read, want, rendered)
		}
	})
}

// canonical decodes every escape and keeps everything else.
func canonical(value []byte) string {
	switch jsontext.KindOf(value) {
	case jsontext.Object:
		var out strings.Builder
		for k, v := range jsontext.Members(value) {
			out.WriteString(canonical(k) + ":" + canonical(v) + ",")
		}
		return "{" + out.String() + "}"
	case jsontext.Array:
		var out strings.Builder
		for _, v := range jsontext.Elements(value) {
			out.WriteString(canonical(v) + ",")
		}
		return "[" + out.String() + "]"
	case jsontext.String:
		text, _ := jsontext.Unquote(value)
		return string(jsontext.AppendQuoted(nil, text))
	default:
		return strings.TrimSpace(string(value))
	}
}
