package registry_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
)

// set changes the settings of a model's catalog.
func (m *model) set(t *testing.T, change func(*settings.Settings)) {
	t.Helper()
	s := m.settings
	change(&s)
	if _, err := m.put(s, nil); err != nil {
		t.Fatal(err)
	}
}

func TestDeclaredRootsRefuseOthers(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	m.set(t, func(s *settings.Settings) { s.RootsDeclared = []string{"asset", "file"} })

	d := draft("mail.read", "one")
	d.Capabilities = []string{"file:read", "thing:do", "asset:list", "mail:read"}
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(d)})
	wantError(t, err, problem.InvalidField, "/tools/0/capabilities/1", "/tools/0/capabilities/3")

	d.Capabilities = []string{"file:read"}
	none := draft("mail.none", "one")
	none.Capabilities = nil
	r := m.must(registry.ApplyRequest{Team: "a", Tools: tools(d, none, draft("mail.send", "one"))})
	wantOutline(t, r, "mail.read created 1", "mail.none created 1", "mail.send unchanged 1")
	_, err = m.apply(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"))})
	wantError(t, err, problem.InvalidField, "/tools/0/capabilities/0")
}

func TestTheFirstTeamOfAFamilyOwnsItWhenAsked(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.theirs", "one"))})
	m.remove(t, "mail.theirs", "b")
	m.set(t, func(s *settings.Settings) { s.FamilyOwnership = true })

	_, err := m.apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.new", "one"), draft("post", "one"))})
	e := refusal(t, err, problem.NamespaceNotOwned, "/tools/0/name")
	if e.Metadata["family"] != "mail" || e.Metadata["owner"] != "a" {
		t.Errorf("metadata %v", e.Metadata)
	}
	_, err = m.apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.new", "one")), Override: true, Reason: "x"})
	wantError(t, err, problem.NamespaceNotOwned, "/tools/0/name") // on a new name override changes nothing

	wantOutline(t, m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.theirs", "back"))}), "mail.theirs created 2")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("post.send", "one"))}), "post.send created 1")
	r := m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "one")), Override: true, Reason: "moved"})
	wantOutline(t, r, "mail.send overridden 2")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.more", "one"))}), "mail.more created 1")
}

func TestInvalidRecordsComeBeforeNamespacesBeforeCollisionsBeforeVersions(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("post", "one"))})
	m.set(t, func(s *settings.Settings) { s.FamilyOwnership = true })
	stale, taken, foreign, bad := draft("post", "two"), draft("mail.send", "two"), draft("mail.new", "one"), draft("post.x", "\u202e")
	stale.IfVersion = new(7)
	fields := []string{"/tools/0/if_version", "/tools/1/name", "/tools/2/name", "/tools/3/description"}
	for i, reason := range []problem.Reason{problem.VersionMismatch, problem.ToolNameTaken, problem.NamespaceNotOwned, problem.InvalidField} {
		_, err := m.apply(registry.ApplyRequest{Team: "b", Tools: tools(stale, taken, foreign, bad)[:i+1]})
		wantError(t, err, reason, fields[:i+1]...)
	}
}

func TestTheCoreProfileNarrowsWhatIsNewAndLeavesWhatIsThere(t *testing.T) {
	m := newModel(t)
	wide := draft("mail.send", "one")
	wide.Parameters = new(`{"type":"object","properties":{"n":{"type":"integer","minimum":1},"to":{"type":"string"}}}`)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(wide)})
	m.set(t, func(s *settings.Settings) { s.SchemaProfile = "core" })

	narrow := draft("mail.read", "one")
	narrow.Parameters = new(`{"type":"object","properties":{"to":{"type":"string","maxLength":9}},"additionalProperties":false}`)
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(wide, narrow)}), "mail.send unchanged 1", "mail.read created 1")
	wide.Description = "Does two."
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(narrow, wide)})
	wantError(t, err, problem.InvalidSchema, "/tools/1/parameters/properties/n/minimum")
}
