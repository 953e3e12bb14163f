package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// patience is what no hostile input may take. The figures are a few
// milliseconds; the rest is for a busy machine under the race detector.
const patience = 3 * time.Second

// nested is n schemas inside each other under one keyword.
func nested(keyword string, n int) string {
	return strings.Repeat(`{"`+keyword+`":`, n) + `{}` + strings.Repeat(`}`, n)
}

// doubling is a chain of n definitions of which each refers twice to the next.
func doubling(n int, form string) string {
	var defs []string
	for i := range n {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, fmt.Sprintf(form, next, next)))
	}
	defs = append(defs, fmt.Sprintf(`"d%d":{"type":"null"}`, n))
	return `{"type":"object","properties":{"v":{"$ref":"#/$defs/d0"}},"$defs":{` + strings.Join(defs, ",") + `}}`
}

// repeated is n times an item, separated by commas.
func repeated(item string, n int) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }

func TestHostileSchemasAreRefused(t *testing.T) {
	cases := map[string]struct{ schema, limit string }{
		"over 64 KiB":                        {`{"type":"object","description":"` + strings.Repeat("x", 64<<10) + `"}`, "schema"},
		"1,000 nested not":                   {property(nested("not", 1000)), "depth"},
		"7,000 nested not":                   {property(nested("not", 7000)), "depth"},
		"1,000 nested items":                 {property(nested("items", 1000)), "depth"},
		"1,000 nested properties":            {strings.Repeat(`{"properties":{"a":`, 1000) + `{}` + strings.Repeat(`}}`, 1000), "depth"},
		"10,000 open brackets":               {strings.Repeat("[", 10000), "depth"},
		"4,097 nodes":                        {property(`{"enum":[` + repeated("1", 4097) + `]}`), "schema_nodes"},
		"an exponent of a million":           {property(`{"multipleOf":1e1000000}`), "number_exponent"},
		"an exponent of 100 million below":   {property(`{"maximum":1e-100000000}`), "number_exponent"},
		"an exponent past any integer":       {property(`{"default":1e99999999999999999999}`), "number_exponent"},
		"an integer of 60,000 digits":        {property(`{"minimum":` + strings.Repeat("9", 60000) + `}`), "number_length"},
		"a pattern of 60 KiB":                {property(`{"pattern":"` + strings.Repeat("a", 60<<10) + `"}`), "pattern"},
		"a counted repeat of a long text":    {property(`{"pattern":"(` + strings.Repeat("ab", 500) + `){1000}"}`), "pattern_units"},
		"nested counted repeats":             {property(`{"pattern":"((((a{1,30}b?){1,30})c?){0,1}[a-z]{900}){1}x{1000}(y{1,9}z){1,99}"}`), "pattern_units"},
		"many patterns":                      {property(`{"patternProperties":{` + manyPatterns(900) + `}}`), "pattern_units"},
		"many Unicode classes":               {property(`{"pattern":"[` + strings.Repeat(`\\pL`, 400) + `]"}`), "pattern_units"},
		"a Unicode class repeated":           {property(`{"pattern":"^\\pL{900}$"}`), "pattern_units"},
		"2^20 by allOf":                      {doubling(20, `{"allOf":[%s,%s]}`), "ref_nodes"},
		"2^20 by anyOf":                      {doubling(20, `{"anyOf":[%s,%s]}`), "ref_nodes"},
		"2^20 by properties":                 {doubling(20, `{"properties":{"a":%s,"b":%s}}`), "ref_nodes"},
		"2^20 by prefixItems":                {doubling(20, `{"prefixItems":[%s,%s]}`), "ref_nodes"},
		"a doubling that recursion closes":   {strings.Replace(doubling(20, `{"allOf":[%s,%s]}`), `{"type":"null"}`, `{"properties":{"x":{"$ref":"#/$defs/d0"}}}`, 1), "ref_nodes"},
		"a chain of 600 $ref":                {doubling(600, `{"if":%s,"title":"%.0s"}`), "depth"},
		"two definitions that loop in allOf": {`{"type":"object","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}`, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			got := problemsOf(t, c.schema, "full")
			if got[0].Limit != c.limit {
				t.Errorf("problem = %+.300v, want limit %q", got[0], c.limit)
			}
			if took := time.Since(start); took > patience {
				t.Errorf("refusing took %v", took)
			}
		})
	}
}

