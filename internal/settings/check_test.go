package settings_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/settings"
)

func TestTheDefaultsAreInNormalForm(t *testing.T) {
	got, problems := settings.Check(settings.Default())
	if diff := cmp.Diff(settings.Default(), got); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v, settings (-want +got):\n%s", problems, diff)
	}
}

func TestSettingsAreRefusedAtTheFieldAtFault(t *testing.T) {
	many := func(n int, format string) []string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(format, i))
		}
		return list
	}
	rule := func(r settings.Rule) func(*settings.Settings) {
		return func(s *settings.Settings) {
			s.PolicyRules = []settings.Rule{{Expose: settings.Exposure{Names: []string{"a"}}}, r}
		}
	}
	a := settings.Exposure{Families: []string{"a"}}
	cases := map[string]struct {
		change func(*settings.Settings)
		field  string
		reason problem.Reason
		text   string
	}{
		"slots below":           {func(s *settings.Settings) { s.Slots = -1 }, "/slots", problem.InvalidField, "want 0 to 64"},
		"slots above":           {func(s *settings.Settings) { s.Slots = 65 }, "/slots", problem.LimitExceeded, "limit slots allows 0 to 64"},
		"max_exposed below":     {func(s *settings.Settings) { s.MaxExposed = 0 }, "/max_exposed", problem.InvalidField, "want 1 to 128"},
		"max_exposed above":     {func(s *settings.Settings) { s.MaxExposed = 129 }, "/max_exposed", problem.LimitExceeded, "limit max_exposed"},
		"policy_limit":          {func(s *settings.Settings) { s.PolicyLimit = 129 }, "/policy_limit", problem.LimitExceeded, "limit policy_limit"},
		"search_off_below":      {func(s *settings.Settings) { s.SearchOffBelow = -1 }, "/search_off_below", problem.InvalidField, "is -1"},
		"eviction":              {func(s *settings.Settings) { s.Eviction = "fifo" }, "/eviction", problem.InvalidField, "lru, batched"},
		"order":                 {func(s *settings.Settings) { s.Order = "" }, "/order", problem.InvalidField, "name, activation"},
		"ranking":               {func(s *settings.Settings) { s.Ranking = "best" }, "/ranking", problem.InvalidField, "auto, coverage, bm25, balanced"},
		"limit":                 {func(s *settings.Settings) { s.Limit = 101 }, "/limit", problem.LimitExceeded, "limit limit allows 1 to 100"},
		"page_budget":           {func(s *settings.Settings) { s.PageBudget = 0 }, "/page_budget", problem.InvalidField, "want 1 to 100000"},
		"schema_profile":        {func(s *settings.Settings) { s.SchemaProfile = "none" }, "/schema_profile", problem.InvalidField, "full, core"},
		"compatibility":         {func(s *settings.Settings) { s.Compatibility = "strict" }, "/compatibility", problem.InvalidField, "none, warn, refuse"},
		"expectations":          {func(s *settings.Settings) { s.Expectations = "refuse" }, "/expectations", problem.InvalidField, "does not enforce yet"},
		"unknown gate":          {func(s *settings.Settings) { s.Expectations = "x" }, "/expectations", problem.InvalidField, "none, warn"},
		"scaffolding name":      {func(s *settings.Settings) { s.Scaffolding = []string{"a", "B"} }, "/scaffolding/1", problem.InvalidField, "not a tool name"},
		"built-in scaffolding":  {func(s *settings.Settings) { s.Scaffolding = []string{"search_tools"} }, "/scaffolding/0", problem.InvalidField, "always declared"},
		"too much scaffolding":  {func(s *settings.Settings) { s.Scaffolding = many(41, "a%d") }, "/scaffolding", problem.InvalidField, "names 41 tools; max_exposed allows 40"},
		"declared root":         {func(s *settings.Settings) { s.RootsDeclared = []string{"file:read"} }, "/roots_declared/0", problem.InvalidField, "such as file"},
		"long declared root":    {func(s *settings.Settings) { s.RootsDeclared = []string{strings.Repeat("a", 33)} }, "/roots_declared/0", problem.LimitExceeded, "capability_root"},
		"too many roots":        {func(s *settings.Settings) { s.RootsDeclared = many(129, "a%d") }, "/roots_declared", problem.LimitExceeded, "limit roots_declared allows 128"},
		"too many rules":        {func(s *settings.Settings) { s.PolicyRules = make([]settings.Rule, 101) }, "/policy_rules", problem.LimitExceeded, "limit policy_rules allows 100"},
		"rule without exposure": {rule(settings.Rule{}), "/policy_rules/1/expose", problem.InvalidField, "exposes nothing"},
		"rule priority":         {rule(settings.Rule{Expose: a, Priority: 1001}), "/policy_rules/1/priority", problem.InvalidField, "-1000 to 1000"},
		"rule domain":           {rule(settings.Rule{Expose: a, When: settings.Condition{Domains: []string{"a", "A"}}}), "/policy_rules/1/when/domains/1", problem.InvalidField, "not an id"},
		"rule entity":           {rule(settings.Rule{Expose: a, When: settings.Condition{Entities: []string{"a.b"}}}), "/policy_rules/1/when/entities/0", problem.InvalidField, "not an id"},
		"rule capability":       {rule(settings.Rule{Expose: a, When: settings.Condition{Capabilities: []string{":"}}}), "/policy_rules/1/when/capabilities/0", problem.InvalidField, "not an id"},
		"rule task type":        {rule(settings.Rule{Expose: a, When: settings.Condition{TaskTypes: []string{strings.Repeat("x", 65)}}}), "/policy_rules/1/when/task_types/0", problem.LimitExceeded, "task_type"},
		"hidden task type":      {rule(settings.Rule{Expose: a, When: settings.Condition{TaskTypes: []string{"a\u200b"}}}), "/policy_rules/1/when/task_types/0", problem.InvalidField, "U+200B"},
		"empty task type":       {rule(settings.Rule{Expose: a, When: settings.Condition{TaskTypes: []string{""}}}), "/policy_rules/1/when/task_types/0", problem.InvalidField, "is empty"},
		"rule recent family":    {rule(settings.Rule{Expose: a, When: settings.Condition{RecentFamilies: []string{"A"}}}), "/policy_rules/1/when/recent_families/0", problem.InvalidField, "not a tool name"},
		"rule family":           {rule(settings.Rule{Expose: a, When: settings.Condition{Families: []string{""}}}), "/policy_rules/1/when/families/0", problem.InvalidField, "not a tool name"},
		"exposed family":        {rule(settings.Rule{Expose: settings.Exposure{Families: []string{"-"}}}), "/policy_rules/1/expose/families/0", problem.InvalidField, "not a tool name"},
		"exposed capability":    {rule(settings.Rule{Expose: settings.Exposure{Capabilities: []string{"a:"}}}), "/policy_rules/1/expose/capabilities/0", problem.InvalidField, "not an id"},
		"exposed name":          {rule(settings.Rule{Expose: settings.Exposure{Names: []string{"a..b"}}}), "/policy_rules/1/expose/names/0", problem.InvalidField, "not a tool name"},
		"too many values":       {rule(settings.Rule{Expose: settings.Exposure{Names: many(129, "a%d")}}), "/policy_rules/1/expose/names", problem.LimitExceeded, "limit policy_values allows 128"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := settings.Default()
			c.change(&s)
			_, problems := settings.Check(s)
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			got := problems[0]
			if got.Field != c.field || got.Reason != c.reason || !strings.Contains(got.Description, c.text) {
				t.Errorf("first problem %+v, want %s at %s with %q", got, c.reason, c.field, c.text)
			}
		})
	}
}

