package registry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// try commits what a constructor returned.
func try[T registry.Operation](m *model, op T, err error) (registry.Result, error) {
	if err != nil {
		return registry.Result{}, err
	}
	return m.commit(op)
}

func (m *model) register(r registry.RegisterRequest) (registry.Result, error) {
	op, err := registry.NewRegister(r)
	return try(m, op, err)
}

func (m *model) deleteTool(r registry.DeleteToolRequest) (registry.Result, error) {
	op, err := registry.NewDeleteTool(r)
	return try(m, op, err)
}

func (m *model) deleteConcept(r registry.DeleteConceptRequest) (registry.Result, error) {
	op, err := registry.NewDeleteConcept(r)
	return try(m, op, err)
}

func (m *model) describeTool(r registry.DescribeRequest) (registry.Result, error) {
	op, err := registry.NewDescribe(r)
	return try(m, op, err)
}

func (m *model) put(s settings.Settings, ifRevision *int64) (registry.Result, error) {
	op, err := registry.NewPutSettings(s, ifRevision)
	return try(m, op, err)
}

func (m *model) remove(t *testing.T, name, team string) {
	t.Helper()
	if _, err := m.deleteTool(registry.DeleteToolRequest{Name: name, Team: team}); err != nil {
		t.Fatal(err)
	}
}

// describe sets the live description of a tool of team a.
func (m *model) describe(t *testing.T, name, text string) {
	t.Helper()
	if _, err := m.describeTool(registry.DescribeRequest{Name: name, Team: "a", Description: text}); err != nil {
		t.Fatal(err)
	}
}

func TestStrictRegisterRefusesAnyKnownName(t *testing.T) { // S2: register raises on a known name unless override
	cases := map[string]struct {
		request registry.RegisterRequest
		want    string // empty when it is refused
	}{
		"new name":                    {registry.RegisterRequest{Team: "a", Tool: draft("mail.new", "x")}, "mail.new created 1"},
		"own name":                    {registry.RegisterRequest{Team: "a", Tool: draft("mail__read", "x")}, ""},
		"own name, same content":      {registry.RegisterRequest{Team: "a", Tool: draft("mail.read", "one")}, ""},
		"own name, override":          {registry.RegisterRequest{Team: "a", Tool: draft("mail.read", "x"), Override: true, Reason: "fix"}, "mail.read updated 2"},
		"own name, same, override":    {registry.RegisterRequest{Team: "a", Tool: draft("mail.read", "one"), Override: true, Reason: "fix"}, "mail.read unchanged 1"},
		"another team's name":         {registry.RegisterRequest{Team: "b", Tool: draft("mail.read", "one")}, ""},
		"another team's, override":    {registry.RegisterRequest{Team: "b", Tool: draft("mail.read", "one"), Override: true, Reason: "moved"}, "mail.read overridden 2"},
		"an alias":                    {registry.RegisterRequest{Team: "a", Tool: draft("mail.send", "one")}, ""},
		"own deleted name":            {registry.RegisterRequest{Team: "a", Tool: draft("mail.gone", "one")}, "mail.gone created 2"},
		"another team's deleted name": {registry.RegisterRequest{Team: "a", Tool: draft("mail.lost", "one")}, ""},
		"the same with override":      {registry.RegisterRequest{Team: "a", Tool: draft("mail.lost", "one"), Override: true, Reason: "moved"}, "mail.lost overridden 2"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r, err := renamed(t).register(c.request)
			if c.want == "" {
				wantError(t, err, problem.ToolNameTaken, "/tool/name")
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			wantOutline(t, r, c.want)
		})
	}
}

func TestRegisterChecksItsRecordAndItsEnvelope(t *testing.T) {
	m := newModel(t)
	_, err := m.register(registry.RegisterRequest{Tool: draft("A", "x")})
	wantError(t, err, problem.InvalidField, "/team")
	_, err = m.register(registry.RegisterRequest{Team: "a", Override: true, Tool: draft("A", "x")})
	wantError(t, err, problem.OverrideReasonMissing, "/reason")
	_, err = m.register(registry.RegisterRequest{Team: "a", Tool: draft("A", "\u202e")})
	wantError(t, err, problem.InvalidField, "/tool/name", "/tool/description")
	d := draft("a", "x")
	d.IfVersion = new(1)
	_, err = m.register(registry.RegisterRequest{Team: "a", Tool: d})
	wantError(t, err, problem.VersionMismatch, "/tool/if_version")
	m.others = 100
	_, err = m.register(registry.RegisterRequest{Team: "a", Tool: draft("a", "x")})
	wantError(t, err, problem.LimitExceeded)
}