func manyPatterns(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"^x-%d-[a-z]+$":true`, i))
	}
	return strings.Join(out, ",")
}

func TestRefusalOfAManyFaultedSchemaIsBounded(t *testing.T) {
	long := strings.Repeat("k", 20<<10)
	text := `{"type":"object","properties":{"` + long + `":{"properties":{` + manyFaults(1500) + `}}}}`
	size := 0
	got := problemsOf(t, text, "full")
	for _, p := range got {
		size += len(p.Pointer) + len(p.Message)
	}
	if size > limits.ValidationErrorBytes+256 {
		t.Errorf("%d problems of %d bytes, at most %d are meant to be listed", len(got), size, limits.ValidationErrorBytes)
	}
	if last := got[len(got)-1].Message; !strings.Contains(last, "there are more") {
		t.Errorf("the last message does not say that there are more: %s", last)
	}
}

func manyFaults(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"p%d":{"type":"x"}`, i))
	}
	return strings.Join(out, ",")
}

// hostilePairs are schemas that register and values within the bounds of a
// request, made to cost as much as they can together.
func hostilePairs() map[string][2]string {
	const body = 250 << 10
	digits := `{"v":[` + distinctNumbers(body/6) + `]}`
	text := `{"v":"` + strings.Repeat("a", body) + `"}`
	deep := strings.Repeat(`[`, 62) + repeated("1", body/2) + strings.Repeat(`]`, 62)
	return map[string][2]string{
		"4,000 branches over a long list":    {property(`{"allOf":[` + repeated(`{"items":true}`, 1300) + `]}`), digits},
		"4,000 types that fail":              {property(`{"items":{"allOf":[` + repeated(`{"type":"null"}`, 1300) + `]}}`), digits},
		"every level of a deep list":         {`{"type":"object","additionalProperties":{"$ref":"#/$defs/n"},"$defs":{"n":{"items":{"$ref":"#/$defs/n"}}}}`, `{"v":` + deep + `}`},
		"a deep list made canonical":         {property(`{"const":[0]}`), `{"v":` + deep + `}`},
		"alternatives at every level":        {`{"type":"object","additionalProperties":{"$ref":"#/$defs/n"},"$defs":{"n":{"anyOf":[{"items":{"$ref":"#/$defs/n"},"minItems":9},{"items":{"$ref":"#/$defs/n"},"minItems":8},{"type":"null"}]}}}`, `{"v":` + strings.Repeat(`[`, 60) + `0` + strings.Repeat(`]`, 60) + `}`},
		"unique items, all different":        {property(`{"uniqueItems":true}`), digits},
		"unique items asked 1,000 times":     {property(`{"allOf":[` + repeated(`{"uniqueItems":true}`, 1000) + `]}`), digits},
		"a large enum of objects":            {property(`{"items":{"enum":[` + repeated(`{"a":[1,2]}`, 900) + `]}}`), `{"v":[` + repeated(`{"a":[1,3]}`, body/12) + `]}`},
		"a division for every item":          {property(`{"items":{"multipleOf":9.99999999999999999999999999999999999999999999999999e-300}}`), `{"v":[` + repeated(`1e308`, body/6) + `]}`},
		"a class repeated 150 times":         {property(`{"pattern":"\\pL{150}$"}`), text},
		"nested quantifiers":                 {property(`{"pattern":"^(((a+)+)+)+b$"}`), text},
		"a thousand optional letters":        {property(`{"pattern":"(a?){1000}b"}`), text},
		"many patterns on every name":        {property(`{"patternProperties":{` + manyPatterns(400) + `}}`), `{"v":{` + manyNames(20000) + `}}`},
		"escapes decoded 1,000 times":        {property(`{"allOf":[` + repeated(`{"minLength":300000}`, 1000) + `]}`), `{"v":"` + strings.Repeat(`\u0061`, body/6) + `"}`},
		"1,000 required names, all absent":   {property(`{"required":` + list(1000) + `}`), `{"v":{}}`},
		"dependents of every name":           {property(`{"dependentRequired":{"a":` + list(3000) + `}}`), `{"v":{"a":1}}`},
		"errors with long paths":             {property(`{"additionalProperties":{"items":{"type":"null"}}}`), `{"v":{"` + strings.Repeat("k", body/2) + `":[` + repeated("1", body/4) + `]}}`},
		"misspelt names, each looked up":     {property(`{"properties":{` + manyNames(60) + `},"additionalProperties":false}`), `{"v":{` + manyNames(20000) + `}}`},
		"the same alternatives for each":     {property(`{"items":{"oneOf":[` + repeated(`{"type":"object","required":["a"]}`, 700) + `]}}`), `{"v":[` + repeated(`{}`, body/3) + `]}`},
		"conditions on every item":           {property(`{"items":{"if":{"minimum":1},"then":{"maximum":2},"else":{"not":{}}}}`), digits},
		"an object made canonical each time": {property(`{"allOf":[` + repeated(`{"const":{}}`, 1000) + `]}`), `{"v":{` + manyNames(20000) + `}}`},
	}
}

