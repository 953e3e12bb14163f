package tool_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// nameRule is the rule as contract 2 prints it.
var nameRule = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*(\.[a-z][a-z0-9]*([_-][a-z0-9]+)*)*$`)

func TestNamesFollowThePrintedRuleInEitherSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(
			rapid.StringMatching(`[a-z0-9_.-]{0,12}`),
			rapid.StringMatching(`[a-z][a-z0-9]{0,3}([_-][a-z0-9]{1,3}){0,2}((\.|__)[a-z][a-z0-9]{0,3}([_-][a-z0-9]{1,3}){0,2}){0,3}`),
		).Draw(t, "name")
		want := nameRule.MatchString(tool.Dotted(name)) && len(tool.Wire(tool.Dotted(name))) <= 64
		dotted, problems := tool.CheckName("/name", name)
		if got := len(problems) == 0; got != want || tool.Legal(name) != want {
			t.Fatalf("CheckName(%q) passes = %v, Legal = %v, the rule says %v", name, got, tool.Legal(name), want)
		}
		if want && (dotted != tool.Dotted(name) || tool.Dotted(tool.Wire(dotted)) != dotted) {
			t.Fatalf("%q is dotted %q, which does not survive the wire spelling %q", name, dotted, tool.Wire(dotted))
		}
	})
}

func TestNamesAreRefusedWithTheCause(t *testing.T) {
	cases := map[string]struct {
		name   string
		reason problem.Reason
		text   string
	}{
		"empty":                        {"", problem.InvalidField, "is not a tool name"},
		"upper case":                   {"listIssues", problem.InvalidField, `"listIssues" is not a tool name`},
		"a digit first":                {"3d.render", problem.InvalidField, "begin with a letter"},
		"an empty segment":             {"mail..send", problem.InvalidField, "is not a tool name"},
		"three underscores":            {"a___b", problem.InvalidField, "is not a tool name"},
		"a hyphen at the end":          {"mail-", problem.InvalidField, "is not a tool name"},
		"a right-to-left override":     {"mail\u202e", problem.InvalidField, "holds U+202E"},
		"65 bytes":                     {strings.Repeat("a", 65), problem.LimitExceeded, "has 65 bytes in its wire spelling; the limit name allows 64"},
		"64 bytes but 65 on the wire":  {strings.Repeat("a", 62) + ".b", problem.LimitExceeded, "the limit name allows 64"},
		"a line that goes on too long": {strings.Repeat("A", 64), problem.InvalidField, "is not a tool name"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dotted, problems := tool.CheckName("/tools/3/name", c.name)
			if dotted != "" || len(problems) != 1 {
				t.Fatalf("CheckName(%q) = %q, %v; want one problem", c.name, dotted, problems)
			}
			got := problems[0]
			if got.Field != "/tools/3/name" || got.Reason != c.reason || !strings.Contains(got.Description, c.text) {
				t.Errorf("CheckName(%q) reports %+v, want %s with %q", c.name, got, c.reason, c.text)
			}
		})
	}
}

func TestTheLongestNameIs64BytesOnTheWire(t *testing.T) {
	name := strings.Repeat("a", 61) + ".b"
	if got, problems := tool.CheckName("", name); got != name || len(problems) > 0 {
		t.Errorf("CheckName(%q) = %q, %v", name, got, problems)
	}
}

func TestCaseRowFourSpellingsStayApart(t *testing.T) {
	wires := map[string]string{}
	for _, name := range []string{"a.b_c", "a_b.c", "a.b.c", "a__b.c"} {
		dotted, problems := tool.CheckName("", name)
		if len(problems) > 0 {
			t.Fatalf("CheckName(%q) = %v", name, problems)
		}
		if other, seen := wires[tool.Wire(dotted)]; seen && other != dotted {
			t.Errorf("%q and %q share the wire spelling %q", other, dotted, tool.Wire(dotted))
		}
		wires[tool.Wire(dotted)] = dotted
	}
	if len(wires) != 3 { // a__b.c is a.b.c
		t.Errorf("wire spellings %v, want three", wires)
	}
}

func TestFamiliesAreEveryProperPrefix(t *testing.T) {
	cases := map[string][]string{
		"mail":                 {"mail"},
		"mail.send":            {"mail"},
		"mail.drafts.send_all": {"mail", "mail.drafts"},
	}
	for name, want := range cases {
		if diff := cmp.Diff(want, slices.Collect(tool.Families(name))); diff != "" {
			t.Errorf("Families(%q) (-want +got):\n%s", name, diff)
		}
		if tool.Family(name) != "mail" {
			t.Errorf("Family(%q) = %q", name, tool.Family(name))
		}
	}
}

func TestCatalogNames(t *testing.T) {
	rule := regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)
	for _, name := range []string{
		"default", "a", "team-1", "a-", "a--b", "1a", "-a", "A", "a_b", "a.b", "", "ä",
		strings.Repeat("a", 63), strings.Repeat("a", 64), "a\n",
	} {
		if got, want := len(tool.CheckCatalog("/catalog", name)) == 0, rule.MatchString(name); got != want {
			t.Errorf("CheckCatalog(%q) passes = %v, want %v", name, got, want)
		}
	}
}

func TestTeams(t *testing.T) {
	cases := map[string]struct {
		team   string
		reason problem.Reason // empty when the team is fine
	}{
		"plain":                   {"platform", ""},
		"words in another script": {"Команда A", ""},
		"64 characters":           {strings.Repeat("ß", 64), ""},
		"65 characters":           {strings.Repeat("ß", 65), problem.LimitExceeded},
		"empty":                   {"", problem.InvalidField},
		"blank":                   {"  ", problem.InvalidField},
		"outer white space":       {"platform ", problem.InvalidField},
		"a line break":            {"plat\nform", problem.InvalidField},
		"a zero-width space":      {"plat\u200bform", problem.InvalidField},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			problems := tool.CheckTeam("/team", c.team)
			if c.reason == "" {
				if len(problems) > 0 {
					t.Errorf("CheckTeam(%q) = %v", c.team, problems)
				}
				return
			}
			if len(problems) == 0 || problems[0].Reason != c.reason || problems[0].Field != "/team" {
				t.Errorf("CheckTeam(%q) = %v, want %s at /team", c.team, problems, c.reason)
			}
		})
	}
}
