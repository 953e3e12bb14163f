package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ruleCases run the real operations: what they decide must be what is found afterwards.
func ruleCases() []testCase {
	return []testCase{
		{"S2: a second team is refused a known name, then overrides it with a reason", overrideTaken},
		{"64 concurrent applies of one new name: one created, the others TOOL_NAME_TAKEN", oneApplyWins},
		{"identical content makes no version and no revision", identicalContent},
		{"a dry run writes nothing and creates no catalog", dryRun},
		{"an apply with one bad record among good ones writes nothing", oneBadRecord},
		{"prune deletes the team's own tools that are not named", prune},
		{"a deleted name stays with its team, and re-creation continues its numbers", recreate},
		{"a former name becomes an alias in the apply that renames", rename},
		{"a description set live survives an apply and an override clears it", describe},
		{"the first team to register in a family owns it, where the settings say so", familyOwnership},
		{"a concept has one owner, and deleting it leaves tags", conceptOwner},
	}
}

func draft(name, description string) tool.Draft {
	return tool.Draft{Name: name, Description: description, Capabilities: []string{"mail:send"}}
}

// apply commits an apply to catalog agents.
func apply(s store.Store, r registry.ApplyRequest) (registry.Result, error) {
	op, err := registry.NewApply(r)
	if err != nil {
		return registry.Result{}, err
	}
	return s.Commit(context.Background(), "agents", actor, op)
}

func mustApply(t *testing.T, s store.Store, r registry.ApplyRequest) registry.Result {
	t.Helper()
	result, err := apply(s, r)
	if err != nil {
		t.Fatalf("apply by %s: %v", r.Team, err)
	}
	return result
}

// actions is "name action version" of each change.
func actions(result registry.Result) []string {
	var out []string
	for _, c := range result.Changes {
		out = append(out, fmt.Sprintf("%s %s %d", c.Name, c.Action, c.Version))
	}
	return out
}

func expectActions(t *testing.T, result registry.Result, revision int64, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, actions(result)); diff != "" || result.Revision != revision {
		t.Errorf("revision %d, want %d; changes (-want +got):\n%s", result.Revision, revision, diff)
	}
}

func expectReason(t *testing.T, err error, want problem.Reason) {
	t.Helper()
	var refusal *problem.Error
	if !errors.As(err, &refusal) || refusal.Reason != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

func overrideTaken(t *testing.T, s store.Store) {
	first := registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send a mail.")}}
	expectActions(t, mustApply(t, s, first), 1, "mail.send created 1")
	second := registry.ApplyRequest{Team: "crm", Tools: []tool.Draft{draft("mail__send", "Send a mail.")}}
	_, err := apply(s, second)
	expectReason(t, err, problem.ToolNameTaken)
	second.Override = true
	_, err = apply(s, second)
	expectReason(t, err, problem.OverrideReasonMissing)
	if got := load(t, s, "agents", -1); got.Revision != 1 || got.Records[0].Team != "post" {
		t.Fatalf("refusals changed the catalog: revision %d, owner %s", got.Revision, got.Records[0].Team)
	}

	second.Reason = "the post team handed it over"
	expectActions(t, mustApply(t, s, second), 2, "mail.send overridden 2")
	if got := load(t, s, "agents", 1).Records[0]; got.Team != "crm" || got.Version != 2 {
		t.Errorf("owner %s, version %d", got.Team, got.Version)
	}
	rows := audit(t, s, "agents", 1)
	if len(rows) != 1 || rows[0].Action != registry.Overridden || rows[0].Team != "crm" || rows[0].Reason != second.Reason {
		t.Errorf("audit: %+v", rows)
	}
	versions, err := s.Versions(context.Background(), "agents", "mail.send")
	if err != nil || len(versions) != 2 || versions[0].Reason != second.Reason || versions[1].Team != "post" {
		t.Errorf("versions %+v, error %v", versions, err)
	}
}

func oneApplyWins(t *testing.T, s store.Store) {
	errs := make([]error, 64)
	results := make([]registry.Result, len(errs))
	atOnce(len(errs), func(i int) {
		results[i], errs[i] = apply(s, registry.ApplyRequest{
			Team: fmt.Sprintf("team-%d", i), Tools: []tool.Draft{draft("mail.send", "Send a mail.")},
		})
	})
	created := 0
	for i, err := range errs {
		if err == nil {
			created++
			expectActions(t, results[i], 1, "mail.send created 1")
			continue
		}
		expectReason(t, err, problem.ToolNameTaken)
	}
	if created != 1 {
		t.Errorf("%d teams created the tool", created)
	}
}

func identicalContent(t *testing.T, s store.Store) {
	spaced, compact := `{ "type" : "object", "properties" : { "b":{}, "a":{} } }`, `{"type":"object","properties":{"b":{},"a":{}}}`
	turned := `{"type":"object","properties":{"a":{},"b":{}}}`
	send := draft("mail.send", "Send a mail.")
	send.Parameters = &spaced
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{send}})
	send.Parameters = &compact
	expectActions(t, mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{send}}), 1, "mail.send unchanged 1")
	if rows := audit(t, s, "agents", -1); len(rows) != 1 {
		t.Errorf("%d audit rows, want 1", len(rows))
	}
	send.Parameters = &turned
	expectActions(t, mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{send}}), 2, "mail.send updated 2")
}

func dryRun(t *testing.T, s store.Store) {
	r := registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}, DryRun: true, RequestID: "r1"}
	expectActions(t, mustApply(t, s, r), 0, "mail.send created 1")
	if got := heads(t, s); len(got) != 1 {
		t.Errorf("heads after a dry run: %v", got)
	}
}

