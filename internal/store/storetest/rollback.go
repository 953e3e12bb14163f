package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func rollbackCases() []testCase {
	return []testCase{
		{"a refusal comes back as it was and leaves nothing", refusalLeavesNothing},
		{"a write that fails half way leaves nothing", failedWriteLeavesNothing},
		{"an operation that skips a revision is not written", skippedRevision},
		{"a panic in an operation leaves nothing and frees the catalog", panicFreesCatalog},
		{"a cancelled call reports the cancellation and leaves nothing", cancelledCall},
	}
}

// everything is all that a reader can see of two catalogs.
type everything struct {
	Heads    []store.Head
	Contents store.Contents
	Audit    []store.AuditRow
	Receipt  *registry.Receipt
	Families map[string]string
}

func observe(t *testing.T, s store.Store) everything {
	t.Helper()
	state := See(t, s, "agents", registry.Needs{Team: "post", RequestID: "r2", Families: []string{"mail", "web"}})
	return everything{
		Heads: heads(t, s), Contents: load(t, s, "agents", -1), Audit: audit(t, s, "agents", -1),
		Receipt: state.Receipt, Families: state.FamilyOwners,
	}
}

// unchanged runs f between two looks at a catalog that holds something.
func unchanged(t *testing.T, s store.Store, f func()) {
	t.Helper()
	commit(t, s, "agents", Put(full(), Tool("mail.read", "post", "Read.")))
	before := observe(t, s)
	f()
	if diff := cmp.Diff(before, observe(t, s), ignoreEmpty); diff != "" {
		t.Errorf("something was left behind (-before +after):\n%s", diff)
	}
	if _, err := s.Versions(context.Background(), "agents", "web.get"); !errors.Is(err, store.ErrUnknownTool) {
		t.Errorf("history of a tool that was never committed: %v", err)
	}
}

// ambitious changes everything that can be changed at once.
func ambitious() Operation {
	op := Put(Tool("web.get", "net", "Get."), Tool("mail.send", "post", "Changed."))
	words := putConcepts(tool.Concept{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "web"}, Team: "net"})
	decide := op.Decides
	op.Decides = func(s registry.State) (registry.Decision, error) {
		d, err := decide(s)
		w, _ := words.Decides(s)
		d.Writes.Concepts = w.Writes.Concepts
		settings := s.Settings
		settings.Slots = 3
		d.Writes.Settings = &settings
		return d, err
	}
	return WithReceipt(op, registry.Receipt{Team: "post", RequestID: "r2", Fingerprint: "f", Answer: []byte(`{}`)})
}

func refusalLeavesNothing(t *testing.T, s store.Store) {
	refusal := problem.At("/tools/0/name", problem.ToolNameTaken, "web.get belongs to net")
	op := ambitious()
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		d, _ := decide(state)
		return d, refusal
	}
	unchanged(t, s, func() {
		for _, catalog := range []string{"agents", "default", "never-made"} {
			result, err := s.Commit(context.Background(), catalog, actor, op)
			var got *problem.Error
			if !errors.As(err, &got) || got != refusal {
				t.Errorf("%s: got error %v, want the refusal itself", catalog, err)
			}
			if diff := cmp.Diff(registry.Result{}, result); diff != "" {
				t.Errorf("%s: a refusal comes with a result (-want +got):\n%s", catalog, diff)
			}
		}
	})
}

func failedWriteLeavesNothing(t *testing.T, s store.Store) {
	op := ambitious()
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		d, err := decide(state)
		clash := Tool("web.clash", "net", "Has a standing alias.") // no rule would let this pass
		clash.Aliases = []string{"mail.post"}
		clash.Revision = d.Result.Revision
		two := Tool("web.clash2", "net", "Too.")
		two.Aliases, two.Revision = clash.Aliases, clash.Revision
		for _, r := range []*tool.Record{clash, two} {
			d.Writes.Tools = append(d.Writes.Tools, registry.ToolWrite{Record: r, Action: registry.Created, By: "net"})
		}
		return d, err
	}
	unchanged(t, s, func() {
		for _, catalog := range []string{"agents", "never-made"} {
			_, err := s.Commit(context.Background(), catalog, actor, op)
			if err == nil || errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s: two tools with one alias: got error %v, want one that no retry mends", catalog, err)
			}
		}
	})
}

func skippedRevision(t *testing.T, s store.Store) {
	op := ambitious()
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		d, err := decide(state)
		d.Result.Revision++
		return d, err
	}
	unchanged(t, s, func() {
		if _, err := s.Commit(context.Background(), "agents", actor, op); err == nil {
			t.Error("a revision was skipped")
		}
	})
}

func panicFreesCatalog(t *testing.T, s store.Store) {
	op := nothing(registry.Needs{})
	op.Decides = func(registry.State) (registry.Decision, error) { panic("a bug") }
	unchanged(t, s, func() {
		for range 5 { // more than any store has connections to lose
			func() {
				defer func() {
					if recover() == nil {
						t.Error("the panic was swallowed")
					}
				}()
				s.Commit(context.Background(), "agents", actor, op) //nolint:errcheck // it panics
			}()
		}
	})
}

func cancelledCall(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(context.Background())
	op := ambitious()
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		cancel()
		return decide(state)
	}
	unchanged(t, s, func() {
		for _, when := range []string{"during the call", "before the call"} {
			_, err := s.Commit(ctx, "agents", actor, op)
			if !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
				t.Errorf("cancelled %s: got %v, want %v", when, err, context.Canceled)
			}
		}
		if _, err := s.Load(ctx, "agents", -1); !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("cancelled load: got %v, want %v", err, context.Canceled)
		}
	})
}