func distinctNumbers(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "%d,", 10000+i)
	}
	return strings.TrimSuffix(out.String(), ",")
}

func manyNames(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `"n%d":{},`, i)
	}
	return strings.TrimSuffix(out.String(), ",")
}

func TestHostilePairsAreBounded(t *testing.T) {
	for name, pair := range hostilePairs() {
		t.Run(name, func(t *testing.T) {
			s := compiled(t, pair[0])
			start := time.Now()
			found, err := s.Validate([]byte(pair[1]))
			took := time.Since(start)
			if took > patience {
				t.Errorf("took %v", took)
			}
			var stopped *jsontext.Error
			if errors.As(err, &stopped) && stopped.Limit != "validation_steps" {
				t.Errorf("could not be checked: %v", err)
			}
			size := 0
			for _, e := range found {
				size += len(e.Path) + len(e.Message)
			}
			if len(found) > limits.ValidationErrors || size > limits.ValidationErrorBytes+256 && len(found) > 1 {
				t.Errorf("%d errors of %d bytes", len(found), size)
			}
			t.Logf("%v, %d errors, %v", took.Round(time.Microsecond), len(found), err)
		})
	}
}

func TestErrorsPastTheBoundAreAnnounced(t *testing.T) {
	s := compiled(t, property(`{"items":{"type":"null"}}`))
	found := errorsOf(t, s, `{"v":[`+repeated("1", 2000)+`]}`)
	if len(found) != limits.ValidationErrors {
		t.Fatalf("%d errors, want %d", len(found), limits.ValidationErrors)
	}
	if last := found[len(found)-1].Message; !strings.HasSuffix(last, "(only 1024 are listed; there are more)") {
		t.Errorf("the last error does not say that there are more: %s", last)
	}
}

// A thousand names and values are no attack: every one of them is answered for.
func TestWideSchemasAreCheckedWhole(t *testing.T) {
	s := compiled(t, property(`{"required":`+list(1000)+`,"properties":{"e":{"enum":`+list(1000)+`}}}`))
	if found := errorsOf(t, s, `{"v":{"e":"s999"}}`); len(found) != 1000 {
		t.Errorf("%d errors, want one for each of 1,000 absent names", len(found))
	}
	if found := errorsOf(t, s, `{"v":{"e":"s1000"}}`); len(found) != 1001 {
		t.Errorf("%d errors, want one more for a value outside the enum", len(found))
	}
}

func TestRealSizesStayWithinTheStepBudget(t *testing.T) {
	file := strings.Repeat(`line of a file with \"quotes\" and é\n`, 6000)
	rows := repeated(`{"id":12345,"title":"some words of a row","tags":["a","b"],"done":false,"when":"2024-01-02"}`, 2500)
	s := compiled(t, `{"type":"object","properties":{
		"content":{"type":"string","minLength":1,"pattern":"\\S"},
		"slug":{"type":"string","pattern":"^.{1,500}$"},
		"rows":{"type":"array","items":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/row"}]}}
	},"$defs":{"row":{"type":"object","properties":{"id":{"type":"integer","minimum":1},"title":{"type":"string","maxLength":200},
		"tags":{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true},"done":{"type":"boolean"},"when":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"}},
		"required":["id","title"],"additionalProperties":false}}}`)
	for _, instance := range []string{`{"content":"` + file + `"}`, `{"rows":[` + rows + `]}`, `{"slug":"` + strings.Repeat("a", 500) + `"}`} {
		if found := errorsOf(t, s, instance); len(found) > 0 {
			t.Errorf("%.60s…: %v", instance, found)
		}
	}
	if found := errorsOf(t, s, `{"slug":"`+strings.Repeat("a", 200<<10)+`"}`); len(found) != 1 || found[0].Keyword != "pattern" {
		t.Errorf("a slug far too long: %.300v, want one error of pattern", found)
	}
}

var sink []schema.Error

func BenchmarkHostilePairs(b *testing.B) {
	for name, pair := range hostilePairs() {
		b.Run(name, func(b *testing.B) {
			s := compiled(b, pair[0])
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = s.Validate([]byte(pair[1]))
			}
		})
	}
}