func TestOnlyTheOwnerOrAnOverrideDeletesATool(t *testing.T) {
	cases := map[string]struct {
		request registry.DeleteToolRequest
		reason  problem.Reason // empty when it passes
		fields  []string
	}{
		"owner":                   {registry.DeleteToolRequest{Name: "mail__read", Team: "a"}, "", nil},
		"another team":            {registry.DeleteToolRequest{Name: "mail.read", Team: "b"}, problem.NotOwner, []string{"/team"}},
		"another team, override":  {registry.DeleteToolRequest{Name: "mail.read", Team: "b", Override: true, Reason: "broken"}, "", nil},
		"override without reason": {registry.DeleteToolRequest{Name: "mail.read", Team: "a", Override: true}, problem.OverrideReasonMissing, []string{"/reason"}},
		"no team":                 {registry.DeleteToolRequest{Name: "mail.read"}, problem.InvalidField, []string{"/team"}},
		"unknown":                 {registry.DeleteToolRequest{Name: "mail.nothing", Team: "a"}, problem.UnknownTool, nil},
		"deleted already":         {registry.DeleteToolRequest{Name: "mail.gone", Team: "a"}, problem.UnknownTool, nil},
		"an alias":                {registry.DeleteToolRequest{Name: "mail.send", Team: "a"}, problem.UnknownTool, nil},
		"no name at all":          {registry.DeleteToolRequest{Name: "a\x00\u202e" + strings.Repeat("x", 9000), Team: "a"}, problem.UnknownTool, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m := renamed(t)
			before := m.revision
			r, err := m.deleteTool(c.request)
			if c.reason != "" {
				e := refusal(t, err, c.reason, c.fields...)
				if len(e.Message) > 500 {
					t.Errorf("the message has %d bytes", len(e.Message))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			wantOutline(t, r, "mail.read deleted 1")
			if r.Revision != before+1 || !m.tools["mail.read"].Deleted || m.tools["mail.read"].Team != "a" || len(m.history["mail.read"]) != 1 {
				t.Errorf("revision %d, record %+v", r.Revision, m.tools["mail.read"])
			}
			if write := m.last.Tools[0]; write.By != c.request.Team || write.Reason != c.request.Reason {
				t.Errorf("write %+v", write)
			}
		})
	}
}

func TestDeletingAToolFreesItsAliases(t *testing.T) {
	m := renamed(t)
	m.remove(t, "mail.deliver", "a")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "back"))}), "mail.send created 2")
}

func TestALiveDescriptionIsDataAndNotContent(t *testing.T) { // S1, descriptions as live data
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("run.python", "one", "run.py"))})
	r, err := m.describeTool(registry.DescribeRequest{Name: "run__py", Team: "a", Description: "Runs Python.\nHas openpyxl."})
	if err != nil {
		t.Fatal(err)
	}
	wantOutline(t, r, "run.python updated 1")
	got := m.tools["run.python"]
	if got.LiveDescription != "Runs Python. Has openpyxl." || got.EffectiveDescription() != got.LiveDescription || r.Revision != 2 {
		t.Errorf("revision %d, record %+v", r.Revision, got)
	}
	if w := r.Changes[0].Warnings; len(w) != 1 || w[0].Field != "/description" {
		t.Errorf("warnings %+v", w)
	}
	if write := m.last.Tools[0]; write.Action != registry.Described || write.NewVersion {
		t.Errorf("write %+v", write)
	}

	r, _ = m.describeTool(registry.DescribeRequest{Name: "run.python", Team: "a", Description: "Runs  Python. Has openpyxl."})
	wantOutline(t, r, "run.python unchanged 1")
	if r.Revision != 2 {
		t.Errorf("unchanged text raised the revision to %d", r.Revision)
	}
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("run.python", "one", "run.py"))}), "run.python unchanged 1")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("run.python", "two", "run.py"))}), "run.python updated 2")
	if got := m.tools["run.python"].LiveDescription; got == "" {
		t.Error("an apply cleared the live description")
	}
	m.describe(t, "run.python", "")
	if got := m.tools["run.python"]; got.EffectiveDescription() != "Does two." {
		t.Errorf("effective description %q after clearing", got.EffectiveDescription())
	}
	m.describe(t, "run.python", "Live again.")
	m.remove(t, "run.python", "a")
	if got := m.tools["run.python"].LiveDescription; got != "" {
		t.Errorf("the deleted tool has the live description %q", got)
	}
}

