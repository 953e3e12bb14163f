package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Operation is an operation made of its needs and one function.
type Operation struct {
	Reads   registry.Needs
	Decides func(registry.State) (registry.Decision, error)
}

func (o Operation) Needs() registry.Needs { return o.Reads }

func (o Operation) Decide(s registry.State) (registry.Decision, error) { return o.Decides(s) }

// nothing decides to change nothing, as a dry run does.
func nothing(needs registry.Needs) Operation {
	return Operation{needs, func(s registry.State) (registry.Decision, error) {
		return registry.Decision{Result: registry.Result{Revision: s.Revision}}, nil
	}}
}

// Put writes tools as they stand, each as its next version, and creates the
// catalog where it is missing. It knows no owner: it is a store's case, not a rule's.
func Put(records ...*tool.Record) Operation {
	names := make([]string, len(records))
	for i, r := range records {
		names[i] = r.Name
	}
	return Operation{registry.Needs{Names: names}, func(s registry.State) (registry.Decision, error) {
		var d registry.Decision
		d.Result.Revision = s.Revision + 1
		d.Writes.CreateCatalog = !s.Exists
		for _, r := range records {
			w := next(s, *r)
			d.Writes.Tools = append(d.Writes.Tools, w)
			d.Result.Changes = append(d.Result.Changes, registry.Change{
				Name: w.Record.Name, Action: w.Action, Version: w.Record.Version, Digest: w.Record.Digest,
			})
		}
		return d, nil
	}}
}

// next is the write of a record's next version.
func next(s registry.State, r tool.Record) registry.ToolWrite {
	w := registry.ToolWrite{Record: &r, Action: registry.Created, NewVersion: true, By: r.Team}
	r.Version, r.Revision, r.Digest = 1, s.Revision+1, digest(&r)
	if old := s.Tools[r.Name]; old != nil {
		w.Action, w.Before = registry.Updated, old.Digest
		r.Version = old.Version + 1
	}
	return w
}

// remove marks a tool as deleted, without a version.
func remove(name, reason string) Operation {
	return Operation{registry.Needs{Names: []string{name}}, func(s registry.State) (registry.Decision, error) {
		r := *s.Tools[name]
		r.Deleted, r.Revision = true, s.Revision+1
		var d registry.Decision
		d.Result.Revision = s.Revision + 1
		d.Writes.Tools = []registry.ToolWrite{{
			Record: &r, Action: registry.Deleted, Before: r.Digest, By: r.Team, Reason: reason,
		}}
		return d, nil
	}}
}

// See returns the state that an operation with these needs is given.
func See(t *testing.T, s store.Store, catalog string, needs registry.Needs) registry.State {
	t.Helper()
	var seen registry.State
	op := nothing(needs)
	quiet := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		seen = state
		return quiet(state)
	}
	commit(t, s, catalog, op)
	return seen
}

// digest is a stand-in for the canonical digest: equal for equal content.
func digest(r *tool.Record) string {
	sum := sha256.Sum256([]byte(r.Name + "\x00" + r.Description + "\x00" + r.Parameters))
	return hex.EncodeToString(sum[:])
}

// Tool is a record with a name, a team and a description.
func Tool(name, team, description string) *tool.Record {
	return &tool.Record{
		Spec: tool.Spec{Name: name, Description: description, Parameters: `{"type":"object"}`},
		Team: team,
	}
}

const actor = "token:ci" // who acts in these tests

func commit(t *testing.T, s store.Store, catalog string, op registry.Operation) registry.Result {
	t.Helper()
	result, err := s.Commit(context.Background(), catalog, actor, op)
	if err != nil {
		t.Fatalf("commit to %s: %v", catalog, err)
	}
	return result
}

func load(t *testing.T, s store.Store, catalog string, since int64) store.Contents {
	t.Helper()
	contents, err := s.Load(context.Background(), catalog, since)
	if err != nil {
		t.Fatalf("load %s since %d: %v", catalog, since, err)
	}
	return contents
}

func audit(t *testing.T, s store.Store, catalog string, after int64) []store.AuditRow {
	t.Helper()
	rows, err := s.Audit(context.Background(), catalog, after)
	if err != nil {
		t.Fatalf("audit of %s after %d: %v", catalog, after, err)
	}
	return rows
}

func heads(t *testing.T, s store.Store) []store.Head {
	t.Helper()
	all, err := s.Heads(context.Background())
	if err != nil {
		t.Fatalf("heads: %v", err)
	}
	return all
}

func head(catalog string, revision int64) store.Head {
	return store.Head{Catalog: catalog, Revision: revision}
}

func names(records []*tool.Record) []string {
	var out []string
	for _, r := range records {
		out = append(out, r.Name)
	}
	return out
}
