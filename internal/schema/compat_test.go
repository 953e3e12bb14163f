package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/schema"
)

// object is a root with one property "v" of a schema.
func object(v string) string { return `{"type":"object","properties":{"v":` + v + `}}` }

func TestNarrowedSchemasAreFoundWithProof(t *testing.T) {
	cases := map[string]struct{ old, new, pointer, keyword, says string }{
		"a new required property": {
			`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{},"b":{}},"required":["b"]}`,
			"/properties/b", "required", `"b" is required now`,
		},
		"a property that became required": {
			`{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{2,8}$"},"b":{"type":"integer","minimum":5}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{2,8}$"},"b":{"type":"integer","minimum":5}},"required":["a","b"]}`,
			"/properties/b", "required", `"b" is required now`,
		},
		"a removed property of a closed object": {
			`{"type":"object","properties":{"a":{"type":"string"},"b/c":{"type":"string"}},"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
			"/properties/b~1c", "additionalProperties", `"b/c" is no longer allowed`,
		},
		"an object that is closed": {
			`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`,
			"/additionalProperties", "additionalProperties", "not described",
		},
		"a narrowed enum":       {object(`{"enum":["a","b",3]}`), object(`{"enum":["b"]}`), "/properties/v/enum", "enum", `"a", 3 are no longer allowed`},
		"an enum became const":  {object(`{"enum":["a","b"]}`), object(`{"const":"b"}`), "/properties/v/const", "const", `"a" is no longer allowed`},
		"a new enum":            {object(`{"type":"string"}`), object(`{"type":"string","enum":["a"]}`), "/properties/v/enum", "enum", "only the values listed"},
		"a changed type":        {object(`{"type":"string"}`), object(`{"type":"integer"}`), "/properties/v/type", "type", "want integer; before, string"},
		"numbers to integers":   {object(`{"type":"number"}`), object(`{"type":"integer"}`), "/properties/v/type", "type", "before, number"},
		"no null any more":      {object(`{"type":["string","null"]}`), object(`{"type":"string"}`), "/properties/v/type", "type", "before, null"},
		"null of an anyOf":      {object(`{"anyOf":[{"type":"string"},{"type":"null"}]}`), object(`{"type":"string"}`), "/properties/v/type", "type", "before, null"},
		"a new type":            {object(`{}`), object(`{"type":"string"}`), "/properties/v/type", "type", "want string"},
		"a higher minimum":      {object(`{"type":"integer","minimum":1}`), object(`{"type":"integer","minimum":5}`), "/properties/v/minimum", "minimum", "minimum is 5 now; before, the bound was 1"},
		"a lower maximum":       {object(`{"type":"number"}`), object(`{"type":"number","maximum":9.5}`), "/properties/v/maximum", "maximum", "no bound above"},
		"an edge left out":      {object(`{"type":"number","minimum":1}`), object(`{"type":"number","exclusiveMinimum":1}`), "/properties/v/exclusiveMinimum", "exclusiveMinimum", "the bound was 1"},
		"a small range":         {object(`{"type":"integer","minimum":1,"maximum":3}`), object(`{"type":"integer","enum":[1,3]}`), "/properties/v/enum", "enum", "2 is no longer allowed"},
		"a multiple":            {object(`{"type":"integer"}`), object(`{"type":"integer","multipleOf":5}`), "/properties/v/multipleOf", "multipleOf", "multiples of 5"},
		"a longer minLength":    {object(`{"type":"string"}`), object(`{"type":"string","minLength":3}`), "/properties/v/minLength", "minLength", "at least 3"},
		"a shorter maxLength":   {object(`{"type":"string","maxLength":4000}`), object(`{"type":"string","maxLength":2000}`), "/properties/v/maxLength", "maxLength", "at most 2000 characters are allowed now; before, 4000"},
		"a new pattern":         {object(`{"type":"string"}`), object(`{"type":"string","pattern":"^[A-Z]+$"}`), "/properties/v/pattern", "pattern", "another than before"},
		"fewer items":           {object(`{"type":"array","items":{"type":"string"}}`), object(`{"type":"array","items":{"type":"string"},"maxItems":3}`), "/properties/v/maxItems", "maxItems", "at most 3"},
		"more items":            {object(`{"type":"array"}`), object(`{"type":"array","minItems":1}`), "/properties/v/minItems", "minItems", "at least 1"},
		"items that differ":     {object(`{"type":"array"}`), object(`{"type":"array","uniqueItems":true}`), "/properties/v/uniqueItems", "uniqueItems", "differ"},
		"an item's type":        {object(`{"type":"array","items":{"type":["string","integer"]}}`), object(`{"type":"array","items":{"type":"string"}}`), "/properties/v/items/type", "type", "integer"},
		"the second item":       {object(`{"prefixItems":[{},{"type":"string"}]}`), object(`{"prefixItems":[{},{"type":"null"}]}`), "/properties/v/prefixItems/1/type", "type", "want null"},
		"a list that ends":      {object(`{"type":"array","prefixItems":[{}]}`), object(`{"type":"array","prefixItems":[{}],"items":false}`), "/properties/v/items", "items", "no value"},
		"under a reference":     {`{"type":"object","properties":{"v":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}`, `{"type":"object","properties":{"v":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string","minLength":1}}}`, "/$defs/x/minLength", "minLength", "at least 1"},
		"in a recursion":        {`{"type":"object","properties":{"n":{"$ref":"#"},"v":{}}}`, `{"type":"object","properties":{"n":{"$ref":"#"},"v":{"type":"null"}}}`, "/properties/v/type", "type", "want null"},
		"under allOf":           {object(`{"allOf":[{"type":"string"},{"minLength":2}]}`), object(`{"allOf":[{"type":"string"},{"minLength":3}]}`), "/properties/v/allOf/1/minLength", "minLength", "at least 3"},
		"deep inside":           {object(object(`{"type":"array","minItems":2,"items":` + object(`{"type":"integer"}`) + `}`)), object(object(`{"type":"array","minItems":2,"items":` + object(`{"type":"integer","minimum":0}`) + `}`)), "/properties/v/properties/v/items/properties/v/minimum", "minimum", "no bound below"},
		"an alternative gone":   {object(`{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`), object(`{"anyOf":[{"type":"string"},{"type":"null"}]}`), "/properties/v/anyOf", "anyOf", "no single alternative"},
		"an alternative narrow": {object(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`), object(`{"oneOf":[{"type":"string","maxLength":5},{"type":"integer"}]}`), "/properties/v/oneOf", "oneOf", "no single alternative"},
		"a new not":             {object(`{"type":"string"}`), object(`{"type":"string","not":{"const":"a"}}`), "/properties/v/not", "not", "new"},
		"a dependency":          {`{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}}`, "/properties/b", "dependentRequired", `beside "a"`},
		"fewer properties":      {`{"type":"object"}`, `{"type":"object","maxProperties":2}`, "/maxProperties", "maxProperties", "at most 2"},
		"more properties":       {`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"minProperties":1}`, "/minProperties", "minProperties", "at least 1"},
		"names":                 {`{"type":"object","properties":{"aB":{}}}`, `{"type":"object","properties":{"aB":{}},"propertyNames":{"pattern":"^[a-z]+$"}}`, "/propertyNames", "propertyNames", `"aB" is no longer allowed`},
		"others' type":          {`{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":"null"}}`, "/additionalProperties/type", "type", "want null"},
		"a pattern of names":    {`{"type":"object","patternProperties":{"^x-":{}},"additionalProperties":false}`, `{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`, "/patternProperties/^x-/type", "type", "want string"},
		"a condition":           {object(`{"type":"integer"}`), object(`{"type":"integer","if":{"minimum":5},"then":{"maximum":7}}`), "/properties/v/then", "then", "conditions"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			findings := schema.Compare([]byte(c.old), []byte(c.new))
			for _, f := range findings {
				proves(t, c.old, c.new, f)
				if f.Pointer == c.pointer && f.Keyword == c.keyword && f.Proven() && strings.Contains(f.Message, c.says) {
					return
				}
			}
			t.Errorf("found %+v, want a proof at %s of %s with %q", findings, c.pointer, c.keyword, c.says)
		})
	}
}

// proves holds the example of a finding against both schemas.
func proves(t tester, old, new string, f schema.Finding) {
	t.Helper()
	if !f.Proven() {
		return
	}
	if !accepts(t, old, f.Example) || accepts(t, new, f.Example) {
		t.Fatalf("%+v is no proof:\nold %s\nnew %s", f, old, new)
	}
}

func accepts(t tester, text, value string) bool {
	t.Helper()
	s, problems := schema.Compile([]byte(text), "full")
	if len(problems) > 0 {
		t.Fatalf("%s is refused: %+v", text, problems)
	}
	found, err := s.Validate([]byte(value))
	if err != nil {
		t.Fatalf("%s cannot be checked: %v", value, err)
	}
	return len(found) == 0
}

func TestWhatAcceptsAsMuchAsBeforeHasNoFindings(t *testing.T) {
	cases := map[string]struct{ old, new string }{
		"texts for people":         {object(`{"type":"string","description":"a"}`), object(`{"description":"b","title":"c","type":"string","default":"x","format":"uri"}`)},
		"a new optional property":  {`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`, `{"type":"object","properties":{"a":{},"b":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
		"no longer required":       {`{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"type":"object","properties":{"a":{}}}`},
		"an opened object":         {`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{}}}`},
		"a wider enum":             {object(`{"type":"string","enum":["a"]}`), object(`{"type":"string","enum":["b","a"]}`)},
		"an enum of another order": {object(`{"enum":["a",1.0,{"x":1,"y":2}]}`), object(`{"enum":[{"y":2,"x":1},1,"a"]}`)},
		"an enum that fits a type": {object(`{"enum":["a","b"]}`), object(`{"type":"string","pattern":"^[ab]$"}`)},
		"const to enum":            {object(`{"const":1}`), object(`{"enum":[2,1]}`)},
		"a wider type":             {object(`{"type":"integer"}`), object(`{"type":["number","null"]}`)},
		"booleans as an enum":      {object(`{"type":"boolean"}`), object(`{"enum":[true,false]}`)},
		"a range as an enum":       {object(`{"type":"integer","minimum":1,"exclusiveMaximum":4}`), object(`{"enum":[1,2,3]}`)},
		"bounds of integers":       {object(`{"type":"integer","exclusiveMinimum":0}`), object(`{"type":"integer","minimum":1}`)},
		"whole multiples":          {object(`{"type":"number","multipleOf":4}`), object(`{"type":"integer","multipleOf":2}`)},
		"wider lengths":            {object(`{"type":"string","minLength":2,"maxLength":3}`), object(`{"type":"string","minLength":1,"maxLength":30}`)},
		"a type as alternatives":   {object(`{"type":["string","null"]}`), object(`{"anyOf":[{"type":"string"},{"type":"null"}]}`)},
		"alternatives as a type":   {object(`{"anyOf":[{"type":"string"},{"type":"null"}]}`), object(`{"type":["string","null"]}`)},
		"one more alternative":     {object(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`), object(`{"oneOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}`)},
		"alternatives told apart":  {object(`{"oneOf":[` + tagged("a", "x") + `,` + tagged("b", "y") + `]}`), object(`{"oneOf":[` + tagged("b", "y") + `,` + tagged("a", "x") + `,` + tagged("c", "z") + `]}`)},
		"a reference for its text": {object(`{"type":"string"}`), `{"type":"object","properties":{"v":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}`},
		"another recursive name":   {`{"type":"object","properties":{"v":{"$ref":"#/$defs/n"}},"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"}}}}}`, `{"type":"object","properties":{"v":{"$ref":"#/$defs/m"}},"$defs":{"m":{"properties":{"next":{"$ref":"#/$defs/m"}}}}}`},
		"the same condition":       {object(`{"if":{"type":"string"},"then":{"minLength":2}}`), object(`{"then":{"minLength":2},"if":{"type":"string","title":"a"},"$comment":"b"}`)},
		"the same not":             {object(`{"type":"string","not":{"pattern":"^a"}}`), object(`{"not":{"pattern":"^a"},"type":"string"}`)},
		"a not about other types":  {object(`{"type":"string"}`), object(`{"type":"string","not":{"type":"null"}}`)},
		"nothing was accepted":     {object(`false`), object(`{"type":"string"}`)},
		"a number to its multiple": {object(`{"const":1.50}`), object(`{"multipleOf":0.5}`)},
		"at most one item":         {object(`{"type":"array","maxItems":1}`), object(`{"type":"array","uniqueItems":true}`)},
		"described, once allowed":  {`{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":["string","null"]}}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if findings := schema.Compare([]byte(c.old), []byte(c.new)); len(findings) > 0 {
				t.Errorf("found %+v", findings)
			}
		})
	}
}

// tagged is an object that a property tells apart from others.
func tagged(tag, name string) string {
	return fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":%q},%q:{}},"required":["kind"],"additionalProperties":false}`, tag, name)
}

func TestWhatCannotBeToldIsSaidWithoutProof(t *testing.T) {
	cases := map[string]struct{ old, new, keyword string }{
		"a pattern written otherwise":   {object(`{"type":"string","pattern":"^[0-9]+$"}`), object(`{"type":"string","pattern":"^\\d+$"}`), "pattern"},
		"a condition written otherwise": {object(`{"type":"string","minLength":2}`), object(`{"type":"string","if":{"maxLength":1},"then":false}`), "then"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			findings := schema.Compare([]byte(c.old), []byte(c.new))
			if len(findings) != 1 || findings[0].Proven() || findings[0].Keyword != c.keyword {
				t.Errorf("found %+v", findings)
			}
		})
	}
}

// TestNoNarrowingStaysUnfound draws pairs of schemas, most of them one change
// apart, and looks for values that the old one accepts and the new one refuses.
// Every such pair must have a finding, and every proof must be one.
func TestNoNarrowingStaysUnfound(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		v := drawSchema(t, 3)
		changed := v
		for range rapid.IntRange(1, 2).Draw(t, "changes") {
			changed = mutated(t, changed)
		}
		wrap := func(v string) string {
			return fmt.Sprintf(`{"type":"object","properties":{"v":%s},"$defs":{"x":{"type":["string","object"],"properties":{"a":{"$ref":"#/$defs/x"}}}}}`, v)
		}
		old, new := wrap(v), wrap(changed)
		for _, text := range []string{old, new} {
			if _, problems := schema.Compile([]byte(text), "full"); len(problems) > 0 {
				t.Fatalf("%s is refused: %v", text, problems)
			}
		}
		findings := schema.Compare([]byte(old), []byte(new))
		for _, f := range findings {
			proves(t, old, new, f)
			if f.Proven() {
				seen["proof"]++
			} else {
				seen["cannot tell"]++
			}
		}
		if len(findings) > 0 {
			return
		}
		for range 8 {
			value := `{"v":` + instance(t, 3) + `}`
			if !accepts(t, old, value) {
				continue
			}
			seen["kept"]++
			if !accepts(t, new, value) {
				t.Fatalf("%s is refused now, and nothing is said:\nold %s\nnew %s", value, old, new)
			}
		}
	})
	if seen["proof"] < 10 || seen["cannot tell"] < 3 || seen["kept"] < 10 {
		t.Errorf("the pairs are one-sided, so the test says little: %v", seen)
	}
	t.Log(seen)
}