func TestEveryProblemOfSettingsIsReported(t *testing.T) {
	s := settings.Settings{Slots: 65, Compatibility: "strict", RootsDeclared: []string{"A"}}
	_, problems := settings.Check(s)
	var fields []string
	for _, p := range problems {
		fields = append(fields, p.Field)
	}
	want := []string{
		"/slots", "/max_exposed", "/eviction", "/order", "/ranking", "/limit", "/page_budget", "/schema_profile",
		"/compatibility", "/expectations", "/roots_declared/0",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestSettingsAreBroughtIntoNormalForm(t *testing.T) {
	s := settings.Default()
	s.Scaffolding = []string{"mail__send", "ask", "mail.send"}
	s.RootsDeclared = []string{"file", "asset", "file"}
	s.PolicyRules = []settings.Rule{
		{Expose: settings.Exposure{Names: []string{"b__c", "a"}, Capabilities: []string{"file", "asset:read"}}, Priority: -1},
		{When: settings.Condition{TaskTypes: []string{"review", "build"}, Families: []string{"mail__drafts"}}, Expose: settings.Exposure{Families: []string{"a"}}, Priority: 7},
	}
	before := fmt.Sprint(s)
	got, problems := settings.Check(s)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := settings.Default()
	want.Scaffolding = []string{"ask", "mail.send"}
	want.RootsDeclared = []string{"asset", "file"}
	want.PolicyRules = []settings.Rule{
		{Expose: settings.Exposure{Names: []string{"a", "b.c"}, Capabilities: []string{"asset:read", "file"}}, Priority: -1},
		{When: settings.Condition{TaskTypes: []string{"build", "review"}, Families: []string{"mail.drafts"}}, Expose: settings.Exposure{Families: []string{"a"}}, Priority: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("normal form (-want +got):\n%s", diff)
	}
	if fmt.Sprint(s) != before {
		t.Error("Check changed its argument")
	}
	if again, _ := settings.Check(got); !settings.Equal(got, again) {
		t.Error("the normal form of the normal form differs")
	}
}

func TestEqualSurvivesTheStoredForm(t *testing.T) {
	s := settings.Default()
	s.RootsDeclared = []string{"file"}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var stored settings.Settings
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	stored.Scaffolding = []string{}
	if !settings.Equal(s, stored) {
		t.Errorf("%+v and %+v differ", s, stored)
	}
	stored.DomainsLine = true
	if settings.Equal(s, stored) {
		t.Error("settings with another domains_line are equal")
	}
}
