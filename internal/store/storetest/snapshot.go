package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func snapshotCases() []testCase {
	return []testCase{
		{"loading what changed misses nothing under concurrent commits", loadMissesNothing},
		{"a commit is seen whole or not at all", wholeOrNothing},
		{"readers do not wait for a commit under way", readersDoNotWait},
	}
}

// Every commit adds one tool, so at revision R there must be R tools.
func loadMissesNothing(t *testing.T, s store.Store) {
	const writers, rounds = 4, 20
	commit(t, s, "agents", Put(Tool("tool.first", "post", "First.")))
	done := make(chan struct{})
	go func() {
		defer close(done)
		atOnce(writers, func(i int) {
			for j := range rounds {
				op := Put(Tool(fmt.Sprintf("tool.w%d-%d", i, j), "post", "Added."))
				if _, err := s.Commit(context.Background(), "agents", actor, op); err != nil {
					t.Errorf("writer %d: %v", i, err)
				}
			}
		})
	}()
	known := map[string]*tool.Record{}
	revision := int64(-1)
	for last := false; !last; {
		select {
		case <-done:
			last = true // one more load, after everything
		default:
		}
		contents, err := s.Load(context.Background(), "agents", revision)
		if err != nil {
			<-done
			t.Fatal(err)
		}
		for _, r := range contents.Records {
			if r.Revision <= revision || r.Revision > contents.Revision {
				t.Errorf("loading %d to %d gave a row of %d", revision, contents.Revision, r.Revision)
			}
			known[r.Name] = r
		}
		revision = contents.Revision
		if int64(len(known)) != revision {
			t.Errorf("%d tools are known at revision %d", len(known), revision)
		}
	}
	if revision != writers*rounds+1 {
		t.Errorf("revision %d, want %d", revision, writers*rounds+1)
	}
	if diff := cmp.Diff(live(load(t, s, "agents", -1).Records), known); diff != "" {
		t.Errorf("what was gathered differs from what is there (-there +gathered):\n%s", diff)
	}
}

func wholeOrNothing(t *testing.T, s store.Store) {
	const tools, rounds = 20, 15
	write := func(round int) Operation {
		var records []*tool.Record
		for i := range tools {
			records = append(records, Tool(fmt.Sprintf("tool.t%d", i), "post", fmt.Sprintf("Round %d.", round)))
		}
		return Put(records...)
	}
	commit(t, s, "agents", write(0))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for round := 1; round < rounds; round++ {
			if _, err := s.Commit(context.Background(), "agents", actor, write(round)); err != nil {
				t.Errorf("round %d: %v", round, err)
			}
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		contents, err := s.Load(context.Background(), "agents", -1)
		if err != nil {
			<-done
			t.Fatal(err)
		}
		for _, r := range contents.Records {
			if r.Revision != contents.Revision || r.Description != contents.Records[0].Description {
				t.Errorf("at revision %d tool %s is of %d: %s", contents.Revision, r.Name, r.Revision, r.Description)
			}
		}
	}
}

// Commits that queue behind the one under way must not take every connection.
func readersDoNotWait(t *testing.T, s store.Store) {
	commit(t, s, "agents", Put(Tool("mail.send", "post", "Send.")))
	finish := paused(t, s, "agents")
	const queued = 8
	var late sync.WaitGroup
	for i := range queued {
		late.Go(func() {
			op := Put(Tool(fmt.Sprintf("mail.late-%d", i), "post", "Late."))
			if _, err := s.Commit(context.Background(), "agents", actor, op); err != nil {
				t.Errorf("queued commit %d: %v", i, err)
			}
		})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second) // fails instead of hanging
	defer cancel()
	for range 20 {
		atOnce(8, func(int) {
			contents, err := s.Load(ctx, "agents", -1)
			if err != nil || contents.Revision != 1 || len(contents.Records) != 1 {
				t.Errorf("read beside a commit: revision %d, %d records, error %v", contents.Revision, len(contents.Records), err)
			}
		})
	}
	if got := heads(t, s)[0]; got.Revision != 1 {
		t.Errorf("head %+v shows a change that is not committed", got)
	}
	finish()
	late.Wait()
	if got := load(t, s, "agents", 1); got.Revision != queued+2 || len(got.Records) != queued+1 {
		t.Errorf("after all commits: revision %d, %d records since the first", got.Revision, len(got.Records))
	}
}
