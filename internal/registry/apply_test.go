package registry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestATeamCreatesAndUpdatesItsOwn(t *testing.T) {
	m := newModel(t)
	r := m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail__read", "one"))})
	wantOutline(t, r, "mail.send created 1", "mail.read created 1")
	if r.Revision != 1 || !m.exists {
		t.Errorf("revision %d, exists %v; want the catalog at revision 1", r.Revision, m.exists)
	}
	r = m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"), draft("mail.read", "one"))})
	wantOutline(t, r, "mail.send updated 2", "mail.read unchanged 1")
	if r.Revision != 2 || r.Changes[1].Digest != m.tools["mail.read"].Digest || r.Changes[0].Digest != m.tools["mail.send"].Digest {
		t.Errorf("revision %d, changes %+v", r.Revision, r.Changes)
	}
}

func TestIdenticalContentRaisesNothing(t *testing.T) {
	m := newModel(t)
	request := registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one")), Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}}}}
	m.must(request)
	r := m.must(request)
	wantOutline(t, r, "mail.send unchanged 1", "domain/post unchanged")
	if r.Revision != 1 || m.last.Raises() {
		t.Errorf("revision %d, writes %+v; want nothing raised", r.Revision, m.last)
	}
}

func TestAnEmptyApplyCreatesAnEmptyCatalog(t *testing.T) {
	m := newModel(t)
	if r := m.must(registry.ApplyRequest{Team: "a"}); r.Revision != 0 || !m.exists {
		t.Errorf("revision %d, exists %v", r.Revision, m.exists)
	}
}

func TestTheHundredAndFirstCatalogIsRefused(t *testing.T) {
	m := newModel(t)
	m.others = 100
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(draft("a", "one"))})
	if e := refusal(t, err, problem.LimitExceeded); !strings.Contains(e.Message, "limit catalogs allows 100") {
		t.Errorf("message %q does not name the limit", e.Message)
	}
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("a", "one")), MaxCatalogs: 101})
	m.others = 200
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("a", "two"))}) // the catalog is there now
}

func TestCollisionRefusedNamesTheOwner(t *testing.T) { // S2, registry rule 1
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"))})
	before := *m.tools["mail.send"]
	_, err := m.apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.read", "one"), draft("mail__send", "mine"))})
	e := refusal(t, err, problem.ToolNameTaken, "/tools/1/name")
	want := map[string]string{"name": "mail.send", "owner": "a", "version": "1", "updated_at": "2026-01-02T03:04:06.123456Z", "problems": "1"}
	if diff := cmp.Diff(want, e.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, *m.tools["mail.send"]); diff != "" || m.tools["mail.read"] != nil {
		t.Errorf("something was written; first record (-before +after):\n%s", diff)
	}
}

func TestProblemsOfAnApplyAreJoinedInItsOrder(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{
		Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail.read", "one")),
		Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}}},
	})
	bad := draft("mail.read", "two")
	bad.Capabilities = []string{"thing:do", "Thing"}
	request := registry.ApplyRequest{
		Team: "b", Tools: tools(draft("mail.send", "mine"), bad, draft("Mail", "x"), draft("mail.new", "x"), draft("mail__new", "x")),
		Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}, Label: "\u202e"}},
	}
	fields := []string{
		"/tools/0/name", "/tools/1/capabilities/1", "/tools/1/name", "/tools/2/name", "/tools/4/name", "/concepts/0/label", "/concepts/0/id",
	}
	_, err := m.apply(request)
	e := refusal(t, err, problem.InvalidField, fields...)
	if e.Metadata["problems"] != "7" || e.Metadata["owner"] != "" {
		t.Errorf("metadata = %v, want the count alone", e.Metadata)
	}
	if got := e.Violations[4].Description; !strings.Contains(got, "/tools/3") {
		t.Errorf("the twin is described as %q, want the other index", got)
	}
	if got := e.Violations[0].Reason; got != problem.ToolNameTaken {
		t.Errorf("the first violation has reason %s", got)
	}

	request.DryRun = true
	r := m.must(request)
	var got []string
	for _, p := range r.Problems {
		got = append(got, p.Field)
	}
	if diff := cmp.Diff(fields, got); diff != "" {
		t.Errorf("problems of the dry run (-want +got):\n%s", diff)
	}
	wantOutline(t, r, "mail.new created 1")
	if m.revision != 1 || m.tools["mail.new"] != nil {
		t.Error("the dry run wrote something")
	}
}

func TestAnApplyReportsMoreProblemsThanAnErrorCarries(t *testing.T) {
	var drafts []tool.Draft
	for i := range 50 {
		drafts = append(drafts, draft("A"+strings.Repeat("a", i), "x"))
	}
	_, err := newModel(t).apply(registry.ApplyRequest{Team: "a", Tools: drafts})
	var fields []string
	for i := range drafts {
		fields = append(fields, fmt.Sprintf("/tools/%d/name", i))
	}
	if e := refusal(t, err, problem.InvalidField, fields...); e.Metadata["problems"] != "50" {
		t.Errorf("problems = %q", e.Metadata["problems"])
	}
}

func TestOneBadRecordRefusesAllAndTheNextApplyWorks(t *testing.T) { // cases 7 and 58
	m := newModel(t)
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(draft("a.one", "x"), draft(strings.Repeat("a", 65), "x"), draft("a.two", "x"))})
	wantError(t, err, problem.LimitExceeded, "/tools/1/name")
	if m.exists || len(m.tools) > 0 {
		t.Fatal("a refused apply wrote something")
	}
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("a.one", "x"), draft("a.two", "x"))}), "a.one created 1", "a.two created 1")
}