func oneBadRecord(t *testing.T, s store.Store) {
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}})
	_, err := apply(s, registry.ApplyRequest{Team: "post", RequestID: "r1", Tools: []tool.Draft{
		draft("mail.read", "Read."), draft("Mail Bad", "Bad."), draft("mail.send", "Changed."),
	}})
	expectReason(t, err, problem.InvalidField)
	if got := load(t, s, "agents", -1); got.Revision != 1 || len(got.Records) != 1 {
		t.Errorf("revision %d, %d records: a refused apply was written", got.Revision, len(got.Records))
	}
}

func prune(t *testing.T, s store.Store) {
	mustApply(t, s, registry.ApplyRequest{Team: "net", Tools: []tool.Draft{draft("web.get", "Get.")}})
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{
		draft("mail.a", "A."), draft("mail.b", "B."), draft("mail.c", "C."),
	}})
	result := mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.b", "B.")}, Prune: true})
	expectActions(t, result, 3, "mail.b unchanged 1", "mail.a deleted 1", "mail.c deleted 1")
	left := live(load(t, s, "agents", -1).Records)
	if len(left) != 2 || left["mail.b"] == nil || left["web.get"] == nil {
		t.Errorf("left: %v", left)
	}
}

func recreate(t *testing.T, s store.Store) {
	send := registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}}
	mustApply(t, s, send)
	gone, err := registry.NewDeleteTool(registry.DeleteToolRequest{Name: "mail.send", Team: "post"})
	if err != nil {
		t.Fatal(err)
	}
	expectActions(t, commit(t, s, "agents", gone), 2, "mail.send deleted 1")
	other := send
	other.Team = "crm"
	_, err = apply(s, other)
	expectReason(t, err, problem.ToolNameTaken)
	if record, err := s.Version(context.Background(), "agents", "mail.send", 1); err != nil || record.Description != "Send." {
		t.Errorf("version 1 of a deleted tool: %v, error %v", record, err)
	}
	expectActions(t, mustApply(t, s, send), 3, "mail.send created 2")
}

func rename(t *testing.T, s store.Store) {
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}})
	renamed := draft("post.dispatch", "Send.")
	renamed.Aliases = []string{"mail.send"}
	result := mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{renamed}, Prune: true})
	expectActions(t, result, 2, "post.dispatch created 1", "mail.send deleted 1")
	state := See(t, s, "agents", registry.Needs{Names: []string{"mail.send"}})
	if diff := cmp.Diff(map[string]string{"mail.send": "post.dispatch"}, state.Aliases); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
	_, err := apply(s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Again.")}})
	expectReason(t, err, problem.ToolNameTaken)
}

func describe(t *testing.T, s store.Store) {
	send := registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}}
	mustApply(t, s, send)
	op, err := registry.NewDescribe(registry.DescribeRequest{Name: "mail.send", Team: "post", Description: "Send; 3 boxes."})
	if err != nil {
		t.Fatal(err)
	}
	expectActions(t, commit(t, s, "agents", op), 2, "mail.send updated 1")
	expectActions(t, commit(t, s, "agents", op), 2, "mail.send unchanged 1")
	send.Tools[0].Description = "Send a mail."
	expectActions(t, mustApply(t, s, send), 3, "mail.send updated 2")
	if got := load(t, s, "agents", 2).Records[0]; got.EffectiveDescription() != "Send; 3 boxes." {
		t.Errorf("an apply changed the live description to %q", got.LiveDescription)
	}
	send.Team, send.Override, send.Reason = "crm", true, "moved"
	expectActions(t, mustApply(t, s, send), 4, "mail.send overridden 3")
	if got := load(t, s, "agents", 3).Records[0]; got.LiveDescription != "" {
		t.Errorf("an override left the live description %q", got.LiveDescription)
	}
}

func familyOwnership(t *testing.T, s store.Store) {
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}})
	strict := settings.Default()
	strict.FamilyOwnership = true
	op, err := registry.NewPutSettings(strict, nil)
	if err != nil {
		t.Fatal(err)
	}
	if result := commit(t, s, "agents", op); result.Revision != 2 {
		t.Errorf("settings raised the revision to %d, want 2", result.Revision)
	}
	if _, err = apply(s, registry.ApplyRequest{Team: "crm", Tools: []tool.Draft{draft("mail.read", "Read.")}}); err == nil {
		t.Error("a second team registered in a family that another owns")
	}
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.read", "Read.")}})
}

func conceptOwner(t *testing.T, s store.Store) {
	concept := tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}, Label: "Post", Glossary: "Letters."}
	send := draft("mail.send", "Send.")
	send.Domains = []string{"post"}
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{send}, Concepts: []tool.Concept{concept}})
	concept.Glossary = "Other words."
	_, err := apply(s, registry.ApplyRequest{Team: "crm", Concepts: []tool.Concept{concept}})
	expectReason(t, err, problem.ConceptTaken)
	op, err := registry.NewDeleteConcept(registry.DeleteConceptRequest{Key: concept.ConceptKey, Team: "post"})
	if err != nil {
		t.Fatal(err)
	}
	if result := commit(t, s, "agents", op); result.Revision != 2 {
		t.Errorf("revision %d, want 2", result.Revision)
	}
	got := load(t, s, "agents", -1)
	if len(got.Concepts) != 0 || len(got.Records[0].Domains) != 1 {
		t.Errorf("concepts %v, domains of the tool %v", got.Concepts, got.Records[0].Domains)
	}
}
