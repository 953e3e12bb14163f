package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// tester is what tests, benchmarks and property checks have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// compiled compiles a schema of the full profile that must be accepted.
func compiled(t tester, text string) *schema.Schema {
	t.Helper()
	s, problems := schema.Compile([]byte(text), "full")
	if len(problems) > 0 {
		t.Fatalf("Compile(%s) refuses it: %+v", text, problems)
	}
	return s
}

// errorsOf validates an instance that stays within bounds.
func errorsOf(t tester, s *schema.Schema, instance string) []schema.Error {
	t.Helper()
	found, err := s.Validate([]byte(instance))
	if err != nil {
		t.Fatalf("Validate(%s) could not check it: %v", instance, err)
	}
	return found
}

// property puts a schema where every keyword is allowed.
func property(text string) string { return `{"type":"object","properties":{"v":` + text + `}}` }

// S2: a pure, recursive walk returns all errors with JSON pointer paths.
func TestTwoHundredToolsErrorsArePointers(t *testing.T) {
	s := compiled(t, `{
		"type": "object",
		"properties": {
			"path": {"type": "string", "minLength": 1},
			"mode": {"enum": ["read", "write"]},
			"lines": {"type": "array", "items": {"type": "integer"}},
			"range": {"type": "object", "properties": {"from": {"type": "integer"}}, "required": ["from", "to"]},
			"a/b": {"type": "string"},
			"m~n": {"type": "string", "pattern": "^x"}
		},
		"required": ["path", "owner"]
	}`)
	got := errorsOf(t, s, `{"path":"","mode":"Read","lines":[1,"2",3.5],"range":{"from":null},"a/b":1,"m~n":"y"}`)
	want := []schema.Error{
		{Path: "/a~1b", Keyword: "type", Message: "want string, got the number 1; send it as text in quotes"},
		{Path: "/lines/1", Keyword: "type", Message: `want integer, got the string "2"; send it as JSON, not as text in quotes`},
		{Path: "/lines/2", Keyword: "type", Message: "want integer, got the number 3.5"},
		{Path: "/mode", Keyword: "enum", Message: `want one of "read", "write", got the string "Read"; did you mean "read"?`},
		{Path: "/m~0n", Keyword: "pattern", Message: `want a match of ^x, got the string "y"`},
		{Path: "/owner", Keyword: "required", Message: "missing; this property is required"},
		{Path: "/path", Keyword: "minLength", Message: `want at least 1 characters, got 0: ""`},
		{Path: "/range/from", Keyword: "type", Message: "want integer, got null"},
		{Path: "/range/to", Keyword: "required", Message: "missing; this property is required"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

// S2: "additionalProperties: false so that an extra argument is an error
// rather than a silent drop".
func TestTwoHundredToolsExtraArgumentIsAnError(t *testing.T) {
	open := compiled(t, `{"type":"object","properties":{"path":{"type":"string"}}}`)
	closed := compiled(t, `{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}`)
	if got := errorsOf(t, open, `{"path":"a","pth":"b"}`); len(got) > 0 {
		t.Errorf("without additionalProperties: %v", got)
	}
	want := []schema.Error{
		{Path: "/", Keyword: "additionalProperties", Message: "unknown property; allowed are path"},
		{Path: "/pth", Keyword: "additionalProperties", Message: "unknown property, did you mean path?; allowed are path"},
	}
	if diff := cmp.Diff(want, errorsOf(t, closed, `{"path":"a","pth":"b","":1}`)); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

// S2: "$ref against a local definitions block so that shared argument shapes
// are written once".
func TestTwoHundredToolsSharedShapesAreWrittenOnce(t *testing.T) {
	s := compiled(t, `{
		"type": "object",
		"properties": {"from": {"$ref": "#/$defs/point"}, "to": {"$ref": "#/properties/from"}},
		"$defs": {"point": {"type": "object", "required": ["x"]}}
	}`)
	want := []schema.Error{{Path: "/to/x", Keyword: "required", Message: "missing; this property is required"}}
	if diff := cmp.Diff(want, errorsOf(t, s, `{"from":{"x":1},"to":{}}`)); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

func TestRootIsTheEmptyPointer(t *testing.T) {
	s := compiled(t, `{"type":"object","properties":{"":{"type":"string"}}}`)
	want := []schema.Error{{Path: "", Keyword: "type", Message: "want object, got an array"}}
	if diff := cmp.Diff(want, errorsOf(t, s, ` [] `)); diff != "" {
		t.Errorf("errors at the root (-want +got):\n%s", diff)
	}
	if got := errorsOf(t, s, `{"":1}`); len(got) != 1 || got[0].Path != "/" {
		t.Errorf("errors at the property with the empty name = %v, want one at /", got)
	}
}

// list is a JSON list of n strings that differ: s0, s1 …
func list(n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf(`"s%d"`, i)
	}
	return "[" + strings.Join(items, ",") + "]"
}

// where lists errors as "path keyword".
func where(found []schema.Error) []string {
	var out []string
	for _, e := range found {
		out = append(out, e.Path+" "+e.Keyword)
	}
	return out
}

func TestErrorsStandWhereTheContractPutsThem(t *testing.T) {
	cases := map[string]struct {
		schema, instance string
		want             []string
	}{
		"one error per absent name":            {`{"required":["b","a","b"]}`, `{}`, []string{"/v/a required", "/v/b required"}},
		"an absent name asked for in two ways": {`{"required":["b"],"dependentRequired":{"a":["b"],"c":["b"]}}`, `{"a":1,"c":1}`, []string{"/v/b required"}},
		"an absent name that triggers nothing": {`{"required":["a"],"dependentRequired":{"a":["b"]}}`, `{}`, []string{"/v/a required"}},
		"asked for by two dependencies":        {`{"dependentRequired":{"a":["b"],"c":["b"]}}`, `{"a":1,"c":1}`, []string{"/v/b dependentRequired"}},
		"asked for in two branches":            {`{"allOf":[{"required":["b"]}],"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{"/v/b required"}},
		"said by two branches, listed once":    {`{"allOf":[{"required":["a"]},{"required":["a"]}]}`, `{}`, []string{"/v/a required"}},
		"dependentRequired at the absent name": {`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{"/v/b dependentRequired"}},
		"extra property at its own path":       {`{"additionalProperties":false}`, `{"x":1,"a b":2}`, []string{"/v/a b additionalProperties", "/v/x additionalProperties"}},
		"a name not allowed at its own path":   {`{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, []string{"/v/ab propertyNames"}},
		"anyOf once at the value":              {`{"anyOf":[{"required":["a","b"]},{"type":"null"}]}`, `{}`, []string{"/v anyOf"}},
		"oneOf when none fits":                 {`{"oneOf":[{"type":"string"},{"type":"null"}]}`, `1`, []string{"/v oneOf"}},
		"oneOf when two fit":                   {`{"oneOf":[{"type":"number"},{"type":"integer"}]}`, `1`, []string{"/v oneOf"}},
		"not once at the value":                {`{"not":{"type":"number"}}`, `1`, []string{"/v not"}},
		"allOf passes its branches' errors on": {`{"allOf":[{"properties":{"x":{"type":"null"}}},{"minProperties":2}]}`, `{"x":1}`, []string{"/v minProperties", "/v/x type"}},
		"then, with its own errors":            {`{"if":{"type":"string"},"then":{"minLength":2},"else":false}`, `"a"`, []string{"/v minLength"}},
		"else, refused by false":               {`{"if":{"type":"string"},"then":{"minLength":2},"else":false}`, `1`, []string{"/v else"}},
		"the schema false under properties":    {`{"properties":{"x":false}}`, `{"x":1}`, []string{"/v/x properties"}},
		"an item past prefixItems":             {`{"prefixItems":[true],"items":false}`, `[1,2,3]`, []string{"/v/1 items", "/v/2 items"}},
		"type and enum both":                   {`{"type":"string","enum":["a"]}`, `1`, []string{"/v enum", "/v type"}},
		"siblings of $ref apply":               {`{"$ref":"#/properties/v/$defs/s","maxLength":2,"$defs":{"s":{"minLength":5}}}`, `"abc"`, []string{"/v maxLength", "/v minLength"}},
		"paths before keywords":                {`{"maxProperties":0,"required":["c"],"properties":{"a":{"type":"null"}}}`, `{"a":1}`, []string{"/v maxProperties", "/v/a type", "/v/c required"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := where(errorsOf(t, compiled(t, property(c.schema)), `{"v":`+c.instance+`}`))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValuesMeanWhat2020_12Says(t *testing.T) {
	accepted := map[string][2]string{
		"1.0 is an integer":                      {`{"type":"integer"}`, `1.0`},
		"1e2 is an integer":                      {`{"type":"integer"}`, `1e2`},
		"a long id is an integer":                {`{"type":"integer"}`, `12345678901234567890`},
		"1 equals 1.0 in enum":                   {`{"enum":[1]}`, `1.0`},
		"-0 equals 0":                            {`{"const":0}`, `-0.0e5`},
		"key order does not count":               {`{"const":{"a":1,"b":[2]}}`, `{"b":[2.0],"a":10e-1}`},
		"an escape equals its character":         {`{"const":"é\/"}`, `"\u00e9/"`},
		"lengths count code points":              {`{"maxLength":2}`, `"\ud83d\ude00é"`},
		"patterns are not anchored":              {`{"pattern":"b"}`, `"abc"`},
		"a pattern sees decoded text":            {`{"pattern":"^\"$"}`, `"\u0022"`},
		"keywords ignore other kinds":            {`{"minLength":3,"minimum":3,"minItems":3,"required":["a"]}`, `true`},
		"a neighbour past float64 is above":      {`{"exclusiveMinimum":9007199254740992}`, `9007199254740993`},
		"0.3 is a multiple of 0.1":               {`{"multipleOf":0.1}`, `0.3`},
		"1e308 is a multiple of 1e-308":          {`{"multipleOf":1e-308}`, `1e308`},
		"0 is a multiple of anything":            {`{"multipleOf":7}`, `0e9`},
		"recursion through properties is fine":   {`{"$defs":{"n":{"properties":{"kids":{"items":{"$ref":"#/properties/v/$defs/n"}}}}},"$ref":"#/properties/v/$defs/n"}`, `{"kids":[{"kids":[]}]}`},
		"unique items differ in kind":            {`{"uniqueItems":true}`, `[1,"1",true,null,[1],{"a":1},{"a":2},0,false]`},
		"a count may be spelled 2.0":             {`{"minItems":2.0}`, `[1,2]`},
		"a bound may be past any text":           {`{"maxLength":1e300}`, `"a"`},
		"format is an annotation":                {`{"format":"date","title":1,"examples":{},"default":"x","type":"string"}`, `"no date"`},
		"a list of types":                        {`{"type":["string","null"]}`, `null`},
		"dependentRequired without its trigger":  {`{"dependentRequired":{"a":["b"]}}`, `{"c":1}`},
		"patternProperties and properties both":  {`{"properties":{"ab":{"type":"number"}},"patternProperties":{"^a":{"minimum":1}},"additionalProperties":false}`, `{"ab":1,"ac":2}`},
		"then without if is ignored":             {`{"then":false,"else":false}`, `1`},
		"additionalProperties with a schema":     {`{"additionalProperties":{"type":"number"}}`, `{"x":1}`},
		"an escaped property name is that name":  {`{"properties":{"é":{"type":"number"}},"additionalProperties":false,"required":["é"]}`, `{"\u00e9":1}`},
		"$ref with escapes and percent encoding": {`{"properties":{"x":{"$ref":"#/properties/v/$defs/a~1b%25"}},"$defs":{"a/b%":{"type":"null"}}}`, `{"x":null}`},
	}
	for name, c := range accepted {
		t.Run(name, func(t *testing.T) {
			if got := errorsOf(t, compiled(t, property(c[0])), `{"v":`+c[1]+`}`); len(got) > 0 {
				t.Errorf("%s against %s: %v", c[1], c[0], got)
			}
		})
	}
	refused := map[string][2]string{
		"true is no number":                {`{"type":"number"}`, `true`},
		"true is no 1":                     {`{"enum":[1]}`, `true`},
		"false is no 0":                    {`{"const":0}`, `false`},
		"no coercion of text":              {`{"type":"integer"}`, `"1"`},
		"1.5 is no integer":                {`{"type":"integer"}`, `1.5`},
		"15e-1 is no integer":              {`{"type":"integer"}`, `15e-1`},
		"neighbours past float64 differ":   {`{"const":9007199254740993}`, `9007199254740992`},
		"a bound compares exactly":         {`{"maximum":9007199254740992}`, `9007199254740993`},
		"0.15 is no multiple of 0.1":       {`{"multipleOf":0.1}`, `0.15`},
		"1 is no multiple of 1e-1 times 3": {`{"multipleOf":0.3}`, `1`},
		"1 and 1.0 are the same item":      {`{"uniqueItems":true}`, `[1,2,1.0]`},
		"objects of another order too":     {`{"uniqueItems":true}`, `[{"a":1,"b":2},{"b":2,"a":1}]`},
		"null is no absent property":       {`{"properties":{"x":{"type":"string"}}}`, `{"x":null}`},
		"negative below zero":              {`{"minimum":-1}`, `-1.0000001`},
	}
	for name, c := range refused {
		t.Run(name, func(t *testing.T) {
			if got := errorsOf(t, compiled(t, property(c[0])), `{"v":`+c[1]+`}`); len(got) != 1 {
				t.Errorf("%s against %s: %d errors, want 1: %v", c[1], c[0], len(got), got)
			}
		})
	}
}

func TestMessagesSayWhatToSendInstead(t *testing.T) {
	long := strings.Repeat("x", 300)
	cases := map[string][3]string{
		"a long string is shortened":          {`{"type":"null"}`, `"` + long + `"`, `want null, got the string "` + long[:59] + `…"`},
		"a cut leaves no half character":      {`{"type":"null"}`, `"` + strings.Repeat("é", 100) + `"`, `want null, got the string "` + strings.Repeat("é", 29) + `…"`},
		"a cut leaves no half escape":         {`{"type":"null"}`, `"` + long[:55] + `\u00e9` + long + `"`, `want null, got the string "` + long[:55] + `…"`},
		"an object sent as text":              {`{"type":"object"}`, `"{\"a\":1}"`, `want object, got the string "{\"a\":1}"; send it as JSON, not as text in quotes`},
		"each alternative says why":           {`{"anyOf":[{"type":"string","minLength":2},{"type":"object","required":["a"]},{"type":"null"}]}`, `{}`, `fits none of the 3 alternatives: (1) want string, got an object; (2) at /a: missing; this property is required; (3) want null, got an object`},
		"two alternatives fit":                {`{"oneOf":[{"type":"null"},{"type":"number"},{"minimum":1}]}`, `5`, `want exactly one of the 3 alternatives, but both 2 and 3 fit`},
		"a long enum is listed in part":       {`{"enum":` + list(200) + `}`, `1`, `"s61" and 138 more, got the number 1`},
		"equal items are named":               {`{"uniqueItems":true}`, `["a","b","a"]`, `want items that all differ, but items 0 and 2 are both the string "a"`},
		"a name that is not allowed":          {`{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"A":1}`, `this name is not allowed: want a match of ^[a-z]+$, got the string "A"`},
		"a bound names its literal":           {`{"maximum":1.50}`, `2e0`, `want at most 1.50, got 2e0`},
		"an empty enum allows nothing":        {`{"enum":[]}`, `1`, `want nothing at all`},
		"const is one value":                  {`{"const":"Open"}`, `"open"`, `want "Open", got the string "open"; did you mean "Open"?`},
		"no properties at all":                {`{"additionalProperties":false}`, `{"a":1}`, `unknown property; no properties are allowed here`},
		"names by pattern":                    {`{"patternProperties":{"^x-":true},"additionalProperties":false}`, `{"a":1}`, `unknown property; want a name that properties or patternProperties describe`},
		"a hyphen for an underscore":          {`{"properties":{"work_item":true},"additionalProperties":false}`, `{"workItem":1}`, `unknown property, did you mean work_item?; allowed are work_item`},
		"what dependentRequired depends on":   {`{"dependentRequired":{"from":["to"]}}`, `{"from":1}`, `missing; this property is required beside from`},
		"what not forbids":                    {`{"not":{"const":1}}`, `1.0`, `got the number 1.0, which fits the schema under not and is therefore not allowed`},
		"a type list is spelled out":          {`{"type":["null","integer"]}`, `"x"`, `want integer or null, got the string "x"`},
		"a text of a number for another type": {`{"type":"boolean"}`, `"5"`, `want boolean, got the string "5"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := errorsOf(t, compiled(t, property(c[0])), `{"v":`+c[1]+`}`)
			if len(got) == 0 || !strings.Contains(got[0].Message, c[2]) {
				t.Errorf("message = %v, want %s", got, c[2])
			}
		})
	}
}

func TestInstanceOutsideTheBoundsIsNotChecked(t *testing.T) {
	s := compiled(t, `{"type":"object"}`)
	cases := map[string]struct{ instance, limit string }{
		"broken":        {`{"a":`, ""},
		"duplicate key": {`{"a":1,"a":2}`, ""},
		"deep":          {strings.Repeat(`{"a":`, 65) + `1` + strings.Repeat(`}`, 65), "depth"},
		"long number":   {`{"a":` + strings.Repeat("1", 65) + `}`, "number_length"},
		"huge exponent": {`{"a":1e309}`, "number_exponent"},
		"empty":         {``, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := s.Validate([]byte(c.instance))
			var bad *jsontext.Error
			if !errors.As(err, &bad) || bad.Limit != c.limit {
				t.Errorf("Validate = %v, want a *jsontext.Error with limit %q", err, c.limit)
			}
		})
	}
}

func TestACompiledSchemaKeepsNothingOfItsText(t *testing.T) {
	text := []byte(property(`{"enum":["abc"],"const":"abc","pattern":"abc","minimum":1}`))
	s, _ := schema.Compile(text, "full")
	for i := range text {
		text[i] = 'z'
	}
	if got := errorsOf(t, s, `{"v":"abc"}`); len(got) > 0 {
		t.Errorf("after the text is overwritten: %v", got)
	}
}

func TestASchemaIsSafeForConcurrentUse(t *testing.T) {
	s := compiled(t, property(`{"anyOf":[{"pattern":"^a+$"},{"enum":[{"a":1}]},{"type":"array","uniqueItems":true}]}`))
	want := errorsOf(t, s, `{"v":"b"}`)
	for range 8 {
		t.Run("reader", func(t *testing.T) {
			t.Parallel()
			for range 100 {
				if diff := cmp.Diff(want, errorsOf(t, s, `{"v":"b"}`)); diff != "" {
					t.Errorf("errors (-alone +together):\n%s", diff)
				}
			}
		})
	}
}