func TestEnvelopesAreRefusedAtOnce(t *testing.T) {
	many := func(n int) []tool.Draft { return slices.Repeat([]tool.Draft{{}}, n) }
	cases := map[string]struct {
		request registry.ApplyRequest
		reason  problem.Reason
		field   string
	}{
		"no team":                          {registry.ApplyRequest{}, problem.InvalidField, "/team"},
		"long team":                        {registry.ApplyRequest{Team: strings.Repeat("a", 65)}, problem.LimitExceeded, "/team"},
		"hidden mark in the team":          {registry.ApplyRequest{Team: "a\u200b"}, problem.InvalidField, "/team"},
		"too many tools":                   {registry.ApplyRequest{Team: "a", Tools: many(2001)}, problem.LimitExceeded, "/tools"},
		"too many concepts":                {registry.ApplyRequest{Team: "a", Concepts: make([]tool.Concept, 2001)}, problem.LimitExceeded, "/concepts"},
		"prune of everything":              {registry.ApplyRequest{Team: "a", Prune: true}, problem.InvalidField, "/prune"},
		"override without reason":          {registry.ApplyRequest{Team: "a", Override: true}, problem.OverrideReasonMissing, "/reason"},
		"override with blank reason":       {registry.ApplyRequest{Team: "a", Override: true, Reason: " \u00a0"}, problem.OverrideReasonMissing, "/reason"},
		"override without reason, dry":     {registry.ApplyRequest{Team: "a", Override: true, DryRun: true, Tools: many(1)}, problem.OverrideReasonMissing, "/reason"},
		"long reason":                      {registry.ApplyRequest{Team: "a", Reason: strings.Repeat("é", 501)}, problem.LimitExceeded, "/reason"},
		"line break in the reason":         {registry.ApplyRequest{Team: "a", Reason: "a\nb"}, problem.InvalidField, "/reason"},
		"override name that is no name":    {registry.ApplyRequest{Team: "a", OverrideNames: []string{"a", "B"}}, problem.InvalidField, "/override_names/1"},
		"override name that is no concept": {registry.ApplyRequest{Team: "a", OverrideNames: []string{"verb/x"}}, problem.InvalidField, "/override_names/0"},
		"long request id":                  {registry.ApplyRequest{Team: "a", RequestID: strings.Repeat("é", 129)}, problem.LimitExceeded, "/request_id"},
		"NUL in the request id":            {registry.ApplyRequest{Team: "a", RequestID: "a\x00"}, problem.InvalidField, "/request_id"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := registry.NewApply(c.request)
			wantError(t, err, c.reason, c.field)
		})
	}
	_, err := registry.NewApply(registry.ApplyRequest{Override: true})
	wantError(t, err, problem.OverrideReasonMissing, "/team", "/reason")
}

func TestIfVersion(t *testing.T) {
	cases := map[string]struct {
		name    string
		version int
		fails   bool
	}{
		"present version":                 {"mail.send", 2, false},
		"older version":                   {"mail.send", 1, true},
		"newer version":                   {"mail.send", 3, true},
		"must not exist, but does":        {"mail.send", 0, true},
		"must not exist, and does not":    {"mail.new", 0, false},
		"version of what does not exist":  {"mail.new", 1, true},
		"must not exist, and is deleted":  {"mail.gone", 0, false},
		"version of what is deleted":      {"mail.gone", 1, true},
		"must not exist, same content":    {"mail.same", 0, true},
		"present version, same content":   {"mail.same", 1, false},
		"version of another team's name":  {"mail.theirs", 7, true},
		"present version of another team": {"mail.theirs", 1, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m := newModel(t)
			m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail.gone", "one"), draft("mail.same", "new"))})
			m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.send", "two"), draft("mail.same", "new"))})
			m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.theirs", "one"))})
			d := draft(c.name, "new")
			d.IfVersion = &c.version
			_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(d)})
			switch {
			case !c.fails && err != nil:
				t.Errorf("refused: %v", err)
			case c.fails && c.name == "mail.theirs":
				wantError(t, err, problem.ToolNameTaken, "/tools/0/name")
			case c.fails:
				e := refusal(t, err, problem.VersionMismatch, "/tools/0/if_version")
				if e.Metadata["name"] != c.name || e.Metadata["version"] == "" {
					t.Errorf("metadata = %v", e.Metadata)
				}
			}
		})
	}
}

func TestADryRunOnAnUnknownCatalogPlansAgainstAnEmptyOne(t *testing.T) {
	m := newModel(t)
	r := m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one")), DryRun: true})
	wantOutline(t, r, "mail.send created 1")
	if r.Revision != 0 || m.exists {
		t.Errorf("revision %d, exists %v", r.Revision, m.exists)
	}
}

func TestWarningsTravelWithTheChange(t *testing.T) {
	m := newModel(t)
	d := draft("mail.send", "one")
	d.Capabilities = nil
	for range 2 {
		r := m.must(registry.ApplyRequest{Team: "a", Tools: tools(d)})
		if len(r.Changes[0].Warnings) != 1 || r.Changes[0].Warnings[0].Field != "/tools/0/capabilities" {
			t.Errorf("warnings = %+v", r.Changes[0].Warnings)
		}
	}
}
