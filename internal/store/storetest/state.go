package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func stateCases() []testCase {
	return []testCase{
		{"an operation sees the tools it needs, by name, alias and team", neededTools},
		{"an alias moves with the commit that moves it", aliasesMove},
		{"a family stays with the team that registered in it first", familyOwners},
	}
}

func neededTools(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(
		full(), Tool("mail.read", "post", "Read."), Tool("mail.old", "post", "Old."),
		Tool("web.get", "net", "Get."), Tool("web.old", "net", "Old."),
	))
	commit(t, s, "agents", remove("mail.old", ""))
	commit(t, s, "agents", remove("web.old", ""))
	needs := map[string]struct {
		needs   registry.Needs
		tools   []string
		aliases map[string]string
	}{
		"nothing":                  {registry.Needs{}, nil, nil},
		"a name":                   {registry.Needs{Names: []string{"web.get"}}, []string{"web.get"}, nil},
		"a deleted name":           {registry.Needs{Names: []string{"web.old"}}, []string{"web.old"}, nil},
		"a name nobody has":        {registry.Needs{Names: []string{"web.put"}}, nil, nil},
		"an alias":                 {registry.Needs{Names: []string{"mail.post"}}, []string{"mail.send"}, map[string]string{"mail.post": "mail.send"}},
		"a name with aliases":      {registry.Needs{Names: []string{"mail.send"}}, []string{"mail.send"}, nil},
		"the live tools of a team": {registry.Needs{Team: "post", TeamTools: true}, []string{"mail.read", "mail.send"}, nil},
		"a team without its tools": {registry.Needs{Team: "post"}, nil, nil},
		"a team and names": {
			registry.Needs{Team: "net", TeamTools: true, Names: []string{"mail.old", "mail.dispatch"}},
			[]string{"mail.old", "mail.send", "web.get"},
			map[string]string{"mail.dispatch": "mail.send"},
		},
	}
	for name, c := range needs {
		state := See(t, s, "agents", c.needs)
		got := map[string]bool{}
		for key, r := range state.Tools {
			got[key] = key == r.Name
		}
		want := map[string]bool{}
		for _, key := range c.tools {
			want[key] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: tools (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(c.aliases, state.Aliases, ignoreEmpty); diff != "" {
			t.Errorf("%s: aliases (-want +got):\n%s", name, diff)
		}
	}
}

func aliasesMove(t *testing.T, s store.Store) {
	a, b := Tool("mail.a", "post", "A."), Tool("mail.b", "post", "B.")
	a.Aliases = []string{"mail.x", "mail.y"}
	commit(t, s, "agents", Put(a, b))
	a.Aliases, b.Aliases = []string{"mail.y"}, []string{"mail.x"}
	commit(t, s, "agents", Put(b, a))
	state := See(t, s, "agents", registry.Needs{Names: []string{"mail.x", "mail.y"}})
	if diff := cmp.Diff(map[string]string{"mail.x": "mail.b", "mail.y": "mail.a"}, state.Aliases); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
}

func familyOwners(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send."), Tool("web", "net", "Web.")))
	commit(t, s, "agents", Put(Tool("mail.read", "other", "Read.")))
	commit(t, s, "agents", Put(Tool("mail.send", "other", "Taken over.")))
	commit(t, s, "agents", remove("mail.send", ""))
	got := See(t, s, "agents", registry.Needs{Families: []string{"mail", "web", "file"}}).FamilyOwners
	if diff := cmp.Diff(map[string]string{"mail": "post", "web": "net"}, got); diff != "" {
		t.Errorf("family owners (-want +got):\n%s", diff)
	}
	if other := See(t, s, "default", registry.Needs{Families: []string{"mail"}}).FamilyOwners; len(other) != 0 {
		t.Errorf("family owners of another catalog: %v", other)
	}
}

var _ registry.Operation = Operation{}

// live returns the records that are not deleted, by name.
func live(records []*tool.Record) map[string]*tool.Record {
	out := map[string]*tool.Record{}
	for _, r := range records {
		if !r.Deleted {
			out[r.Name] = r
		}
	}
	return out
}
