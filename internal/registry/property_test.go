package registry_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// TestRandomHistoriesKeepThePromises drives random operations of three teams
// over a handful of names and checks after each one what nobody may ever see
// broken. The model itself checks that versions are 1..n without gaps, that
// revisions grow by one, and that a refusal writes nothing.
func TestRandomHistoriesKeepThePromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(t)
		for range rapid.IntRange(1, 25).Draw(t, "operations") {
			before := m.records()
			op, override := drawOperation(t)
			if op == nil {
				continue
			}
			needed := m.load(op.Needs())
			whole := m.load(everything(op.Needs()))
			wantDecision, wantErr := op.Decide(whole)
			gotDecision, gotErr := op.Decide(needed)
			if diff := cmp.Diff(wantDecision, gotDecision); diff != "" || fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
				t.Fatalf("the needed rows do not decide; error %v or %v, decision (-whole +needed):\n%s", wantErr, gotErr, diff)
			}
			revision := m.revision
			_, _ = m.commit(op) // a refusal is one of the outcomes that must change nothing
			after := m.records()
			if diff := cmp.Diff(before, after); (diff != "" || m.revision != revision) && !m.last.Raises() {
				t.Fatalf("revision %d became %d though nothing was raised; records (-before +after):\n%s", revision, m.revision, diff)
			}
			ownedRecordsStay(t, before, after, m.last, override)
			namesAndAliasesAreOneNamespace(t, m)
		}
	})
}

var (
	allNames = []string{"mail.send", "mail.read", "mail.old", "post.send", "post"}
	allTeams = []string{"a", "b", "c"}
	allKeys  = []tool.ConceptKey{{Kind: "domain", ID: "post"}, {Kind: "entity", ID: "label"}}
)

func everything(n registry.Needs) registry.Needs {
	n.Names, n.Concepts, n.Families = allNames, allKeys, []string{"mail", "post"}
	return n
}

// drawOperation returns nil when the envelope was refused, and whether the
// operation carries an override with a reason.
func drawOperation(t *rapid.T) (registry.Operation, bool) {
	team := rapid.SampledFrom(allTeams).Draw(t, "team")
	name := rapid.SampledFrom(allNames).Draw(t, "name")
	override := rapid.IntRange(0, 3).Draw(t, "override") == 0
	reason := rapid.SampledFrom([]string{"", "because"}).Draw(t, "reason")
	keep := func(op registry.Operation, err error) (registry.Operation, bool) {
		if err != nil {
			e, ok := errors.AsType[*problem.Error](err)
			if !ok || override && reason == "" && e.Reason != problem.OverrideReasonMissing {
				t.Fatalf("constructor: %v", err)
			}
			return nil, false
		}
		return op, override && reason != ""
	}
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		op, err := registry.NewRegister(registry.RegisterRequest{Team: team, Tool: drawDraft(t, name), Override: override, Reason: reason})
		return keep(op, err)
	case 1:
		op, err := registry.NewDeleteTool(registry.DeleteToolRequest{Name: name, Team: team, Override: override, Reason: reason})
		return keep(op, err)
	case 2:
		text := rapid.SampledFrom([]string{"", "Live.", "Now."}).Draw(t, "text")
		op, err := registry.NewDescribe(registry.DescribeRequest{Name: name, Team: team, Description: text})
		override = false
		return keep(op, err)
	case 3:
		key := rapid.SampledFrom(allKeys).Draw(t, "key")
		op, err := registry.NewDeleteConcept(registry.DeleteConceptRequest{Key: key, Team: team, Override: override, Reason: reason})
		return keep(op, err)
	case 4:
		s := settings.Default()
		s.FamilyOwnership = rapid.Bool().Draw(t, "family ownership")
		op, err := registry.NewPutSettings(s, nil)
		override = false
		return keep(op, err)
	}
	r := registry.ApplyRequest{Team: team, Override: override, Reason: reason}
	r.Prune = rapid.Bool().Draw(t, "prune")
	r.DryRun = rapid.IntRange(0, 4).Draw(t, "dry run") == 0
	r.RequestID = rapid.SampledFrom([]string{"", "", "r1"}).Draw(t, "request id")
	for _, name := range rapid.SliceOfN(rapid.SampledFrom(allNames), 0, 4).Draw(t, "names") {
		r.Tools = append(r.Tools, drawDraft(t, name))
	}
	for _, key := range rapid.SliceOfN(rapid.SampledFrom(allKeys), 0, 2).Draw(t, "keys") {
		r.Concepts = append(r.Concepts, tool.Concept{ConceptKey: key, Label: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "label")})
	}
	op, err := registry.NewApply(r)
	return keep(op, err)
}

func drawDraft(t *rapid.T, name string) tool.Draft {
	d := draft(name, rapid.SampledFrom([]string{"one", "two"}).Draw(t, "word"))
	d.Aliases = rapid.SliceOfN(rapid.SampledFrom(allNames), 0, 2).Draw(t, "aliases")
	if rapid.IntRange(0, 5).Draw(t, "conditional") == 0 {
		d.IfVersion = new(rapid.IntRange(-1, 3).Draw(t, "if_version"))
	}
	return d
}

func (m *model) records() map[string]tool.Record {
	records := map[string]tool.Record{}
	for name, r := range m.tools {
		records[name] = *r
	}
	return records
}

// ownedRecordsStay: another team's record never changes without an override
// that has a reason, and ownership moves only to the team that acts.
func ownedRecordsStay(t *rapid.T, before, after map[string]tool.Record, w registry.Writes, override bool) {
	for name, was := range before {
		is := after[name]
		if cmp.Equal(was, is) {
			continue
		}
		for _, write := range w.Tools {
			if write.Record.Name == name && write.By != was.Team && (!override || write.Reason == "") {
				t.Fatalf("team %q changed %q of team %q without override: %s", write.By, name, was.Team, write.Action)
			}
			if write.Record.Name == name && is.Team != was.Team && (is.Team != write.By || write.Action != registry.Overridden) {
				t.Fatalf("%q moved from %q to %q by %q as %s", name, was.Team, is.Team, write.By, write.Action)
			}
		}
	}
}

func namesAndAliasesAreOneNamespace(t *rapid.T, m *model) {
	holder := map[string]string{}
	for name, r := range m.tools {
		if r.Deleted {
			continue
		}
		for _, taken := range append([]string{name}, r.Aliases...) {
			if other, clash := holder[taken]; clash {
				t.Fatalf("%q belongs to %q and to %q", taken, other, name)
			}
			holder[taken] = name
		}
	}
}

// TestAnAcceptedApplyIsUnchangedTheSecondTime: rule 3, over random applies.
func TestAnAcceptedApplyIsUnchangedTheSecondTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(t)
		for range rapid.IntRange(1, 6).Draw(t, "applies") {
			r := registry.ApplyRequest{Team: rapid.SampledFrom(allTeams).Draw(t, "team"), Override: true, Reason: "because"}
			r.Prune = rapid.Bool().Draw(t, "prune")
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(allNames), 1, 3, rapid.ID).Draw(t, "names") {
				d := drawDraft(t, name)
				d.IfVersion = nil
				r.Tools = append(r.Tools, d)
			}
			if _, err := m.apply(r); err != nil {
				continue
			}
			again := m.must(r)
			if m.last.Raises() {
				t.Fatalf("the same apply again made %q", outline(again))
			}
		}
	})
}
