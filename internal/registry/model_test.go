package registry_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// fataler is what the model needs of testing.T and of rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// model is the smallest store there could be: one catalog in memory. It loads
// exactly what an operation needs and holds every decision to the promises of
// registry.Writes.
type model struct {
	t        fataler
	exists   bool
	others   int // other catalogs of the store
	revision int64
	clock    int64 // microseconds
	settings settings.Settings
	tools    map[string]*tool.Record
	history  map[string][]*tool.Record
	families map[string]string
	concepts map[tool.ConceptKey]tool.Concept
	receipts map[string]*registry.Receipt // by team and request id
	last     registry.Writes
}

func newModel(t fataler) *model {
	return &model{
		t: t, settings: settings.Default(),
		clock: 1_767_323_045_123_456, // 2026-01-02T03:04:05.123456Z
		tools: map[string]*tool.Record{}, history: map[string][]*tool.Record{}, families: map[string]string{},
		concepts: map[tool.ConceptKey]tool.Concept{}, receipts: map[string]*registry.Receipt{},
	}
}

// load finds what n names and nothing else.
func (m *model) load(n registry.Needs) registry.State {
	s := registry.State{
		Exists: m.exists, Catalogs: m.others, Revision: m.revision,
		Tools: map[string]*tool.Record{}, Aliases: map[string]string{}, FamilyOwners: map[string]string{},
		Concepts: map[tool.ConceptKey]tool.Concept{},
	}
	if !m.exists {
		return s
	}
	s.Catalogs++
	s.Settings = m.settings
	for name, r := range m.tools {
		isAlias := false
		for _, alias := range r.Aliases {
			if !r.Deleted && slices.Contains(n.Names, alias) {
				s.Aliases[alias] = name
				isAlias = true
			}
		}
		if isAlias || slices.Contains(n.Names, name) || n.TeamTools && r.Team == n.Team && !r.Deleted {
			s.Tools[name] = r
		}
	}
	for _, family := range n.Families {
		if owner, known := m.families[family]; known {
			s.FamilyOwners[family] = owner
		}
	}
	for _, key := range n.Concepts {
		if c, known := m.concepts[key]; known {
			s.Concepts[key] = c
		}
	}
	if n.RequestID != "" {
		s.Receipt = m.receipts[n.Team+"\x00"+n.RequestID]
	}
	return s
}

// commit runs an operation as a store would.
func (m *model) commit(op registry.Operation) (registry.Result, error) {
	m.t.Helper()
	m.last = registry.Writes{}
	state := m.load(op.Needs())
	before := snapshot(state)
	d, err := op.Decide(state)
	if after := snapshot(state); after != before {
		m.t.Fatalf("Decide changed its state:\n%s", cmp.Diff(before, after))
	}
	if err != nil {
		if _, ok := errors.AsType[*problem.Error](err); !ok {
			m.t.Fatalf("Decide fails with %T %v, want a *problem.Error", err, err)
		}
		if diff := cmp.Diff(registry.Decision{}, d); diff != "" {
			m.t.Fatalf("a refusal carries a decision:\n%s", diff)
		}
		return registry.Result{}, err
	}
	m.check(d)
	m.write(d.Writes)
	return d.Result, nil
}

