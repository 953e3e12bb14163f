package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ignoreEmpty leaves it to a store whether a list or a map of nothing is nil.
var ignoreEmpty = cmpopts.EquateEmpty()

// ignoreTimes is for comparisons in which the store has set the times.
var ignoreTimes = cmpopts.IgnoreFields(tool.Record{}, "CreatedAt", "UpdatedAt")

func contentCases() []testCase {
	return []testCase{
		{"every field of a record survives", everyField},
		{"parameters survive byte for byte", parametersSurvive},
		{"identifiers compare and sort byte for byte", bytewise},
		{"times are microseconds, and creation stays when a tool changes", times},
		{"a deleted tool is loaded and not counted", deletedTool},
		{"loading since a revision gives the later rows only, with all concepts", loadSince},
		{"concepts survive, change and go", concepts},
	}
}

// full is tool mail.send with no field empty.
func full() *tool.Record {
	return &tool.Record{
		Spec: tool.Spec{
			Name: "mail.send", Title: "Send a mail — „now“", Description: `Sends <b>"it"</b> & says so; 你好, 🙂 👩‍👩‍👧, e\u0301.`,
			Parameters:   `{"type":"object","properties":{"to":{"type":"string"}}}`,
			Capabilities: []string{"mail:send", "mail:write"}, Domains: []string{"post"}, Entities: []string{"letter"},
			Relationships: []string{"letter.sent-to.member"}, Examples: []string{"send it\\now", "あて先 <x>"},
			Aliases: []string{"mail.dispatch", "mail.post"}, Idempotent: true, TimeoutMS: 1500,
			Handler: "mcp://mail/send?a=1&b=%20", Labels: []string{"beta", "ünïcode"},
			Deprecation: &tool.Deprecation{Reason: "old", ReplacedBy: "mail.post2", Sunset: "2031-01-31"},
			Expect:      []tool.Expectation{{Query: "send mail", Within: 3}},
		},
		Team: "post", LiveDescription: "Sends; 3 boxes are free.",
	}
}

func everyField(t *testing.T, s store.Store) {
	records := []*tool.Record{full(), Tool("web.get", "net", "Get.")}
	commit(t, s, "agents", Put(records...))
	var want []*tool.Record
	for _, r := range records {
		r := *r
		r.Version, r.Revision, r.Digest, r.UpdatedBy = 1, 1, digest(&r), actor
		want = append(want, &r)
	}
	if diff := cmp.Diff(want, load(t, s, "agents", -1).Records, ignoreTimes); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	seen := See(t, s, "agents", registry.Needs{Names: []string{"mail.send"}}).Tools["mail.send"]
	if diff := cmp.Diff(want[0], seen, ignoreTimes); diff != "" {
		t.Errorf("record an operation sees (-want +got):\n%s", diff)
	}
}

func parametersSurvive(t *testing.T, s store.Store) {
	texts := map[string]string{
		"key.order":   `{"type":"object","properties":{"z":{},"a":{},"m":{}},"required":["z","a"]}`,
		"big.numbers": `{"type":"object","properties":{"n":{"enum":[1e2,1.0,-0,12345678901234567890,0.1e-7,100]}}}`,
		"escapes":     `{"type":"object","properties":{"\u00e4\/\n":{"const":"\ud83d\ude42 \u0000 <&>"}}}`,
		"unicode":     `{"type":"object","description":"é é 你好 🙂 ` + "\u2028" + `"}`,
		"same.keys":   `{"type":"object","properties":{"a":{},"A":{},"":{}}}`,
	}
	var records []*tool.Record
	for name, text := range texts {
		r := Tool(name, "post", "Keep this.")
		r.Parameters = text
		records = append(records, r)
	}
	commit(t, s, "agents", Put(records...))
	for _, r := range load(t, s, "agents", -1).Records {
		if r.Parameters != texts[r.Name] {
			t.Errorf("%s:\n got %s\nwant %s", r.Name, r.Parameters, texts[r.Name])
		}
	}
}

