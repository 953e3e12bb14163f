package tool_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestADraftIsRefusedAtTheFieldAtFault(t *testing.T) {
	many := func(n int, text string) []string { return strings.Split(strings.Repeat(text+",", n-1)+text, ",") }
	cases := map[string]struct {
		change func(*tool.Draft)
		field  string
		reason problem.Reason
		text   string
	}{
		"no name":                   {func(d *tool.Draft) { d.Name = "" }, "/name", problem.InvalidField, "not a tool name"},
		"scaffolding name":          {func(d *tool.Draft) { d.Name = "search_tools" }, "/name", problem.InvalidField, "scaffolding"},
		"long title":                {func(d *tool.Draft) { d.Title = new(strings.Repeat("é", 201)) }, "/title", problem.LimitExceeded, "limit title allows 200"},
		"line break in the title":   {func(d *tool.Draft) { d.Title = new("a\nb") }, "/title", problem.InvalidField, "U+000A"},
		"no description":            {func(d *tool.Draft) { d.Description = " \n " }, "/description", problem.InvalidField, "is empty"},
		"long description":          {func(d *tool.Draft) { d.Description = strings.Repeat("é", 4097) }, "/description", problem.LimitExceeded, "has 4097 characters; the limit description allows 4096"},
		"NUL in the description":    {func(d *tool.Draft) { d.Description = "a\x00b" }, "/description", problem.InvalidField, "U+0000"},
		"escape sequence":           {func(d *tool.Draft) { d.Description = "a\x1b[2J" }, "/description", problem.InvalidField, "U+001B"},
		"capability":                {func(d *tool.Draft) { d.Capabilities = []string{"a:b", "B"} }, "/capabilities/1", problem.InvalidField, "root:action"},
		"too many capabilities":     {func(d *tool.Draft) { d.Capabilities = many(33, "a:b") }, "/capabilities", problem.LimitExceeded, "has 33 ids; the limit ids allows 32"},
		"domain":                    {func(d *tool.Draft) { d.Domains = []string{"Post"} }, "/domains/0", problem.InvalidField, "work-item"},
		"entity":                    {func(d *tool.Draft) { d.Entities = []string{"a.b"} }, "/entities/0", problem.InvalidField, "work-item"},
		"relationship":              {func(d *tool.Draft) { d.Relationships = []string{"a.b"} }, "/relationships/0", problem.InvalidField, "entity.verb.entity"},
		"too many examples":         {func(d *tool.Draft) { d.Examples = many(21, "x") }, "/examples", problem.LimitExceeded, "limit examples allows 20"},
		"long example":              {func(d *tool.Draft) { d.Examples = []string{"x", strings.Repeat("x", 201)} }, "/examples/1", problem.LimitExceeded, "limit example allows 200"},
		"empty example":             {func(d *tool.Draft) { d.Examples = []string{" "} }, "/examples/0", problem.InvalidField, "is empty"},
		"alias":                     {func(d *tool.Draft) { d.Aliases = []string{"Mail"} }, "/aliases/0", problem.InvalidField, "not a tool name"},
		"alias that is scaffolding": {func(d *tool.Draft) { d.Aliases = []string{"activate_tool"} }, "/aliases/0", problem.InvalidField, "scaffolding"},
		"alias that is the name":    {func(d *tool.Draft) { d.Aliases = []string{"mail.post", "mail.send"} }, "/aliases/1", problem.InvalidField, "own name"},
		"too many aliases":          {func(d *tool.Draft) { d.Aliases = many(9, "mail.post") }, "/aliases", problem.LimitExceeded, "limit aliases allows 8"},
		"no time":                   {func(d *tool.Draft) { d.TimeoutMS = new(0) }, "/timeout_ms", problem.InvalidField, "1 to 3600000"},
		"too much time":             {func(d *tool.Draft) { d.TimeoutMS = new(3600001) }, "/timeout_ms", problem.LimitExceeded, "limit timeout_ms allows 3600000"},
		"long handler":              {func(d *tool.Draft) { d.Handler = strings.Repeat("h", 2049) }, "/handler", problem.LimitExceeded, "has 2049 bytes; the limit handler allows 2048"},
		"mark in the handler":       {func(d *tool.Draft) { d.Handler = "mcp://\u2066" }, "/handler", problem.InvalidField, "U+2066"},
		"too many labels":           {func(d *tool.Draft) { d.Labels = many(33, "x") }, "/labels", problem.LimitExceeded, "limit labels allows 32"},
		"long label":                {func(d *tool.Draft) { d.Labels = []string{strings.Repeat("x", 65)} }, "/labels/0", problem.LimitExceeded, "limit label allows 64"},
		"successor":                 {func(d *tool.Draft) { d.Deprecation.ReplacedBy = "No" }, "/deprecation/replaced_by", problem.InvalidField, "not a tool name"},
		"successor that is itself":  {func(d *tool.Draft) { d.Deprecation.ReplacedBy = "mail.send" }, "/deprecation/replaced_by", problem.InvalidField, "own name"},
		"sunset":                    {func(d *tool.Draft) { d.Deprecation.Sunset = "2027-02-29" }, "/deprecation/sunset", problem.InvalidField, "YYYY-MM-DD"},
		"long deprecation":          {func(d *tool.Draft) { d.Deprecation.Reason = strings.Repeat("x", 501) }, "/deprecation/reason", problem.LimitExceeded, "limit reason allows 500"},
		"too many expectations":     {func(d *tool.Draft) { d.Expect = make([]tool.Expectation, 6) }, "/expect", problem.LimitExceeded, "limit expect allows 5"},
		"expectation without query": {func(d *tool.Draft) { d.Expect[1].Query = "" }, "/expect/1/query", problem.InvalidField, "is empty"},
		"expectation too narrow":    {func(d *tool.Draft) { d.Expect[0].Within = 2 }, "/expect/0/within", problem.InvalidField, "3 to 100"},
		"negative if_version":       {func(d *tool.Draft) { d.IfVersion = new(-1) }, "/if_version", problem.InvalidField, "is -1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := full()
			c.change(&d)
			_, _, problems := d.Check("/tools/3")
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			got := problems[0]
			if got.Field != "/tools/3"+c.field || got.Reason != c.reason || !strings.Contains(got.Description, c.text) {
				t.Errorf("first problem %+v, want %s at %s with %q", got, c.reason, c.field, c.text)
			}
		})
	}
}

