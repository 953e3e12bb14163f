package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestPlanStampsRecordsAndLeavesTheOperationsAlone(t *testing.T) {
	record := &tool.Record{Spec: tool.Spec{Name: "mail.send", Aliases: []string{"mail.post"}}, Team: "post", Version: 2, Digest: "d2"}
	decision := registry.Decision{
		Result: registry.Result{Revision: 8},
		Writes: registry.Writes{Tools: []registry.ToolWrite{{
			Record: record, Action: registry.Updated, NewVersion: true, Before: "d1", By: "post", Reason: "why",
		}}},
	}
	plan, err := store.NewPlan(&registry.State{Exists: true, Revision: 7}, &decision, "token:ci", 1000)
	if err != nil {
		t.Fatal(err)
	}
	stamped := *record
	stamped.Revision, stamped.CreatedAt, stamped.UpdatedAt, stamped.UpdatedBy = 8, 1000, 1000, "token:ci"
	want := &store.Plan{
		Raises: true, Revision: 8, At: 1000,
		Tools:    []*tool.Record{&stamped},
		Aliases:  []store.Alias{{Alias: "mail.post", Name: "mail.send"}},
		History:  []store.Step{{Record: &stamped, Action: registry.Updated, Reason: "why"}},
		Families: []store.Family{{Family: "mail", Team: "post"}},
		Audit: []store.AuditRow{{
			Revision: 8, At: 1000, By: "token:ci", Team: "post", Kind: "tool", Name: "mail.send",
			Action: registry.Updated, Version: 2, Before: "d1", After: "d2", Reason: "why",
		}},
	}
	if diff := cmp.Diff(want, plan); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
	if record.UpdatedBy != "" {
		t.Error("the operation's record was changed")
	}
}

func TestPlanOfDecisionsThatAreBugs(t *testing.T) {
	tools := registry.Writes{Tools: []registry.ToolWrite{{Record: &tool.Record{Spec: tool.Spec{Name: "a"}}}}}
	receipt := registry.Writes{Receipt: &registry.Receipt{Team: "post", RequestID: "r"}}
	for name, c := range map[string]struct {
		state    registry.State
		decision registry.Decision
	}{
		"a revision that is skipped":    {registry.State{Exists: true}, registry.Decision{Result: registry.Result{Revision: 2}, Writes: tools}},
		"a revision that stays":         {registry.State{Exists: true, Revision: 1}, registry.Decision{Result: registry.Result{Revision: 1}, Writes: tools}},
		"tools without their catalog":   {registry.State{}, registry.Decision{Result: registry.Result{Revision: 1}, Writes: tools}},
		"a receipt without its catalog": {registry.State{}, registry.Decision{Writes: receipt}},
	} {
		if _, err := store.NewPlan(&c.state, &c.decision, "", 0); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestEmptyPlans(t *testing.T) {
	none := registry.Decision{Result: registry.Result{Revision: 3}}
	create := registry.Decision{Writes: registry.Writes{CreateCatalog: true}}
	for name, c := range map[string]struct {
		state    registry.State
		decision registry.Decision
		empty    bool
	}{
		"nothing decided":                        {registry.State{Exists: true, Revision: 3}, none, true},
		"nothing decided on an unknown catalog":  {registry.State{}, registry.Decision{}, true},
		"an existing catalog that is to be made": {registry.State{Exists: true}, create, true},
		"an empty catalog that is to be made":    {registry.State{}, create, false},
	} {
		plan, err := store.NewPlan(&c.state, &c.decision, "", 0)
		if err != nil || plan.Empty() != c.empty {
			t.Errorf("%s: empty %t, error %v", name, plan.Empty(), err)
		}
	}
}
