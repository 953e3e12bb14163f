package registry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestCollisionOverriddenWithAReasonMovesOwnership(t *testing.T) { // S2
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	m.describe(t, "mail.send", "Sends mail now.")
	digest := m.tools["mail.send"].Digest

	r := m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "one")), Override: true, Reason: "team a is gone"})
	wantOutline(t, r, "mail.send overridden 2")
	got := *m.tools["mail.send"]
	if got.Team != "b" || got.LiveDescription != "" || got.Digest != digest {
		t.Errorf("record %+v; want team b, no live description, the same content", got)
	}
	write := m.last.Tools[0]
	if !write.NewVersion || write.Before != digest || write.By != "b" || write.Reason != "team a is gone" {
		t.Errorf("write %+v; want a new version with its reason", write)
	}
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"))})
	wantError(t, err, problem.ToolNameTaken, "/tools/0/name")
}

func TestOverrideChangesNothingOnANewOrOwnName(t *testing.T) {
	m := newModel(t)
	request := registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one")), Override: true, Reason: "to be sure"}
	wantOutline(t, m.must(request), "mail.send created 1")
	m.describe(t, "mail.send", "Sends mail now.")
	wantOutline(t, m.must(request), "mail.send unchanged 1")
	request.Tools = tools(draft("mail.send", "two"))
	wantOutline(t, m.must(request), "mail.send updated 2")
	if got := m.tools["mail.send"].LiveDescription; got != "Sends mail now." {
		t.Errorf("live description %q", got)
	}
	if got := m.last.Tools[0].Reason; got != "" {
		t.Errorf("an update carries the override's reason %q", got)
	}
}

func TestOverrideNamesLimitTheOverride(t *testing.T) {
	post := tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}, Label: "Post"}
	cases := map[string]struct {
		names  []string
		fields []string
	}{
		"all":             {nil, nil},
		"both tools only": {[]string{"mail__send", "mail.read"}, []string{"/concepts/0/id"}},
		"one tool":        {[]string{"mail.send", "domain/post"}, []string{"/tools/1/name"}},
		"concept only":    {[]string{"domain/post"}, []string{"/tools/0/name", "/tools/1/name"}},
		"something else":  {[]string{"mail.other"}, []string{"/tools/0/name", "/tools/1/name", "/concepts/0/id"}},
		"everything":      {[]string{"mail.send", "mail.read", "domain/post", "mail.other"}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m := newModel(t)
			request := registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail.read", "one")), Concepts: []tool.Concept{post}}
			m.must(request)
			request.Team, request.Override, request.OverrideNames, request.Reason = "b", true, c.names, "moved"
			r, err := m.apply(request)
			if c.fields == nil {
				if err != nil {
					t.Fatal(err)
				}
				wantOutline(t, r, "mail.send overridden 2", "mail.read overridden 2", "domain/post overridden")
				return
			}
			reason := problem.ToolNameTaken
			if c.fields[0] == "/concepts/0/id" {
				reason = problem.ConceptTaken
			}
			wantError(t, err, reason, c.fields...)
		})
	}
}

func TestOverrideNamesWithoutOverridePassNothing(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	_, err := m.apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "one")), OverrideNames: []string{"mail.send"}, Reason: "x"})
	wantError(t, err, problem.ToolNameTaken, "/tools/0/name")
}

func TestADeletedNameStaysWithItsTeam(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"))})
	m.remove(t, "mail.send", "a")

	_, err := m.apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "three"))})
	e := refusal(t, err, problem.ToolNameTaken, "/tools/0/name")
	if diff := cmp.Diff([]string{"a", "2"}, []string{e.Metadata["owner"], e.Metadata["version"]}); diff != "" {
		t.Errorf("owner and version (-want +got):\n%s", diff)
	}
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"))}), "mail.send created 3")
	m.remove(t, "mail.send", "a")
	r := m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "two")), Override: true, Reason: "taken over"})
	wantOutline(t, r, "mail.send overridden 4")
	if m.last.Tools[0].Before != "" {
		t.Errorf("before = %q, want nothing: the tool was not there", m.last.Tools[0].Before)
	}
}

func TestConceptsHaveOwnersToo(t *testing.T) {
	m := newModel(t)
	key := tool.ConceptKey{Kind: "entity", ID: "label"}
	concepts := func(glossary string) []tool.Concept {
		return []tool.Concept{{ConceptKey: key, Glossary: glossary, Synonyms: []string{"tag"}}}
	}
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Concepts: concepts("colored tag")}), "entity/label created")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Concepts: concepts("a colored tag")}), "entity/label updated")
	_, err := m.apply(registry.ApplyRequest{Team: "b", Concepts: concepts("a colored tag")})
	e := refusal(t, err, problem.ConceptTaken, "/concepts/0/id")
	want := map[string]string{"kind": "entity", "id": "label", "owner": "a", "problems": "1"}
	if diff := cmp.Diff(want, e.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	r := m.must(registry.ApplyRequest{Team: "b", Concepts: concepts("a colored tag"), Override: true, Reason: "moved"})
	wantOutline(t, r, "entity/label overridden")
	if got := m.concepts[key]; got.Team != "b" || got.Revision != 3 || m.last.Concepts[0].Reason != "moved" {
		t.Errorf("concept %+v, write %+v", got, m.last.Concepts[0])
	}
}

func TestAConceptIsNamedOnce(t *testing.T) {
	c := tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}}
	_, err := newModel(t).apply(registry.ApplyRequest{Team: "a", Concepts: []tool.Concept{c, c}})
	wantError(t, err, problem.InvalidField, "/concepts/1/id")
}