func snapshot(s registry.State) string {
	type concept struct {
		Key  tool.ConceptKey
		Text tool.Concept
	}
	var concepts []concept
	for key, c := range s.Concepts {
		concepts = append(concepts, concept{key, c})
	}
	slices.SortFunc(concepts, func(a, b concept) int { return cmpStrings(a.Key.String(), b.Key.String()) })
	text, err := json.Marshal([]any{s.Tools, s.Aliases, s.FamilyOwners, s.Settings, s.Receipt, concepts})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func cmpStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// check holds a decision to what a store relies on.
func (m *model) check(d registry.Decision) {
	m.t.Helper()
	w := d.Writes
	if w.CreateCatalog == m.exists && (w.Raises() || w.CreateCatalog) {
		m.t.Fatalf("CreateCatalog = %v while exists = %v", w.CreateCatalog, m.exists)
	}
	if w.Raises() && d.Result.Revision != m.revision+1 {
		m.t.Fatalf("revision %d after %d, want one more", d.Result.Revision, m.revision)
	}
	written := map[string]bool{}
	for _, write := range w.Tools {
		r := write.Record
		if written[r.Name] {
			m.t.Fatalf("%q is written twice", r.Name)
		}
		written[r.Name] = true
		want := len(m.history[r.Name])
		if write.NewVersion {
			want++
		}
		if r.Version != want || r.Revision != d.Result.Revision || write.By == "" || r.Digest != tool.Digest(r.Spec) {
			m.t.Fatalf("%s of %q writes version %d at revision %d by %q; want version %d at revision %d and the digest of its spec",
				write.Action, r.Name, r.Version, r.Revision, write.By, want, d.Result.Revision)
		}
	}
	for _, write := range w.Concepts {
		if write.Concept.Revision != d.Result.Revision || write.By == "" || write.Concept.Team == "" {
			m.t.Fatalf("%s of %s at revision %d by %q of %q", write.Action, write.Concept.ConceptKey, write.Concept.Revision, write.By, write.Concept.Team)
		}
	}
}

func (m *model) write(w registry.Writes) {
	m.last = w
	m.exists = m.exists || w.CreateCatalog
	m.clock += 1_000_000
	if w.Raises() {
		m.revision++
	}
	for _, write := range w.Tools {
		r := *write.Record
		r.UpdatedAt = m.clock
		m.tools[r.Name] = &r
		if write.NewVersion {
			m.history[r.Name] = append(m.history[r.Name], &r)
		}
		if _, known := m.families[tool.Family(r.Name)]; !known {
			m.families[tool.Family(r.Name)] = r.Team
		}
	}
	for _, write := range w.Concepts {
		if write.Action == registry.Deleted {
			delete(m.concepts, write.Concept.ConceptKey)
		} else {
			m.concepts[write.Concept.ConceptKey] = write.Concept
		}
	}
	if w.Settings != nil {
		m.settings = *w.Settings
	}
	if w.Receipt != nil {
		m.receipts[w.Receipt.Team+"\x00"+w.Receipt.RequestID] = w.Receipt
	}
}

// apply builds an apply and commits it.
func (m *model) apply(r registry.ApplyRequest) (registry.Result, error) {
	m.t.Helper()
	op, err := registry.NewApply(r)
	if err != nil {
		return registry.Result{}, err
	}
	return m.commit(op)
}

// must is apply for a test that expects it to pass.
func (m *model) must(r registry.ApplyRequest) registry.Result {
	m.t.Helper()
	result, err := m.apply(r)
	if err != nil {
		m.t.Fatalf("apply: %v", err)
	}
	return result
}

// draft is a record that is in order; each word makes another description.
func draft(name, word string, aliases ...string) tool.Draft {
	return tool.Draft{Name: name, Description: "Does " + word + ".", Capabilities: []string{"thing:do"}, Aliases: aliases}
}

func tools(drafts ...tool.Draft) []tool.Draft { return drafts }

// outline writes changes as "name action version".
func outline(r registry.Result) []string {
	var lines []string
	for _, c := range r.Changes {
		lines = append(lines, c.Name+" "+string(c.Action)+" "+string(rune('0'+c.Version)))
	}
	for _, c := range r.ConceptChanges {
		lines = append(lines, c.Key.String()+" "+string(c.Action))
	}
	return lines
}

func wantOutline(t *testing.T, r registry.Result, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, outline(r)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// refusal checks an error's reason and the fields of its violations.
func refusal(t *testing.T, err error, reason problem.Reason, fields ...string) *problem.Error {
	t.Helper()
	e, ok := errors.AsType[*problem.Error](err)
	if !ok {
		t.Fatalf("error = %v, want %s", err, reason)
	}
	var got []string
	for _, v := range e.Violations {
		got = append(got, v.Field)
	}
	if e.Reason != reason || !slices.Equal(got, fields) {
		t.Fatalf("error = %s at %q, want %s at %q\n%s", e.Reason, got, reason, fields, e.Message)
	}
	return e
}

// wantError is refusal for a test that needs no more of the error.
func wantError(t *testing.T, err error, reason problem.Reason, fields ...string) {
	t.Helper()
	_ = refusal(t, err, reason, fields...)
}
