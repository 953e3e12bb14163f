package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
)

func catalogCases() []testCase {
	return []testCase{
		{"the default catalog exists from the start, empty, at revision 0 with default settings", defaultCatalog},
		{"the first committed change creates a catalog", firstChangeCreates},
		{"a change that writes nothing creates no catalog", nothingCreatesNothing},
		{"heads are sorted by name and count live tools only", headsAreSorted},
		{"an unknown catalog is an error of every read", unknownCatalog},
		{"catalogs know nothing of each other's tools", catalogsAreApart},
		{"settings survive and belong to one catalog", settingsSurvive},
		{"a store that is open answers a ping", ping},
	}
}

func defaultCatalog(t *testing.T, s store.Store) {
	if diff := cmp.Diff([]store.Head{{Catalog: "default"}}, heads(t, s)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	want := store.Contents{Settings: settings.Default()}
	if diff := cmp.Diff(want, load(t, s, "default", -1), ignoreEmpty); diff != "" {
		t.Errorf("contents (-want +got):\n%s", diff)
	}
	if rows := audit(t, s, "default", -1); len(rows) != 0 {
		t.Errorf("audit rows of an untouched catalog: %v", rows)
	}
	if state := See(t, s, "default", registry.Needs{}); !state.Exists || state.Catalogs != 1 {
		t.Errorf("state %+v: want an existing catalog, the only one", state)
	}
}

func firstChangeCreates(t *testing.T, s store.Store) {
	state := See(t, s, "agents", registry.Needs{})
	want := registry.State{Catalogs: 1, Settings: settings.Default()}
	if diff := cmp.Diff(want, state, ignoreEmpty); diff != "" {
		t.Errorf("state before (-want +got):\n%s", diff)
	}
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send a mail.")))
	if diff := cmp.Diff([]store.Head{head("agents", 1), head("default", 0)}, heads(t, s)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
	if state := See(t, s, "agents", registry.Needs{}); !state.Exists || state.Catalogs != 2 || state.Revision != 1 {
		t.Errorf("state after: exists %t, catalogs %d, revision %d", state.Exists, state.Catalogs, state.Revision)
	}
}

func nothingCreatesNothing(t *testing.T, s store.Store) {
	commit(t, s, "agents", nothing(registry.Needs{Names: []string{"mail.send"}, Team: "post", RequestID: "r1"}))
	if diff := cmp.Diff([]store.Head{{Catalog: "default"}}, heads(t, s)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

func headsAreSorted(t *testing.T, s store.Store) {
	for _, catalog := range []string{"zoo", "a-b", "a", "ab"} {
		commit(t, s, catalog, Put(Tool("mail.send", "post", "Send."), Tool("mail.read", "post", "Read.")))
		commit(t, s, catalog, remove("mail.read", ""))
	}
	want := []store.Head{head("a", 2), head("a-b", 2), head("ab", 2), head("default", 0), head("zoo", 2)}
	if diff := cmp.Diff(want, heads(t, s)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

func unknownCatalog(t *testing.T, s store.Store) {
	ctx := context.Background()
	calls := map[string]func() error{
		"Load":     func() error { _, err := s.Load(ctx, "nowhere", -1); return err },
		"Version":  func() error { _, err := s.Version(ctx, "nowhere", "mail.send", 1); return err },
		"Versions": func() error { _, err := s.Versions(ctx, "nowhere", "mail.send"); return err },
		"Audit":    func() error { _, err := s.Audit(ctx, "nowhere", 0); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, store.ErrUnknownCatalog) {
			t.Errorf("%s: got %v, want %v", name, err, store.ErrUnknownCatalog)
		}
	}
}

func catalogsAreApart(t *testing.T, s store.Store) {
	commit(t, s, "one", Put(Tool("mail.send", "post", "Send in one.")))
	commit(t, s, "two", Put(Tool("mail.send", "other", "Send in two.")))
	commit(t, s, "two", remove("mail.send", ""))
	one := load(t, s, "one", -1)
	if one.Revision != 1 || one.Records[0].Deleted || one.Records[0].Team != "post" {
		t.Errorf("catalog one changed with two: revision %d, record %+v", one.Revision, one.Records[0])
	}
}

func settingsSurvive(t *testing.T, s store.Store) {
	want := settings.Default()
	want.Slots, want.FamilyOwnership, want.SchemaProfile = 0, true, "core"
	want.Scaffolding = []string{"mail.send"}
	want.PolicyRules = []settings.Rule{{
		When:     settings.Condition{Domains: []string{"mail"}, TaskTypes: []string{"<a & b> 你好 🙂"}},
		Expose:   settings.Exposure{Families: []string{"mail"}},
		Priority: -7,
	}}
	commit(t, s, "agents", Operation{Decides: func(state registry.State) (registry.Decision, error) {
		var d registry.Decision
		d.Result.Revision = state.Revision + 1
		d.Writes = registry.Writes{CreateCatalog: true, Settings: &want}
		return d, nil
	}})
	got := load(t, s, "agents", 1)
	if diff := cmp.Diff(want, got.Settings); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	if got.Revision != 1 {
		t.Errorf("revision %d, want 1", got.Revision)
	}
	if diff := cmp.Diff(want, See(t, s, "agents", registry.Needs{}).Settings); diff != "" {
		t.Errorf("settings an operation sees (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(settings.Default(), load(t, s, "default", -1).Settings); diff != "" {
		t.Errorf("settings of another catalog (-want +got):\n%s", diff)
	}
	rows := audit(t, s, "agents", 0)
	if len(rows) != 1 || rows[0].Kind != "settings" || rows[0].Action != registry.Updated || rows[0].By != actor {
		t.Errorf("audit rows: %+v", rows)
	}
}

func ping(t *testing.T, s store.Store) {
	if err := s.Ping(context.Background()); err != nil {
		t.Error(err)
	}
}
