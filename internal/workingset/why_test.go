package workingset_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestWhyTellsS1sFigure(t *testing.T) {
	set := catalog("read_pdf", "query_json", "read_json", "run_view", "search_text", "merge_pdfs", "generate_pdf")
	in := input(set, script(
		"activate read_pdf", "activate query_json read_json", "call read_pdf",
		"activate run_view search_text merge_pdfs", "activate generate_pdf"))
	because := workingset.Why(in, "query_json")
	if because.Status != workingset.Evicted || because.Touch.Call != "c1" {
		t.Errorf("query_json: %+v", because)
	}
	same(t, "what pushed query_json out", []string{"read_json", "read_pdf", "run_view", "search_text", "merge_pdfs"}, because.PushedBy)
	last := because.Moves[len(because.Moves)-1]
	same(t, "the touch that did", workingset.Move{Tool: "merge_pdfs", Reason: "activated", At: workingset.Touch{Message: 6, Call: "c3"}, Fell: []string{"query_json"}}, last)
	if because = workingset.Why(in, "read_pdf"); because.Status != workingset.Declared || because.Reason != workingset.Called || because.Touch.Call != "c2" || because.PushedBy != nil {
		t.Errorf("read_pdf: %+v", because)
	}
}

func TestWhyNamesWhatATouchDoesNotExplain(t *testing.T) {
	set := tool.NewSet([]*tool.Record{
		{Spec: tool.Spec{Name: "files.read", Domains: []string{"files"}, Aliases: []string{"files.open"}}},
		{Spec: tool.Spec{Name: "mail.send"}},
		{Spec: tool.Spec{Name: "mail.read"}},
		{Spec: tool.Spec{Name: "pinned"}},
	})
	in := input(set, script("families mail"))
	in.Settings.Scaffolding = []string{"gone", "pinned"}
	in.Settings.MaxExposed = 5
	in.Options.Families = []string{"mail"}
	in.Options.Scope.Domains = []string{"files"}
	in.History.References = []string{"mail__read"}
	for name, want := range map[string]workingset.Because{
		"search_tools": {Status: workingset.Declared, Reason: workingset.Scaffolding, Rules: []string{"built in"}},
		"pinned":       {Status: workingset.Declared, Reason: workingset.Scaffolding, Rules: []string{"/settings/scaffolding/1"}},
		"mail.send":    {Status: workingset.Declared, Reason: workingset.Family, Rules: []string{"family:mail"}},
		"mail__read":   {Status: workingset.Declared, Reason: workingset.Referenced, Rules: []string{"/transcript", "family:mail"}},
		"files__open":  {Status: workingset.Declared, Reason: workingset.Policy, Rules: []string{"/scope"}, RenamedFrom: "files.open"},
		"nope":         {Status: workingset.Unknown},
	} {
		got := workingset.Why(in, name)
		got.Tool = nil
		same(t, name, want, got)
	}
	in.Settings.MaxExposed = 4
	in.Settings.PolicyRules = []settings.Rule{
		{When: settings.Condition{TaskTypes: []string{"other"}}, Expose: settings.Exposure{Names: []string{"files.read"}}},
		{Expose: settings.Exposure{Names: []string{"files.read"}}},
	}
	got := workingset.Why(in, "files.read")
	got.Tool = nil
	same(t, "over the count", workingset.Because{
		Status: workingset.WasCut, Reason: workingset.Policy, Rules: []string{"/settings/policy_rules/1"}, Limit: "max_exposed",
	}, got)
	in.Settings.MaxExposed, in.Options.CharBudget = 40, 50
	if got := workingset.Why(in, "files.read"); got.Limit != "char_budget" {
		t.Errorf("over the budget: %+v", got)
	}
}

func TestWhyAgreesWithTheProjection(t *testing.T) {
	all := []string{"a", "b", "c", "d", "f.x", "f.y"}
	set := catalog(all...)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"activate a b", "activate c d f.x", "call a", "call b", "call f.y", "families f", "failed activate d", "user"})
		in := input(set, script(rapid.SliceOfN(line, 0, 10).Draw(t, "lines")...))
		in.Options.Slots = rapid.IntRange(0, 3).Draw(t, "slots")
		in.Options.Eviction = rapid.SampledFrom([]string{workingset.LRU, workingset.Batched}).Draw(t, "eviction")
		in.Settings.MaxExposed = rapid.IntRange(2, 6).Draw(t, "max_exposed")
		plan := workingset.Project(in)
		for _, name := range all {
			because := workingset.Why(in, name)
			declared := slices.IndexFunc(plan.Exposed, func(e workingset.Exposed) bool { return e.Tool.Name == name })
			agrees := map[workingset.Status]bool{
				workingset.Declared:  declared >= 0 && plan.Exposed[max(0, declared)].Reason == because.Reason,
				workingset.WasCut:    slices.Contains(plan.Cut, name),
				workingset.Evicted:   slices.Contains(plan.Evicted, name) && len(because.Moves) > 0,
				workingset.Untouched: declared < 0 && len(because.Moves) == 0,
			}
			if !agrees[because.Status] {
				t.Fatalf("%s is %+v, but the plan exposes %v, cuts %v, evicts %v", name, because, shown(plan), plan.Cut, plan.Evicted)
			}
		}
		var now []string
		for _, m := range workingset.Moves(in) {
			now = append(slices.DeleteFunc(now, func(name string) bool { return name == m.Tool || slices.Contains(m.Fell, name) }), m.Tool)
			now = slices.DeleteFunc(now, func(name string) bool { return slices.Contains(m.Fell, name) })
		}
		if !slices.Equal(now, held(plan)) {
			t.Fatalf("the moves leave %v, the plan holds %v", now, held(plan))
		}
	})
}
