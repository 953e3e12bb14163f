package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
)

func concurrencyCases() []testCase {
	return []testCase{
		{"of 64 concurrent claims of one new name exactly one succeeds", oneWinner},
		{"of 64 concurrent claims in a catalog that is not there yet exactly one succeeds", oneWinnerCreates},
		{"concurrent creations count each other", creationsCount},
		{"concurrent read-modify-writes lose no update and skip no revision", noLostUpdate},
		{"a call that waits for the catalog can be cancelled", cancelledWait},
	}
}

// atOnce calls f for 0 … n-1 at the same time and waits for all.
func atOnce(n int, f func(i int)) {
	var group sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	group.Wait()
}

// claim creates a name unless it is there.
func claim(name, team string) Operation {
	op := Put(Tool(name, team, "Claimed by "+team+"."))
	decide := op.Decides
	op.Decides = func(s registry.State) (registry.Decision, error) {
		if owner := s.Tools[name]; owner != nil {
			return registry.Decision{}, problem.New(problem.ToolNameTaken, "%s belongs to %s", name, owner.Team)
		}
		return decide(s)
	}
	return op
}

func oneWinner(t *testing.T, s store.Store)        { claimAtOnce(t, s, "default") }
func oneWinnerCreates(t *testing.T, s store.Store) { claimAtOnce(t, s, "brand-new") }

func claimAtOnce(t *testing.T, s store.Store, catalog string) {
	const teams = 64
	results, errs := make([]registry.Result, teams), make([]error, teams)
	atOnce(teams, func(i int) {
		op := claim("mail.send", fmt.Sprintf("team-%02d", i))
		results[i], errs[i] = s.Commit(context.Background(), catalog, actor, op)
	})
	winner := -1
	for i, err := range errs {
		var refusal *problem.Error
		switch {
		case err == nil && winner >= 0:
			t.Errorf("teams %d and %d both created the tool", winner, i)
		case err == nil:
			winner = i
		case !errors.As(err, &refusal) || refusal.Reason != problem.ToolNameTaken:
			t.Errorf("team %d: got %v, want %s", i, err, problem.ToolNameTaken)
		}
	}
	if winner < 0 {
		t.Fatal("nobody created the tool")
	}
	contents := load(t, s, catalog, -1)
	if contents.Revision != 1 || len(contents.Records) != 1 || contents.Records[0].Team != fmt.Sprintf("team-%02d", winner) {
		t.Errorf("winner %d, result %+v, contents %+v", winner, results[winner], contents)
	}
	if rows := audit(t, s, catalog, -1); len(rows) != 1 {
		t.Errorf("%d audit rows, want 1", len(rows))
	}
}

func creationsCount(t *testing.T, s store.Store) {
	const most = 4 // catalogs, the default one included
	errs := make([]error, 12)
	atOnce(len(errs), func(i int) {
		op := Put(Tool("mail.send", "post", "Send."))
		decide := op.Decides
		op.Decides = func(state registry.State) (registry.Decision, error) {
			if !state.Exists && state.Catalogs >= most {
				return registry.Decision{}, problem.New(problem.LimitExceeded, "%d catalogs are enough", most)
			}
			return decide(state)
		}
		_, errs[i] = s.Commit(context.Background(), fmt.Sprintf("catalog-%d", i), actor, op)
	})
	created := 1
	for _, err := range errs {
		if err == nil {
			created++
			continue
		}
		expectReason(t, err, problem.LimitExceeded)
	}
	if got := len(heads(t, s)); created != most || got != most {
		t.Errorf("%d creations acknowledged, %d catalogs there, want %d", created, got, most)
	}
}

func noLostUpdate(t *testing.T, s store.Store) {
	const writers, rounds = 8, 12
	seen := make([]bool, writers*rounds+1)
	var mu sync.Mutex // guards seen
	atOnce(writers, func(i int) {
		for range rounds {
			result, err := s.Commit(context.Background(), "agents", actor, Put(Tool("mail.send", "post", fmt.Sprintf("By %d.", i))))
			if err != nil {
				t.Errorf("writer %d: %v", i, err)
				return
			}
			mu.Lock()
			if result.Revision < 1 || result.Revision >= int64(len(seen)) || seen[result.Revision] {
				t.Errorf("revision %d was given twice or is out of range", result.Revision)
			} else {
				seen[result.Revision] = true
			}
			mu.Unlock()
		}
	})
	contents := load(t, s, "agents", -1)
	if contents.Revision != writers*rounds || contents.Records[0].Version != writers*rounds {
		t.Errorf("%d commits led to revision %d and version %d", writers*rounds, contents.Revision, contents.Records[0].Version)
	}
	rows := audit(t, s, "agents", -1)
	for i, row := range rows {
		if row.Revision != int64(i+1) || row.Version != i+1 {
			t.Fatalf("audit row %d is of revision %d, version %d", i, row.Revision, row.Version)
		}
		if i > 0 && (row.Before != rows[i-1].After || row.At < rows[i-1].At) {
			t.Fatalf("audit row %d does not follow the one before", i)
		}
	}
	if len(rows) != writers*rounds {
		t.Errorf("%d audit rows, want %d", len(rows), writers*rounds)
	}
}

// paused starts a commit that stands still inside its decision until the
// returned function is called, which waits for its end.
func paused(t *testing.T, s store.Store, catalog string) (finish func()) {
	t.Helper()
	reached, release, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	op := Put(Tool("mail.slow", "post", "Slow."))
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		close(reached)
		<-release
		return decide(state)
	}
	go func() {
		defer close(done)
		if _, err := s.Commit(context.Background(), catalog, actor, op); err != nil {
			t.Errorf("slow commit: %v", err)
		}
	}()
	<-reached
	return func() {
		close(release)
		<-done
	}
}

func cancelledWait(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send.")))
	finish := paused(t, s, "agents")
	atOnce(8, func(int) {
		ctx, cancel := context.WithCancel(context.Background())
		result := make(chan error, 1) // buffered: the receiver may have given up
		go func() {
			_, err := s.Commit(ctx, "agents", actor, Put(Tool("mail.late", "post", "Late.")))
			result <- err
		}()
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	})
	finish()
	if got := load(t, s, "agents", -1); got.Revision != 2 {
		t.Errorf("revision %d, want 2: a cancelled call was written", got.Revision)
	}
}
