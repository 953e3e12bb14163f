package registry_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// shared has tools of two teams and a concept of the first.
func shared(t *testing.T) *model {
	t.Helper()
	m := newModel(t)
	m.must(registry.ApplyRequest{
		Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail.read", "one"), draft("chat", "one")),
		Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}}},
	})
	m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.theirs", "one"))})
	return m
}

func TestPruneDeletesOnlyTheTeamsOwnUnnamedTools(t *testing.T) {
	m := shared(t)
	r := m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail__send", "one"))})
	wantOutline(t, r, "mail.send unchanged 1", "chat deleted 1", "mail.read deleted 1")
	if r.Revision != 3 || !m.tools["chat"].Deleted || m.tools["mail.theirs"].Deleted || len(m.concepts) != 1 {
		t.Errorf("revision %d, tools %v", r.Revision, m.tools)
	}
	if write := m.last.Tools[0]; write.NewVersion || write.Before == "" || write.By != "a" {
		t.Errorf("write %+v; a deletion makes no version", write)
	}
	r = m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.send", "one"))})
	wantOutline(t, r, "mail.send unchanged 1")
}

func TestWithoutPruneNothingIsDeleted(t *testing.T) {
	m := shared(t)
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))}), "mail.send unchanged 1")
}

func TestAnEmptyManifestDeletesEverythingOnlyWithOverride(t *testing.T) { // case 58
	m := shared(t)
	r := m.must(registry.ApplyRequest{Team: "a", Prune: true, Override: true, Reason: "shut down"})
	wantOutline(t, r, "chat deleted 1", "mail.read deleted 1", "mail.send deleted 1")
	if m.last.Tools[0].Reason != "shut down" || m.tools["mail.theirs"].Deleted {
		t.Errorf("writes %+v", m.last.Tools)
	}
}

func TestADryRunShowsWhatPruneWouldDelete(t *testing.T) {
	m := shared(t)
	r := m.must(registry.ApplyRequest{Team: "a", Prune: true, DryRun: true, Tools: tools(draft("mail.send", "two"))})
	wantOutline(t, r, "mail.send updated 2", "chat deleted 1", "mail.read deleted 1")
	if r.Revision != 2 || m.tools["chat"].Deleted {
		t.Error("the dry run wrote something")
	}
}

func TestPruneOfATeamWithoutToolsDeletesNothing(t *testing.T) {
	m := shared(t)
	r := m.must(registry.ApplyRequest{Team: "c", Prune: true, Tools: tools(draft("new", "one"))})
	wantOutline(t, r, "new created 1")
}

func TestNamingAToolAsAnAliasPrunesIt(t *testing.T) {
	m := shared(t)
	r := m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.deliver", "one", "mail.send"), draft("post.fetch", "one", "mail.read", "chat"))})
	wantOutline(t, r, "mail.deliver created 1", "post.fetch created 1", "chat deleted 1", "mail.read deleted 1", "mail.send deleted 1")
}