// The names are not all legal: the store must not depend on the rule.
func bytewise(t *testing.T, s store.Store) {
	sorted := []string{"B", "a", "a-b", "a.b", "aB", "a_b", "ab", "b", "e\u0301", "z", "é"}
	var records []*tool.Record
	for i := range sorted { // neither sorted nor reversed
		records = append(records, Tool(sorted[(i*7+3)%len(sorted)], "post", "Compare."))
	}
	commit(t, s, "agents", Put(records...))
	if diff := cmp.Diff(sorted, names(load(t, s, "agents", -1).Records)); diff != "" {
		t.Errorf("order of names (-want +got):\n%s", diff)
	}
	state := See(t, s, "agents", registry.Needs{Names: []string{"A", "É", "A.B", "a.b"}})
	if len(state.Tools) != 1 || state.Tools["a.b"] == nil {
		t.Errorf("found %d tools under names of which one exists", len(state.Tools))
	}
	for _, catalog := range []string{"x", "X"} {
		commit(t, s, catalog, Put(Tool("mail.send", "post", "Send.")))
	}
	want := []store.Head{head("X", 1), head("agents", 1), head("default", 0), head("x", 1)}
	if diff := cmp.Diff(want, heads(t, s)); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

func times(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send.")))
	first := *load(t, s, "agents", -1).Records[0]
	if age := time.Since(time.UnixMicro(first.CreatedAt)); age.Abs() > 12*time.Hour {
		t.Errorf("created at %d, %s ago: not the microseconds of now", first.CreatedAt, age)
	}
	if first.UpdatedAt != first.CreatedAt {
		t.Errorf("a new tool was updated at %d and created at %d", first.UpdatedAt, first.CreatedAt)
	}
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send more.")))
	second := *load(t, s, "agents", -1).Records[0]
	if second.CreatedAt != first.CreatedAt || second.UpdatedAt < first.UpdatedAt {
		t.Errorf("times went from %d, %d to %d, %d", first.CreatedAt, first.UpdatedAt, second.CreatedAt, second.UpdatedAt)
	}
}

func deletedTool(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(full()))
	commit(t, s, "agents", remove("mail.send", "nobody sends"))
	contents := load(t, s, "agents", 1)
	if len(contents.Records) != 1 || !contents.Records[0].Deleted || contents.Records[0].Team != "post" {
		t.Fatalf("rows since the deletion: %+v", contents.Records)
	}
	if got := heads(t, s)[0]; got != (store.Head{Catalog: "agents", Revision: 2}) {
		t.Errorf("head %+v", got)
	}
	state := See(t, s, "agents", registry.Needs{Names: []string{"mail.send", "mail.post"}, Team: "post", TeamTools: true})
	if len(state.Aliases) != 0 {
		t.Errorf("aliases of a deleted tool still stand: %v", state.Aliases)
	}
	if len(state.Tools) != 1 || !state.Tools["mail.send"].Deleted {
		t.Errorf("an operation sees %v", state.Tools)
	}
}

func loadSince(t *testing.T, s store.Store) {
	concept := tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}, Label: "Post", Team: "post"}
	commit(t, s, "agents", putConcepts(concept))
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send."), Tool("mail.read", "post", "Read.")))
	commit(t, s, "agents", Put(Tool("web.get", "net", "Get.")))
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send more.")))
	want := map[int64][]string{
		-1: {"mail.read", "mail.send", "web.get"}, 0: {"mail.read", "mail.send", "web.get"},
		1: {"mail.read", "mail.send", "web.get"}, 2: {"mail.send", "web.get"}, 3: {"mail.send"}, 4: nil, 99: nil,
	}
	for since, names := range want {
		contents := load(t, s, "agents", since)
		var got []string
		for _, r := range contents.Records {
			got = append(got, r.Name)
		}
		if diff := cmp.Diff(names, got); diff != "" {
			t.Errorf("since %d (-want +got):\n%s", since, diff)
		}
		if contents.Revision != 4 || len(contents.Concepts) != 1 {
			t.Errorf("since %d: revision %d, %d concepts", since, contents.Revision, len(contents.Concepts))
		}
	}
}

// putConcepts writes concepts as they stand.
func putConcepts(concepts ...tool.Concept) Operation {
	return Operation{Decides: func(s registry.State) (registry.Decision, error) {
		var d registry.Decision
		d.Result.Revision = s.Revision + 1
		d.Writes.CreateCatalog = !s.Exists
		for _, c := range concepts {
			write := registry.ConceptWrite{Concept: c, Action: registry.Updated, By: c.Team, Reason: "words"}
			d.Writes.Concepts = append(d.Writes.Concepts, write)
		}
		return d, nil
	}}
}

func concepts(t *testing.T, s store.Store) {
	label := tool.Concept{
		ConceptKey: tool.ConceptKey{Kind: "entity", ID: "label"}, Label: "Label", Glossary: `A colored "tag"; 札 🙂`,
		Synonyms: []string{"tag", "<marker>"}, Team: "work",
	}
	domain := tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "work"}, Label: "Work", Team: "work"}
	commit(t, s, "agents", putConcepts(label, domain))
	label.Glossary, label.Team = "Something else.", "other"
	commit(t, s, "agents", putConcepts(label))
	label.Revision, domain.Revision = 2, 1
	if diff := cmp.Diff([]tool.Concept{domain, label}, load(t, s, "agents", -1).Concepts); diff != "" {
		t.Errorf("concepts (-want +got):\n%s", diff)
	}
	needs := registry.Needs{Concepts: []tool.ConceptKey{label.ConceptKey, {Kind: "domain", ID: "label"}}}
	want := map[tool.ConceptKey]tool.Concept{label.ConceptKey: label}
	if diff := cmp.Diff(want, See(t, s, "agents", needs).Concepts); diff != "" {
		t.Errorf("concepts an operation sees (-want +got):\n%s", diff)
	}

	gone := Operation{Decides: func(state registry.State) (registry.Decision, error) {
		var d registry.Decision
		d.Result.Revision = state.Revision + 1
		d.Writes.Concepts = []registry.ConceptWrite{{Concept: label, Action: registry.Deleted, By: "work", Reason: "gone"}}
		return d, nil
	}}
	commit(t, s, "agents", gone)
	if diff := cmp.Diff([]tool.Concept{domain}, load(t, s, "agents", 3).Concepts); diff != "" {
		t.Errorf("concepts after one went (-want +got):\n%s", diff)
	}
	rows := audit(t, s, "agents", 2)
	wantRow := store.AuditRow{
		Revision: 3, By: actor, Team: "work", Kind: "entity", Name: "label", Action: registry.Deleted, Reason: "gone",
	}
	if diff := cmp.Diff([]store.AuditRow{wantRow}, rows, cmpopts.IgnoreFields(store.AuditRow{}, "At")); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(settings.Default(), load(t, s, "agents", -1).Settings); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}