func TestEveryProblemIsReportedInTheOrderOfTheFields(t *testing.T) {
	d := tool.Draft{
		Name: "Mail", Title: new("\u200b"), Description: "", Parameters: new(`{"type":"object","type":"object"}`),
		Capabilities: []string{"X", "y"}, Domains: []string{"A"}, TimeoutMS: new(-1), Handler: "\n",
		Deprecation: &tool.Deprecation{ReplacedBy: "X", Sunset: "soon"}, Expect: []tool.Expectation{{}}, IfVersion: new(-2),
	}
	_, _, problems := d.Check("/tools/0")
	var fields []string
	for _, p := range problems {
		fields = append(fields, strings.TrimPrefix(p.Field, "/tools/0"))
	}
	want := []string{
		"/name", "/title", "/description", "/parameters", "/capabilities/0", "/capabilities/1", "/domains/0", "/timeout_ms", "/handler",
		"/deprecation/replaced_by", "/deprecation/sunset", "/expect/0/query", "/expect/0/within", "/if_version",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestADescriptionIsFoldedWithAWarning(t *testing.T) {
	cases := map[string]struct {
		text, want string
		folded     bool
	}{
		"one line":              {"Sends a letter.", "Sends a letter.", false},
		"lines and tabs":        {"\tSends\r\n  a letter. \n", "Sends a letter.", true},
		"no-break space":        {"Sends\u00a0a letter.", "Sends a letter.", true},
		"ideographic space":     {"手紙\u3000送信", "手紙 送信", true},
		"length after the fold": {strings.Repeat("a ", 2048) + strings.Repeat(" ", 9000), strings.TrimSpace(strings.Repeat("a ", 2048)), true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			spec, warnings, problems := tool.Draft{Name: "a", Description: c.text, Capabilities: []string{"a:b"}}.Check("/tool")
			if len(problems) > 0 || spec.Description != c.want {
				t.Fatalf("description %q, problems %v", spec.Description, problems)
			}
			var want []string
			if c.folded {
				want = []string{"DESCRIPTION_FOLDED /tool/description"}
			}
			var got []string
			for _, w := range warnings {
				got = append(got, w.Code+" "+w.Field)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAToolWithoutCapabilitiesIsWarnedAbout(t *testing.T) {
	_, warnings, _ := tool.Draft{Name: "a", Description: "A."}.Check("/tool")
	if len(warnings) != 1 || warnings[0].Code != "NO_CAPABILITY" || warnings[0].Field != "/tool/capabilities" {
		t.Errorf("warnings = %+v", warnings)
	}
}

func TestAbsentParametersMeanNone(t *testing.T) {
	for _, text := range []*string{nil, new("null"), new(" null ")} {
		if spec := check(t, tool.Draft{Name: "a", Description: "A.", Parameters: text}); spec.Parameters != tool.NoParameters {
			t.Errorf("parameters = %s", spec.Parameters)
		}
	}
}

func TestParametersKeepTheirLiteralsAndOrder(t *testing.T) {
	text := `{"type":"object","properties":{"b":{"default":1.50e+2,"type":"number"},"a":{"default":"\u00e9\/"}}}`
	if spec := check(t, tool.Draft{Name: "a", Description: "A.", Parameters: new(strings.ReplaceAll(text, ",", " ,\n"))}); spec.Parameters != text {
		t.Errorf("parameters = %s, want %s", spec.Parameters, text)
	}
}

func TestHostileParametersAreRefusedWhereTheyHide(t *testing.T) {
	property := func(text string) string { return `{"type":"object","properties":{"x":` + text + `}}` }
	cases := map[string]struct {
		text, field string
		reason      problem.Reason
		want        string
	}{
		"mark in a description":       {property(`{"description":"a\u202eb"}`), "/properties/x/description", problem.InvalidField, "U+202E"},
		"raw mark in a description":   {property("{\"description\":\"a\u202eb\"}"), "/properties/x/description", problem.InvalidField, "U+202E"},
		"zero-width in an enum value": {property(`{"enum":["a","b\u200b"]}`), "/properties/x/enum/1", problem.InvalidField, "U+200B"},
		"tag in a property name":      {`{"type":"object","properties":{"a\udb40\udc41":{}}}`, "/properties/a<U+E0041>", problem.InvalidField, "property name"},
		"line break in a name":        {`{"type":"object","properties":{"a\nb":{}}}`, "/properties/a<U+000A>b", problem.InvalidField, "U+000A"},
		"escaped NUL":                 {property(`{"description":"\u0000"}`), "/properties/x/description", problem.InvalidField, "U+0000"},
		"lone surrogate":              {property(`{"description":"\ud83d"}`), "/properties/x/description", problem.InvalidJSON, "lone surrogate"},
		"duplicate key":               {property(`{"type":"string","type":"string"}`), "/properties/x", problem.InvalidJSON, "duplicate"},
		"broken":                      {`{"type":`, "/type", problem.InvalidJSON, "end of text"},
		"empty":                       {"", "", problem.InvalidJSON, "end of text"},
		"deep":                        {strings.Repeat(`{"a":`, 64) + "{}" + strings.Repeat("}", 64), strings.Repeat("/a", 64), problem.LimitExceeded, "limit depth"},
		"long number":                 {property(`{"default":` + strings.Repeat("1", 65) + `}`), "/properties/x/default", problem.LimitExceeded, "limit number_length"},
		"huge exponent":               {property(`{"default":1e999}`), "/properties/x/default", problem.LimitExceeded, "limit number_exponent"},
		"many nodes":                  {property(`{"enum":[` + strings.Repeat("1,", 4096) + `1]}`), "/properties/x/enum/4091", problem.LimitExceeded, "limit schema_nodes"},
		"large":                       {property(`{"description":"` + strings.Repeat("a", 64<<10) + `"}`), "", problem.LimitExceeded, "limit schema allows 65536"},
		"no object schema":            {`{"type":"string"}`, "/type", problem.InvalidSchema, "object"},
		"unknown keyword":             {property(`{"type":"string","colour":"red"}`), "/properties/x/colour", problem.InvalidSchema, "not supported"},
		"long property name":          {`{"type":"object","properties":{"` + strings.Repeat("n", 9000) + `\u200b":{}}}`, "/properties", problem.InvalidField, "U+200B"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, _, problems := tool.Draft{Name: "a", Description: "A.", Parameters: &c.text}.Check("/tools/3")
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			got := problems[0]
			if got.Field != "/tools/3/parameters"+c.field || got.Reason != c.reason || !strings.Contains(got.Description, c.want) {
				t.Errorf("first problem %+v, want %s at /tools/3/parameters%s with %q", got, c.reason, c.field, c.want)
			}
			if len(got.Description) > 1000 || len(got.Field) > 600 {
				t.Errorf("the problem has %d and %d bytes", len(got.Field), len(got.Description))
			}
		})
	}
}

func TestLineBreaksAreTakenInStringsInsideParameters(t *testing.T) {
	check(t, tool.Draft{Name: "a", Description: "A.", Parameters: new(
		`{"type":"object","properties":{"x":{"type":"string","description":"one\n\ttwo\r\nthree"}}}`,
	)})
}

func TestARecordOverItsLimitNamesIt(t *testing.T) {
	const wide = "𝕏" // four bytes
	d := full()
	d.Description = strings.Repeat(wide, 4096)
	d.Parameters = new(`{"type":"object","properties":{"x":{"description":"` + strings.Repeat("a", 65000) + `"}}}`)
	d.Examples = nil
	for range 20 {
		d.Examples = append(d.Examples, strings.Repeat(wide, 200))
	}
	check(t, d)
	d.Expect = nil
	for range 5 {
		d.Expect = append(d.Expect, tool.Expectation{Query: strings.Repeat(wide, 1024), Within: 3})
	}
	d.Labels = nil
	for i := range 32 {
		d.Labels = append(d.Labels, strings.Repeat(wide, 60)+strconv.Itoa(i))
	}
	d.Handler = strings.Repeat("h", 2048)
	for i := range 30 {
		d.Domains = append(d.Domains, strings.Repeat("d", 190)+strconv.Itoa(i))
	}
	_, _, problems := d.Check("/tools/0")
	if len(problems) != 1 || problems[0].Field != "/tools/0" || problems[0].Reason != problem.LimitExceeded ||
		!strings.Contains(problems[0].Description, "the limit record allows 131072") {
		t.Errorf("problems = %v, want the limit record alone", problems)
	}
}

// FuzzDraftCheck holds the check to two promises: what passes is its own
// canonical form, and what fails says where.
func FuzzDraftCheck(f *testing.F) {
	f.Add("mail.send", "Sends.", `{"type":"object"}`, "mail:send", "mail.post", "x", 1)
	f.Add("mail__send", "a\n b\u200d", `{"a\u202e":"\ud83d"}`, "A", "search_tools", "2028-02-29", -1)
	f.Add("", "👩\u200d🚀\ufe0f", `[`, "a:b:c", "mail.send", "\xff", 3600001)
	f.Add("a-b_c.d", "می\u200cخ", `null`, "work-item", "a", "2100-02-29", 0)
	f.Fuzz(func(t *testing.T, name, description, parameters, id, alias, text string, number int) {
		d := tool.Draft{
			Name: name, Title: &text, Description: description, Parameters: &parameters, Capabilities: []string{id},
			Domains: []string{id}, Relationships: []string{id}, Examples: []string{text}, Aliases: []string{alias, name}, TimeoutMS: &number,
			Handler: text, Labels: []string{text, text}, Deprecation: &tool.Deprecation{Reason: text, ReplacedBy: alias, Sunset: text},
			Expect: []tool.Expectation{{Query: text, Within: number}}, IfVersion: &number,
		}
		reportsWhere(t, d)
		d.Relationships, d.Domains, d.Aliases, d.Deprecation, d.Expect = nil, nil, []string{alias}, &tool.Deprecation{ReplacedBy: alias}, nil
		reportsWhere(t, d)
	})
}

func reportsWhere(t *testing.T, d tool.Draft) {
	t.Helper()
	spec, _, problems := d.Check("/tools/0")
	for _, p := range problems {
		if !strings.HasPrefix(p.Field, "/tools/0") || p.Description == "" || p.Reason == "" || len(p.Field)+len(p.Description) > 2000 {
			t.Fatalf("problem %+v of %+v", p, d)
		}
	}
	if len(problems) > 0 {
		return
	}
	again, warnings, problems := redraft(spec).Check("/tools/0")
	if len(problems) > 0 {
		t.Fatalf("the canonical form of %+v is refused: %v", d, problems)
	}
	if diff := cmp.Diff(spec, again); diff != "" {
		t.Fatalf("checking twice differs (-once +twice):\n%s", diff)
	}
	for _, w := range warnings {
		if w.Code == "DESCRIPTION_FOLDED" {
			t.Fatalf("the canonical description %q is folded again", spec.Description)
		}
	}
}

// redraft is the draft that an author would send to get spec.
func redraft(s tool.Spec) tool.Draft {
	d := tool.Draft{
		Name: tool.Wire(s.Name), Title: &s.Title, Description: s.Description, Parameters: &s.Parameters,
		Capabilities: s.Capabilities, Domains: s.Domains, Entities: s.Entities, Relationships: s.Relationships,
		Examples: s.Examples, Aliases: s.Aliases, Idempotent: s.Idempotent, Handler: s.Handler, Labels: s.Labels,
		Deprecation: s.Deprecation, Expect: s.Expect,
	}
	if s.TimeoutMS != 0 {
		d.TimeoutMS = &s.TimeoutMS
	}
	return d
}
