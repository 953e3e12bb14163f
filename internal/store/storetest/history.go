package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func historyCases() []testCase {
	return []testCase{
		{"versions are immutable and stay readable after deletion", versionsStay},
		{"history is told newest first", versionsInOrder},
		{"an unknown tool and an unknown version are told apart", unknownVersion},
		{"each committed change leaves its audit rows, in order", auditRows},
		{"a live description raises the revision and makes no version", liveDescription},
	}
}

func versionsStay(t *testing.T, s store.Store) {
	first, second := full(), Tool("mail.send", "other", "Send differently.")
	commit(t, s, "agents", Put(first))
	commit(t, s, "agents", Put(second))
	commit(t, s, "agents", remove("mail.send", ""))
	for i, r := range []*tool.Record{first, second} {
		want := *r
		want.Version, want.Revision, want.Digest, want.UpdatedBy = i+1, int64(i+1), digest(r), actor
		want.LiveDescription = "" // no part of a version
		got, err := s.Version(context.Background(), "agents", "mail.send", i+1)
		if err != nil {
			t.Fatalf("version %d: %v", i+1, err)
		}
		if diff := cmp.Diff(&want, got, ignoreTimes); diff != "" {
			t.Errorf("version %d (-want +got):\n%s", i+1, diff)
		}
		if got.CreatedAt == 0 || got.UpdatedAt < got.CreatedAt {
			t.Errorf("version %d: created at %d, updated at %d", i+1, got.CreatedAt, got.UpdatedAt)
		}
	}
}

func versionsInOrder(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("mail.send", "post", "One."), Tool("mail.read", "post", "Read.")))
	commit(t, s, "agents", Operation{
		registry.Needs{Names: []string{"mail.send"}},
		func(state registry.State) (registry.Decision, error) {
			w := next(state, *Tool("mail.send", "other", "Two."))
			w.Action, w.Reason = registry.Overridden, "the owners agreed"
			return registry.Decision{
				Result: registry.Result{Revision: state.Revision + 1},
				Writes: registry.Writes{Tools: []registry.ToolWrite{w}},
			}, nil
		},
	})
	got, err := s.Versions(context.Background(), "agents", "mail.send")
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Version{
		{
			Version: 2, Revision: 2, Digest: digest(Tool("mail.send", "", "Two.")), Action: registry.Overridden,
			Team: "other", Reason: "the owners agreed", CreatedBy: actor,
		},
		{
			Version: 1, Revision: 1, Digest: digest(Tool("mail.send", "", "One.")), Action: registry.Created,
			Team: "post", CreatedBy: actor,
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(store.Version{}, "CreatedAt")); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	if got[0].CreatedAt < got[1].CreatedAt || got[1].CreatedAt == 0 {
		t.Errorf("times run backwards: %d after %d", got[0].CreatedAt, got[1].CreatedAt)
	}
}

func unknownVersion(t *testing.T, s store.Store) {
	ctx := context.Background()
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send.")))
	for _, version := range []int{-1, 0, 2, 1 << 30} {
		if _, err := s.Version(ctx, "agents", "mail.send", version); !errors.Is(err, store.ErrUnknownVersion) {
			t.Errorf("version %d: got %v, want %v", version, err, store.ErrUnknownVersion)
		}
	}
	if _, err := s.Version(ctx, "agents", "mail.sent", 1); !errors.Is(err, store.ErrUnknownTool) {
		t.Errorf("version of an unknown tool: got %v, want %v", err, store.ErrUnknownTool)
	}
	if _, err := s.Versions(ctx, "agents", "mail.sent"); !errors.Is(err, store.ErrUnknownTool) {
		t.Errorf("history of an unknown tool: got %v, want %v", err, store.ErrUnknownTool)
	}
}

func auditRows(t *testing.T, s store.Store) {
	one, two := Tool("mail.send", "post", "One."), Tool("mail.send", "post", "Two.")
	commit(t, s, "agents", Put(one, Tool("mail.a", "post", "A.")))
	commit(t, s, "agents", nothing(registry.Needs{}))
	commit(t, s, "agents", Put(two))
	commit(t, s, "agents", remove("mail.send", "unused"))
	row := func(revision int64, name string, action registry.Action) store.AuditRow {
		return store.AuditRow{Revision: revision, By: actor, Team: "post", Kind: "tool", Name: name, Action: action, Version: 1}
	}
	want := []store.AuditRow{
		row(1, "mail.send", registry.Created), row(1, "mail.a", registry.Created),
		row(2, "mail.send", registry.Updated), row(3, "mail.send", registry.Deleted),
	}
	want[0].After = digest(one)
	want[1].After = digest(Tool("mail.a", "", "A."))
	want[2].Version, want[2].Before, want[2].After = 2, digest(one), digest(two)
	want[3].Version, want[3].Before, want[3].Reason = 2, digest(two), "unused"
	ignore := cmpopts.IgnoreFields(store.AuditRow{}, "At")
	for after, rest := range map[int64][]store.AuditRow{-1: want, 0: want, 1: want[2:], 2: want[3:], 3: nil} {
		if diff := cmp.Diff(rest, audit(t, s, "agents", after), ignore, ignoreEmpty); diff != "" {
			t.Errorf("after %d (-want +got):\n%s", after, diff)
		}
	}
	if got := audit(t, s, "agents", 2)[0]; got.At != load(t, s, "agents", 2).Records[0].UpdatedAt {
		t.Errorf("the audit row is of %d, the change is not", got.At)
	}
}

func liveDescription(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("run.python", "code", "Run Python.")))
	commit(t, s, "agents", Operation{
		registry.Needs{Names: []string{"run.python"}},
		func(state registry.State) (registry.Decision, error) {
			r := *state.Tools["run.python"]
			r.LiveDescription, r.Revision = "Run Python with openpyxl.", state.Revision+1
			write := registry.ToolWrite{Record: &r, Action: registry.Described, Before: r.Digest, By: "code"}
			return registry.Decision{
				Result: registry.Result{Revision: state.Revision + 1},
				Writes: registry.Writes{Tools: []registry.ToolWrite{write}},
			}, nil
		},
	})
	contents := load(t, s, "agents", 1)
	if len(contents.Records) != 1 || contents.Records[0].EffectiveDescription() != "Run Python with openpyxl." {
		t.Fatalf("rows since the description: %+v", contents.Records)
	}
	if contents.Records[0].Version != 1 || contents.Revision != 2 {
		t.Errorf("version %d at revision %d, want 1 at 2", contents.Records[0].Version, contents.Revision)
	}
	versions, err := s.Versions(context.Background(), "agents", "run.python")
	if err != nil || len(versions) != 1 {
		t.Errorf("%d versions, error %v: want 1", len(versions), err)
	}
	if rows := audit(t, s, "agents", 1); len(rows) != 1 || rows[0].Action != registry.Described {
		t.Errorf("audit: %+v", rows)
	}
}
