package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/discoveryd/discoveryd/internal/store"
)

func turnCases() []testCase {
	return []testCase{
		{"turns come back whole, newest first, page by page", turnsInPages},
		{"turns are those of a catalog and of a conversation", turnsOfOne},
		{"old turns go, oldest first and not all at once", oldTurnsGo},
	}
}

func turn(catalog, conversation string, at int64) store.Turn {
	return store.Turn{
		Catalog: catalog, ConversationID: conversation, TurnID: fmt.Sprint("t", at), At: at, Revision: 7,
		Shown: store.Shown{
			Format: "neutral", Digest: "d", Cache: "same", Chars: 42,
			Exposed: []store.Named{{Name: "a.b", Reason: "called"}}, Evicted: []string{"c"}, Cut: []string{"d", "e"},
			Dropped: []store.Named{{Name: "\u00e9 \"x\"", Reason: "unknown"}},
		},
	}
}

func saved(t *testing.T, s store.Store, turns ...store.Turn) {
	t.Helper()
	if err := s.SaveTurns(context.Background(), turns); err != nil {
		t.Fatal(err)
	}
}

func asked(t *testing.T, s store.Store, q store.TurnQuery) []store.Turn {
	t.Helper()
	turns, err := s.Turns(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

var ignoreIDs = cmpopts.IgnoreFields(store.Turn{}, "ID")

func turnsInPages(t *testing.T, s store.Store) {
	first, second, third := turn("a", "c", 1), turn("a", "c", 2), turn("a", "c", 2)
	saved(t, s, first, second)
	saved(t, s, third)
	page := asked(t, s, store.TurnQuery{Catalog: "a", Limit: 2})
	if diff := cmp.Diff([]store.Turn{third, second}, page, ignoreIDs); diff != "" {
		t.Fatalf("first page (-want +got):\n%s", diff)
	}
	page = asked(t, s, store.TurnQuery{Catalog: "a", Limit: 2, Before: page[1].ID})
	if diff := cmp.Diff([]store.Turn{first}, page, ignoreIDs); diff != "" {
		t.Errorf("second page (-want +got):\n%s", diff)
	}
}

func turnsOfOne(t *testing.T, s store.Store) {
	mine := turn("a", "c", 1)
	saved(t, s, mine, turn("b", "c", 2), turn("a", "", 3))
	if diff := cmp.Diff([]store.Turn{mine}, asked(t, s, store.TurnQuery{Catalog: "a", ConversationID: "c", Limit: 9}), ignoreIDs); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	if all := asked(t, s, store.TurnQuery{Catalog: "a", Limit: 9}); len(all) != 2 {
		t.Errorf("%d turns of the catalog, want 2", len(all))
	}
}

func oldTurnsGo(t *testing.T, s store.Store) {
	saved(t, s, turn("a", "c", 3), turn("a", "c", 1), turn("b", "c", 2), turn("a", "c", 9))
	for _, want := range []int{2, 1, 0} {
		if gone, err := s.PruneTurns(context.Background(), 9, 2); err != nil || gone != want {
			t.Fatalf("pruned %d, %v, want %d", gone, err, want)
		}
		if want == 2 {
			if left := asked(t, s, store.TurnQuery{Catalog: "b", Limit: 9}); len(left) != 0 {
				t.Error("a newer turn went before an older one")
			}
		}
	}
	if left := asked(t, s, store.TurnQuery{Catalog: "a", Limit: 9}); len(left) != 1 || left[0].At != 9 {
		t.Errorf("left are %v", left)
	}
}