func TestDescribeIsRefused(t *testing.T) {
	cases := map[string]struct {
		request registry.DescribeRequest
		reason  problem.Reason
		fields  []string
	}{
		"another team":        {registry.DescribeRequest{Name: "mail.read", Team: "b", Description: "x"}, problem.NotOwner, []string{"/team"}},
		"unknown tool":        {registry.DescribeRequest{Name: "mail.nothing", Team: "a", Description: "x"}, problem.UnknownTool, nil},
		"deleted tool":        {registry.DescribeRequest{Name: "mail.gone", Team: "a", Description: "x"}, problem.UnknownTool, nil},
		"no name at all":      {registry.DescribeRequest{Name: "Mail", Team: "a", Description: "x"}, problem.UnknownTool, nil},
		"hidden mark":         {registry.DescribeRequest{Name: "mail.read", Team: "a", Description: "x\u200b"}, problem.InvalidField, []string{"/description"}},
		"4,097 characters":    {registry.DescribeRequest{Name: "mail.read", Team: "a", Description: strings.Repeat("x", 4097)}, problem.LimitExceeded, []string{"/description"}},
		"no team and no name": {registry.DescribeRequest{Description: "x"}, problem.InvalidField, []string{"/team"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := renamed(t).describeTool(c.request)
			wantError(t, err, c.reason, c.fields...)
		})
	}
}

func TestOnlyTheOwnerOrAnOverrideDeletesAConcept(t *testing.T) {
	post := tool.ConceptKey{Kind: "domain", ID: "post"}
	m := shared(t)
	_, err := m.deleteConcept(registry.DeleteConceptRequest{Key: post, Team: "b"})
	if e := refusal(t, err, problem.NotOwner, "/team"); e.Metadata["owner"] != "a" {
		t.Errorf("metadata %v", e.Metadata)
	}
	_, err = m.deleteConcept(registry.DeleteConceptRequest{Key: post, Team: "b", Override: true})
	wantError(t, err, problem.OverrideReasonMissing, "/reason")
	_, err = m.deleteConcept(registry.DeleteConceptRequest{Key: tool.ConceptKey{Kind: "entity", ID: "post"}, Team: "a"})
	wantError(t, err, problem.UnknownConcept)
	_, err = m.deleteConcept(registry.DeleteConceptRequest{Key: tool.ConceptKey{Kind: "\x00", ID: "post"}, Team: "a"})
	wantError(t, err, problem.UnknownConcept)
	r, err := m.deleteConcept(registry.DeleteConceptRequest{Key: post, Team: "b", Override: true, Reason: "wrong"})
	if err != nil {
		t.Fatal(err)
	}
	wantOutline(t, r, "domain/post deleted")
	if len(m.concepts) != 0 || r.Revision != 3 || m.last.Concepts[0].Reason != "wrong" {
		t.Errorf("revision %d, concepts %v", r.Revision, m.concepts)
	}
	_, err = m.deleteConcept(registry.DeleteConceptRequest{Key: post, Team: "a"})
	wantError(t, err, problem.UnknownConcept)
	wantOutline(t, m.must(registry.ApplyRequest{Team: "b", Concepts: []tool.Concept{{ConceptKey: post}}}), "domain/post created")
}

func TestSettingsAreReplacedWhole(t *testing.T) {
	m := shared(t)
	s := settings.Default()
	s.Slots = 5
	r, err := m.put(s, new(int64(2)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, r.Settings); diff != "" || r.Revision != 3 || m.settings.Slots != 5 {
		t.Errorf("revision %d, settings (-want +got):\n%s", r.Revision, diff)
	}
	r, err = m.put(s, nil)
	if err != nil || r.Revision != 3 || m.last.Raises() || r.Settings.Slots != 5 {
		t.Errorf("the same settings again: revision %d, error %v", r.Revision, err)
	}
	_, err = m.put(settings.Default(), new(int64(2)))
	if e := refusal(t, err, problem.VersionMismatch, "/if_revision"); e.Metadata["revision"] != "3" {
		t.Errorf("metadata %v", e.Metadata)
	}
	s.Slots, s.Ranking = 65, "x"
	_, err = m.put(s, new(int64(-1)))
	wantError(t, err, problem.LimitExceeded, "/slots", "/ranking", "/if_revision")
}

func TestAnUnknownCatalogIsAnsweredAsSuch(t *testing.T) {
	m := newModel(t)
	_, err := m.deleteTool(registry.DeleteToolRequest{Name: "a", Team: "a"})
	wantError(t, err, problem.UnknownCatalog)
	_, err = m.deleteConcept(registry.DeleteConceptRequest{Key: tool.ConceptKey{Kind: "domain", ID: "a"}, Team: "a"})
	wantError(t, err, problem.UnknownCatalog)
	_, err = m.describeTool(registry.DescribeRequest{Name: "a", Team: "a"})
	wantError(t, err, problem.UnknownCatalog)
	_, err = m.put(settings.Default(), nil)
	wantError(t, err, problem.UnknownCatalog)
}