// mutated changes one schema inside of another.
func mutated(t *rapid.T, text string) string {
	if !strings.HasPrefix(text, "{") || rapid.IntRange(0, 5).Draw(t, "whole") == 0 {
		return drawSchema(t, 2)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(object))
	if len(names) > 0 && rapid.IntRange(0, 3).Draw(t, "deeper") > 0 {
		name := rapid.SampledFrom(names).Draw(t, "keyword")
		object[name] = json.RawMessage(mutatedKeyword(t, name, string(object[name])))
	} else if len(names) > 0 && rapid.Bool().Draw(t, "drop") {
		delete(object, rapid.SampledFrom(names).Draw(t, "dropped"))
	} else {
		added := map[string]json.RawMessage{}
		keyword := drawKeyword(t, rapid.IntRange(0, 28).Draw(t, "added"), func() string { return drawSchema(t, 1) })
		if err := json.Unmarshal([]byte("{"+keyword+"}"), &added); err != nil {
			t.Fatal(err)
		}
		maps.Copy(object, added)
	}
	out, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func mutatedKeyword(t *rapid.T, name, value string) string {
	switch name {
	case "not", "items", "additionalProperties", "propertyNames", "if", "then", "else":
		return mutated(t, value)
	case "properties", "patternProperties", "allOf", "anyOf", "oneOf", "prefixItems":
		return mutatedInside(t, value)
	}
	for index := range 29 {
		var drawn map[string]json.RawMessage
		keyword := drawKeyword(t, index, func() string { return "true" })
		if json.Unmarshal([]byte("{"+keyword+"}"), &drawn) == nil && drawn[name] != nil {
			return string(drawn[name])
		}
	}
	return value
}

// mutatedInside changes one of several schemas, or leaves it out.
func mutatedInside(t *rapid.T, value string) string {
	var list []json.RawMessage
	if json.Unmarshal([]byte(value), &list) == nil {
		i := rapid.IntRange(0, len(list)-1).Draw(t, "branch")
		if len(list) > 1 && rapid.IntRange(0, 2).Draw(t, "leave out") == 0 {
			list = slices.Delete(list, i, i+1)
		} else {
			list[i] = json.RawMessage(mutated(t, string(list[i])))
		}
		out, _ := json.Marshal(list)
		return string(out)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(value), &object); err != nil || len(object) == 0 {
		return value
	}
	name := rapid.SampledFrom(slices.Sorted(maps.Keys(object))).Draw(t, "member")
	if rapid.IntRange(0, 2).Draw(t, "leave out") == 0 {
		delete(object, name)
	} else {
		object[name] = json.RawMessage(mutated(t, string(object[name])))
	}
	out, _ := json.Marshal(object)
	return string(out)
}

// FuzzCompare holds two schemas and a value against each other: no panic, no
// proof that is none, and no narrowing without a finding.
func FuzzCompare(f *testing.F) {
	f.Add(object(`{"type":"string"}`), object(`{"type":"string","pattern":"^a{3}$"}`), `{"v":"b"}`)
	f.Add(object(`{"enum":["a",1e3]}`), object(`{"anyOf":[{"type":"null"},{"$ref":"#"}]}`), `{"v":1000}`)
	f.Add(object(`{"type":"array","prefixItems":[true],"items":false}`), object(`{"uniqueItems":true,"maxItems":2}`), `{"v":[]}`)
	f.Add(`{"type":"object","patternProperties":{"^x":{}},"propertyNames":{"maxLength":3}}`, `{"type":"object","minProperties":1,"additionalProperties":{"multipleOf":0.1}}`, `{"xy":0.3}`)
	f.Fuzz(func(t *testing.T, old, new, value string) {
		before, bad := schema.Compile([]byte(old), "full")
		after, worse := schema.Compile([]byte(new), "full")
		if len(bad)+len(worse) > 0 {
			return
		}
		findings := schema.Compare([]byte(old), []byte(new))
		for _, found := range findings {
			proves(t, old, new, found)
		}
		if len(findings) > 0 {
			return
		}
		errors, err := before.Validate([]byte(value))
		if err != nil || len(errors) > 0 {
			return
		}
		if errors, err = after.Validate([]byte(value)); err == nil && len(errors) > 0 {
			t.Errorf("%s is refused now, and nothing is said: %v", value, errors)
		}
	})
}

func TestComparingIsBounded(t *testing.T) {
	many := func(n int, one string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(one, i)
		}
		return strings.Join(list, ",")
	}
	nested := func(leaf string) string {
		for range 25 {
			leaf = `{"anyOf":[` + leaf + `,{"type":"array","items":{"type":"string"}}]}`
		}
		return object(leaf)
	}
	cases := map[string]struct{ old, new string }{
		"alternatives by alternatives": {object(`{"anyOf":[` + many(1000, `{"minLength":%d}`) + `]}`), object(`{"anyOf":[` + many(1000, `{"minLength":%d,"maxLength":9}`) + `]}`)},
		"alternatives in each other":   {nested(`{"type":"string"}`), nested(`{"type":"integer"}`)},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			findings := schema.Compare([]byte(c.old), []byte(c.new))
			if len(findings) == 0 || len(findings) > 33 || !strings.Contains(findings[len(findings)-1].Message, "too large to be compared in full") {
				t.Errorf("found %d: %+v", len(findings), findings)
			}
		})
	}
}
