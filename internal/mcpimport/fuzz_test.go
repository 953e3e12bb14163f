package mcpimport_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// FuzzConvert holds that no answer panics and that what comes out is JSON
// whose names are legal and all different.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{
		answer, `[{"name":"a"}]`, `{"tools":[{"name":"A_b"},{"name":"a_b"}]}`, `{"result":{"tools":[{"name":"é","inputSchema":{}}]}}`,
		`[[],null,{"tools":null}]`, `{"error":{"message":"\u001b"}}`, `[{"name":"\ud83d\ude00x","title":"\u0000"}]`,
	} {
		f.Add(seed, "")
		f.Add(seed, "shop.eu")
	}
	f.Fuzz(func(t *testing.T, text, family string) {
		got, err := mcpimport.Convert([]byte(text), mcpimport.Options{Source: "s", Family: family})
		if err != nil {
			return
		}
		if err := jsontext.Check(got.Manifest, jsontext.Bounds{}); err != nil {
			t.Fatalf("the manifest is no JSON: %v\n%s", err, got.Manifest)
		}
		seen := map[string]bool{}
		for _, value := range jsontext.Elements(jsontext.Get(got.Manifest, "tools")) {
			name, _ := jsontext.Unquote(jsontext.Get(value, "name"))
			if !tool.Legal(name) || tool.Reserved(name) || seen[name] {
				t.Fatalf("the name %q is not legal or not the only one", name)
			}
			seen[name] = true
		}
		if len(seen) != got.Tools {
			t.Fatalf("%d tools, the import says %d", len(seen), got.Tools)
		}
	})
}

// FuzzSpell holds that a name is legal or refused with a reason, and that spelling it again changes nothing.
func FuzzSpell(f *testing.F) {
	for _, seed := range []string{"listIssues", "API-post-page", "a__b", "v1.2", "9", "-", "ẞé", "A.B", "a\x00b", strings.Repeat("aB", 40)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, original string) {
		name, why := mcpimport.Spell(original, "")
		if (name == "") == (why == "") {
			t.Fatalf("Spell(%q) = %q, %q", original, name, why)
		}
		if name == "" {
			return
		}
		if !tool.Legal(name) || !utf8.ValidString(name) {
			t.Fatalf("Spell(%q) = %q, not legal", original, name)
		}
		if again, _ := mcpimport.Spell(name, ""); again != name {
			t.Fatalf("Spell(%q) = %q, spelt again %q", original, name, again)
		}
	})
}
