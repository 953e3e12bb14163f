package registry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

const (
	wideSchema   = `{"type":"object","properties":{"to":{"type":"string","pattern":"^a+$"},"n":{"type":"integer"}},"required":["to"]}`
	narrowSchema = `{"type":"object","properties":{"to":{"type":"string","pattern":"^a+$"},"n":{"type":"integer","minimum":1}},"required":["to","n"]}`
	otherPattern = `{"type":"object","properties":{"to":{"type":"string","pattern":"^aa*$"},"n":{"type":"integer"}},"required":["to"]}`
)

func taking(parameters, name string, aliases ...string) tool.Draft {
	d := draft(name, "one", aliases...)
	d.Parameters = &parameters
	return d
}

// warned lists the warnings of changes as "code field".
func warned(r registry.Result) []string {
	var lines []string
	for _, c := range r.Changes {
		for _, w := range c.Warnings {
			lines = append(lines, w.Code+" "+w.Field)
		}
	}
	return lines
}

func TestANarrowerSchemaIsTreatedAsTheCatalogSays(t *testing.T) {
	narrow := registry.ApplyRequest{Team: "a", Tools: tools(taking(narrowSchema, "mail.send"))}
	findings := []string{"INCOMPATIBLE_SCHEMA /tools/0/parameters/properties/n", "INCOMPATIBLE_SCHEMA /tools/0/parameters/properties/n/minimum"}
	start := func(gate string) *model {
		m := newModel(t)
		m.must(registry.ApplyRequest{Team: "a", Tools: tools(taking(wideSchema, "mail.send"))})
		m.set(t, func(s *settings.Settings) { s.Compatibility = gate })
		return m
	}
	t.Run("none", func(t *testing.T) {
		if r := start("none").must(narrow); len(warned(r)) > 0 {
			t.Errorf("warns %v", warned(r))
		}
	})
	t.Run("warn", func(t *testing.T) {
		r := start("warn").must(narrow)
		if diff := cmp.Diff(findings, warned(r)); diff != "" {
			t.Error(diff)
		}
		if got := r.Changes[0].Warnings[0].Message; !strings.Contains(got, `"n" is required now`) || !strings.Contains(got, `{"to":"a"}`) {
			t.Errorf("message %q, want what is wrong and a call", got)
		}
		wantOutline(t, r, "mail.send updated 2")
	})
	t.Run("refuse", func(t *testing.T) {
		m := start("refuse")
		_, err := m.apply(narrow)
		e := refusal(t, err, problem.IncompatibleSchema, "/tools/0/parameters/properties/n", "/tools/0/parameters/properties/n/minimum")
		want := map[string]string{"name": "mail.send", "version": "1", "problems": "2"}
		if diff := cmp.Diff(want, e.Metadata); diff != "" {
			t.Error(diff)
		}
		dry := narrow
		dry.DryRun = true
		r := m.must(dry)
		if len(r.Problems) != 2 || r.Problems[0].Reason != problem.IncompatibleSchema || len(r.Changes) > 0 {
			t.Errorf("dry run %+v", r)
		}
		if m.tools["mail.send"].Version != 1 {
			t.Error("something was written")
		}
	})
	t.Run("refuse, and what cannot be told", func(t *testing.T) {
		r := start("refuse").must(registry.ApplyRequest{Team: "a", Tools: tools(taking(otherPattern, "mail.send"))})
		if diff := cmp.Diff([]string{"COMPATIBILITY_UNKNOWN /tools/0/parameters/properties/to/pattern"}, warned(r)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("refuse, and overridden", func(t *testing.T) {
		m := start("refuse")
		over := narrow
		over.Override, over.Reason, over.OverrideNames = true, "agreed with the agents", []string{"mail.read"}
		_, err := m.apply(over)
		wantError(t, err, problem.IncompatibleSchema, "/tools/0/parameters/properties/n", "/tools/0/parameters/properties/n/minimum")
		over.OverrideNames = []string{"mail.send"}
		r := m.must(over)
		wantOutline(t, r, "mail.send updated 2")
		if diff := cmp.Diff(findings, warned(r)); diff != "" {
			t.Error(diff)
		}
		if got := m.last.Tools[0].Reason; got != "agreed with the agents" {
			t.Errorf("the history says %q", got)
		}
	})
	t.Run("refuse, and strictly registered anew", func(t *testing.T) {
		op, err := registry.NewRegister(registry.RegisterRequest{Team: "a", Tool: taking(narrowSchema, "mail.send"), Override: true, Reason: "x"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := start("refuse").commit(op)
		if err != nil || len(warned(r)) != 2 || !strings.HasPrefix(warned(r)[0], "INCOMPATIBLE_SCHEMA /tool/parameters") {
			t.Errorf("%v, %v", warned(r), err)
		}
	})
}

func TestOnlyWhatReplacesALiveSchemaIsCompared(t *testing.T) {
	cases := map[string]struct {
		request registry.ApplyRequest
		refused []string
	}{
		"the same schema again":      {registry.ApplyRequest{Tools: tools(taking(wideSchema, "mail.send"))}, nil},
		"a wider one":                {registry.ApplyRequest{Tools: tools(taking(`{"type":"object"}`, "mail.send"))}, nil},
		"a new name":                 {registry.ApplyRequest{Tools: tools(taking(narrowSchema, "mail.new"))}, nil},
		"a name that comes back":     {registry.ApplyRequest{Tools: tools(taking(narrowSchema, "mail.gone"))}, nil},
		"a deletion":                 {registry.ApplyRequest{Prune: true, Tools: tools(taking(wideSchema, "mail.new"))}, nil},
		"a rename":                   {registry.ApplyRequest{Prune: true, Tools: tools(taking(narrowSchema, "post.send", "mail.send"))}, []string{"/tools/0/parameters/properties/n", "/tools/0/parameters/properties/n/minimum"}},
		"a rename with its schema":   {registry.ApplyRequest{Prune: true, Tools: tools(taking(wideSchema, "post.send", "mail.send"))}, nil},
		"an alias that moves":        {registry.ApplyRequest{Tools: tools(taking(wideSchema, "mail.send"), taking(narrowSchema, "mail.new", "mail.old"))}, []string{"/tools/1/parameters/properties/n", "/tools/1/parameters/properties/n/minimum"}},
		"an alias of a deleted name": {registry.ApplyRequest{Tools: tools(taking(narrowSchema, "mail.new", "mail.gone"))}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m := newModel(t)
			m.must(registry.ApplyRequest{Team: "a", Tools: tools(taking(wideSchema, "mail.gone"))})
			m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(taking(wideSchema, "mail.send", "mail.old"))})
			m.set(t, func(s *settings.Settings) { s.Compatibility = "refuse" })
			c.request.Team = "a"
			_, err := m.apply(c.request)
			if c.refused == nil {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			wantError(t, err, problem.IncompatibleSchema, c.refused...)
		})
	}
}
