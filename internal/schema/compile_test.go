package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/schema"
)

// problemsOf compiles a schema that must be refused.
func problemsOf(t tester, text, profile string) []schema.Problem {
	t.Helper()
	s, problems := schema.Compile([]byte(text), profile)
	if s != nil || len(problems) == 0 {
		t.Fatalf("Compile(%.200s) accepts it", text)
	}
	return problems
}

func TestRefusedAtRegistrationWithAPointer(t *testing.T) {
	cases := map[string]struct {
		schema, pointer, keyword, message string
	}{
		"a root that is no object":         {`true`, "", "", "want an object schema"},
		"a root that is a list":            {`[]`, "", "", "got an array"},
		"a root without a type":            {`{"properties":{}}`, "", "type", `needs "type":"object"`},
		"a root of another type":           {`{"type":"array"}`, "/type", "type", `must have "type":"object"`},
		"a root with a list of types":      {`{"type":["object"]}`, "/type", "type", "got an array"},
		"anyOf at the root":                {`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, "/anyOf", "anyOf", "model APIs refuse"},
		"oneOf at the root":                {`{"type":"object","oneOf":[true]}`, "/oneOf", "oneOf", "model APIs refuse"},
		"allOf at the root":                {`{"type":"object","allOf":[true]}`, "/allOf", "allOf", "model APIs refuse"},
		"not at the root":                  {`{"type":"object","not":{}}`, "/not", "not", "model APIs refuse"},
		"enum at the root":                 {`{"type":"object","enum":[{}]}`, "/enum", "enum", "model APIs refuse"},
		"if at the root":                   {`{"type":"object","if":{}}`, "/if", "if", "model APIs refuse"},
		"not JSON":                         {`{"type":`, "/type", "", "end of text"},
		"a duplicate key":                  {property(`{"type":"string","type":"null"}`), "/properties/v", "", "duplicate property name"},
		"an unknown keyword":               {property(`{"color":"red"}`), "/properties/v/color", "color", "not supported"},
		"a misspelt keyword":               {property(`{"minLenght":1}`), "/properties/v/minLenght", "minLenght", "did you mean minLength?"},
		"a keyword of another spelling":    {property(`{"min_length":1}`), "/properties/v/min_length", "min_length", "did you mean minLength?"},
		"definitions":                      {`{"type":"object","definitions":{}}`, "/definitions", "definitions", "write $defs"},
		"nullable":                         {property(`{"type":"string","nullable":true}`), "/properties/v/nullable", "nullable", `"type":["string","null"]`},
		"$anchor":                          {property(`{"$anchor":"a"}`), "/properties/v/$anchor", "$anchor", "#/$defs/name"},
		"$dynamicRef":                      {property(`{"$dynamicRef":"#a"}`), "/properties/v/$dynamicRef", "$dynamicRef", "#/$defs/name"},
		"unevaluatedProperties":            {property(`{"unevaluatedProperties":false}`), "/properties/v/unevaluatedProperties", "unevaluatedProperties", "write additionalProperties"},
		"contains":                         {property(`{"contains":{}}`), "/properties/v/contains", "contains", "items"},
		"a type of Python":                 {property(`{"type":"dict"}`), "/properties/v/type", "type", "array, boolean, integer, null, number, object, string; write object"},
		"a type that is none":              {property(`{"type":"any"}`), "/properties/v/type", "type", "leave type out"},
		"a type in upper case":             {property(`{"type":"String"}`), "/properties/v/type", "type", "did you mean string?"},
		"a bad type in a list":             {property(`{"type":["null","float"]}`), "/properties/v/type/1", "type", "write number"},
		"an empty list of types":           {property(`{"type":[ ]}`), "/properties/v/type", "type", "empty list"},
		"properties that are null":         {`{"type":"object","properties":null}`, "/properties", "properties", "got null"},
		"a property that is no schema":     {property(`"string"`), "/properties/v", "properties", `want a schema, which is an object, true or false; got the string "string"`},
		"required as a boolean":            {property(`{"required":true}`), "/properties/v/required", "required", "the object that holds a property lists it"},
		"a required name that is none":     {property(`{"required":["a",1]}`), "/properties/v/required/1", "required", "want a string, got the number 1"},
		"enum that is no list":             {property(`{"enum":"a"}`), "/properties/v/enum", "enum", "want a list"},
		"a negative length":                {property(`{"minLength":-1}`), "/properties/v/minLength", "minLength", "not negative, got the number -1"},
		"half an item":                     {property(`{"maxItems":1.5}`), "/properties/v/maxItems", "maxItems", "whole number"},
		"a count as text":                  {property(`{"minProperties":"1"}`), "/properties/v/minProperties", "minProperties", "whole number"},
		"a boolean exclusiveMinimum":       {property(`{"minimum":0,"exclusiveMinimum":true}`), "/properties/v/exclusiveMinimum", "exclusiveMinimum", "since draft 6 it holds the bound itself"},
		"a bound as text":                  {property(`{"maximum":"9"}`), "/properties/v/maximum", "maximum", "want a number"},
		"multipleOf zero":                  {property(`{"multipleOf":0.0}`), "/properties/v/multipleOf", "multipleOf", "above 0"},
		"items as a list":                  {property(`{"items":[{}]}`), "/properties/v/items", "items", "prefixItems"},
		"an empty anyOf":                   {property(`{"anyOf":[]}`), "/properties/v/anyOf", "anyOf", "at least one schema"},
		"allOf as an object":               {property(`{"allOf":{}}`), "/properties/v/allOf", "allOf", "at least one schema"},
		"a bad schema among alternatives":  {property(`{"oneOf":[{},3]}`), "/properties/v/oneOf/1", "oneOf", "want a schema"},
		"uniqueItems as a number":          {property(`{"uniqueItems":1}`), "/properties/v/uniqueItems", "uniqueItems", "true or false"},
		"dependentRequired as a list":      {property(`{"dependentRequired":["a"]}`), "/properties/v/dependentRequired", "dependentRequired", "want an object"},
		"dependentRequired of no list":     {property(`{"dependentRequired":{"a/b":"c"}}`), "/properties/v/dependentRequired/a~1b", "dependentRequired", "want a list of property names"},
		"$defs that is no object":          {`{"type":"object","$defs":[]}`, "/$defs", "$defs", "want an object of schemas"},
		"a bad schema nobody refers to":    {`{"type":"object","$defs":{"a":{"type":"x"}}}`, "/$defs/a/type", "type", "unknown type"},
		"a pattern that is no text":        {property(`{"pattern":1}`), "/properties/v/pattern", "pattern", "want a string"},
		"a look-ahead":                     {property(`{"pattern":"(?!x)"}`), "/properties/v/pattern", "pattern", "no look-around"},
		"an empty negated class":           {property(`{"pattern":"[^]"}`), "/properties/v/pattern", "pattern", "(?s:.)"},
		"an escape of ECMAScript":          {property(`{"pattern":"\\u0041"}`), "/properties/v/pattern", "pattern", `\x{0041}`},
		"a control escape":                 {property(`{"pattern":"\\cA"}`), "/properties/v/pattern", "pattern", "invalid escape sequence"},
		"a back-reference":                 {property(`{"pattern":"(a)\\1"}`), "/properties/v/pattern", "pattern", "invalid escape sequence"},
		"a repeat RE2 refuses":             {property(`{"pattern":"a{1001}"}`), "/properties/v/pattern", "pattern", "invalid repeat count"},
		"open brackets":                    {property(`{"pattern":"` + strings.Repeat("(", 500) + `"}`), "/properties/v/pattern", "pattern", "missing closing )"},
		"a bad patternProperties":          {property(`{"patternProperties":{"(":{}}}`), "/properties/v/patternProperties/(", "patternProperties", "RE2 cannot compile"},
		"folding beyond ASCII":             {property(`{"pattern":"(?i)[B-\\x{1e943}]"}`), "/properties/v/pattern", "pattern", "plain ASCII"},
		"a foreign $ref":                   {property(`{"$ref":"https://example.com/s.json"}`), "/properties/v/$ref", "$ref", "outside of this schema"},
		"a $ref to a file":                 {property(`{"$ref":"file:///etc/passwd#/a"}`), "/properties/v/$ref", "$ref", "outside of this schema"},
		"an empty $ref":                    {property(`{"$ref":""}`), "/properties/v/$ref", "$ref", "outside of this schema"},
		"a $ref to an anchor":              {property(`{"$ref":"#name"}`), "/properties/v/$ref", "$ref", "want # or a JSON pointer"},
		"a $ref badly escaped":             {property(`{"$ref":"#/$defs/a~2"}`), "/properties/v/$ref", "$ref", "want # or a JSON pointer"},
		"a $ref badly encoded":             {property(`{"$ref":"#/%zz"}`), "/properties/v/$ref", "$ref", "want # or a JSON pointer"},
		"a dangling $ref":                  {property(`{"$ref":"#/$defs/nowhere"}`), "/properties/v/$ref", "$ref", "leads nowhere"},
		"a $ref to what is no schema":      {property(`{"$ref":"#/properties"}`), "/properties/v/$ref", "$ref", "no schema"},
		"a $ref into an annotation":        {property(`{"default":{"type":"null"},"$ref":"#/properties/v/default"}`), "/properties/v/$ref", "$ref", "no schema"},
		"a $ref that is no text":           {property(`{"$ref":{}}`), "/properties/v/$ref", "$ref", "want a string"},
		"a $ref to itself":                 {property(`{"$ref":"#/properties/v"}`), "/properties/v/$ref", "$ref", "leads back to itself"},
		"the root that refers to the root": {`{"type":"object","$ref":"#"}`, "/$ref", "$ref", "leads back to itself"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := problemsOf(t, c.schema, "full")[0]
			if got.Pointer != c.pointer || got.Keyword != c.keyword || got.Limit != "" || !strings.Contains(got.Message, c.message) {
				t.Errorf("problem = %+v, want pointer %q, keyword %q, message with %q", got, c.pointer, c.keyword, c.message)
			}
		})
	}
}

func TestProblemsAreCompleteInTheOrderOfTheDocument(t *testing.T) {
	got := problemsOf(t, `{
		"type": "object",
		"properties": {
			"a": {"$ref": "#/$defs/nowhere", "nullable": true},
			"b": {"type": "dict", "pattern": "(?=x)", "items": {"$ref": "#/$defs/loop"}}
		},
		"anyOf": [{"minimum": "1"}],
		"$defs": {"loop": {"allOf": [{"$ref": "#/$defs/back"}]}, "back": {"not": {"$ref": "#/$defs/loop"}}}
	}`, "full")
	var pointers []string
	for _, p := range got {
		pointers = append(pointers, p.Pointer)
	}
	want := []string{
		"/properties/a/$ref", "/properties/a/nullable", "/properties/b/type", "/properties/b/pattern",
		"/anyOf", "/anyOf/0/minimum", "/$defs/loop/allOf/0/$ref", "/$defs/back/not/$ref",
	}
	if diff := cmp.Diff(want, pointers); diff != "" {
		t.Errorf("pointers (-want +got):\n%s", diff)
	}
}

func TestCoreProfileIsWhatTheLessonHasAndGrows(t *testing.T) {
	accepted := []string{
		`{"type":"object"}`,
		`{"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":2,"pattern":"a","enum":["a"]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"type":"null"}}}`,
		`{"type":"object","properties":{},"additionalProperties":false}`,
		`{"type":"object","additionalProperties":{"type":"string"}}`,
		`{"$schema":"x","title":"t","description":"d","type":"object","properties":{"a":{"default":1,"format":"date","examples":[1]}}}`,
	}
	for _, text := range accepted {
		if _, problems := schema.Compile([]byte(text), "core"); len(problems) > 0 {
			t.Errorf("core refuses %s: %+v", text, problems)
		}
	}
	refused := map[string]string{
		property(`{"minimum":1}`):            "/properties/v/minimum",
		property(`{"anyOf":[{}]}`):           "/properties/v/anyOf",
		property(`{"type":["string"]}`):      "/properties/v/type",
		property(`true`):                     "/properties/v",
		property(`{"nullable":true}`):        "/properties/v/nullable",
		property(`{"patternProperties":{}}`): "/properties/v/patternProperties",
	}
	for text, pointer := range refused {
		if got := problemsOf(t, text, "core"); len(got) != 1 || got[0].Pointer != pointer {
			t.Errorf("core on %s: %+v, want one problem at %s", text, got, pointer)
		}
	}
}
