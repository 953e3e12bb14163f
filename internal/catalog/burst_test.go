package catalog_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
	"github.com/discoveryd/discoveryd/internal/store/sqlite"
)

// slow is what a build is said to have taken: more than a catalog's credit.
// BenchmarkBurst has real ones, of 20,000 tools; these tests have few tools, for
// the race detector's sake.
const slow = 250 * time.Millisecond

// onBothStores runs a test in a bubble, whose clock moves only while everything waits.
func onBothStores(t *testing.T, test func(*testing.T, store.Store)) {
	bubble := func(t *testing.T, open func(context.Context) (store.Store, error)) {
		synctest.Test(t, func(t *testing.T) {
			s, err := open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			test(t, s)
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		path := t.TempDir() + "/test.db"
		bubble(t, func(ctx context.Context) (store.Store, error) { return sqlite.Open(ctx, path) })
	})
	t.Run("postgres", func(t *testing.T) {
		url := pgtest.URL(t)
		bubble(t, func(ctx context.Context) (store.Store, error) { return postgres.Open(ctx, url) })
	})
}

func TestBurstOfAppliesIsBuiltTogether(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store.Store) {
		f := run(t, s)
		synctest.Wait()
		f.Built("default", slow)
		before := f.builds(t)
		revision := int64(0)
		for i := range 500 {
			revision = apply(t, s, draft(fmt.Sprintf("burst.tool_%d", i%100), fmt.Sprintf("counts to %d", i)))
			f.Settle(t.Context(), "default", revision)
		}
		snapshot, err := f.At(t.Context(), "default", &revision)
		if err != nil {
			t.Fatal(err)
		}
		if builds := f.builds(t) - before; builds != 1 || snapshot.Tools.Len() != 100 {
			t.Errorf("%d tools in %d builds, want 100 in 1", snapshot.Tools.Len(), builds)
		}
		query := search.Query{Text: "counts 499", Limit: 20, PageBudget: 2400, Ranking: "auto", Explain: true}
		if diff := cmp.Diff(search.Build(snapshot.Tools, snapshot.Concepts).Search(query), snapshot.Index.Search(query)); diff != "" {
			t.Errorf("answers differ (-from nothing +after the burst):\n%s", diff)
		}
	})
}

// write applies a change and returns how long its writer waits, and whether
// searches see it then.
func write(t *testing.T, s store.Store, f *followed, description string) (waited time.Duration, seen bool) {
	t.Helper()
	revision := apply(t, s, draft("some.tool", description))
	start := time.Now()
	f.Settle(t.Context(), "default", revision)
	return time.Since(start), seenNow(t, f, revision)
}

func seenNow(t *testing.T, f *followed, revision int64) bool {
	t.Helper()
	snapshot, err := f.At(t.Context(), "default", nil)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot.Revision >= revision
}

func TestAWriterSeesItsChangeUnlessBuildsRest(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store.Store) {
		f := run(t, s)
		synctest.Wait()
		if _, seen := write(t, s, f, "first"); !seen {
			t.Error("a writer does not see its change")
		}
		f.Built("default", slow)
		if waited, seen := write(t, s, f, "second"); seen || waited > 0 {
			t.Errorf("seen %v after %v while builds rest, want an answer at once", seen, waited)
		}
		time.Sleep(999 * time.Millisecond)
		synctest.Wait()
		if seenNow(t, f, 2) || f.sample(t, "discoveryd_index_age_seconds") < .999 {
			t.Error("built while builds rest, or said to be what the store holds")
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if !seenNow(t, f, 2) || f.sample(t, "discoveryd_index_age_seconds") > .1 {
			t.Error("not built when the rest is over")
		}
		if _, seen := write(t, s, f, "third"); !seen {
			t.Error("a writer does not see its change after the rest")
		}
	})
}

func TestAReaderThatAsksForARevisionCutsTheRestShort(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store.Store) {
		f := run(t, s)
		synctest.Wait()
		f.Built("default", slow)
		revision := apply(t, s, draft("some.tool", "is asked for"))
		start := time.Now()
		if _, err := f.At(within(t, 3*time.Second), "default", &revision); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited != slow/2 {
			t.Errorf("waited %v, want %v", waited, slow/2)
		}
	})
}

func TestOneCatalogRestsAloneAndTheOthersGoOn(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store.Store) {
		f := run(t, s)
		synctest.Wait()
		f.Built("large", slow)
		if _, seen := write(t, s, f, "only"); !seen {
			t.Error("a writer does not see its change while another catalog rests")
		}
	})
}

// The index shares what did not change with the one before, but does not hold it.
func TestSnapshotBeforeIsCollected(t *testing.T) {
	s := openStore(t)
	f := run(t, s)
	at := func(description string) (weak.Pointer[catalog.Snapshot], weak.Pointer[search.Index]) {
		revision := apply(t, s, draft("first.tool", "stays"), draft("some.tool", description))
		snapshot, err := f.At(t.Context(), "default", &revision)
		if err != nil {
			t.Fatal(err)
		}
		return weak.Make(snapshot), weak.Make(snapshot.Index)
	}
	snapshot, index := at("is replaced")
	at("replaces it")
	eventually(t, "the snapshot before is collected", func() bool {
		runtime.GC()
		return snapshot.Value() == nil && index.Value() == nil
	})
}
