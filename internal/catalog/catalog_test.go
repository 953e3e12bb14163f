package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/sqlite"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// breakable is a real store that can be cut off, and that counts full loads.
type breakable struct {
	store.Store
	gone  atomic.Bool
	loads atomic.Int64
}

func (b *breakable) Heads(ctx context.Context) ([]store.Head, error) {
	if b.gone.Load() {
		return nil, store.ErrUnavailable
	}
	return b.Store.Heads(ctx)
}

func (b *breakable) Load(ctx context.Context, catalog string, since int64) (store.Contents, error) {
	b.loads.Add(1)
	return b.Store.Load(ctx, catalog, since)
}

func openStore(t testing.TB) *breakable {
	t.Helper()
	s, err := sqlite.Open(t.Context(), t.TempDir()+"/test.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &breakable{Store: s}
}

// followed is the catalogs of a store with the count of their builds.
type followed struct {
	*catalog.Catalogs
	metrics *prometheus.Registry
}

// builds is how many indexes were built so far.
func (f *followed) builds(t testing.TB) int {
	t.Helper()
	return int(f.sample(t, "discoveryd_index_build_seconds"))
}

// sample is the value of a metric without labels; of a histogram its count.
func (f *followed) sample(t testing.TB, name string) float64 {
	t.Helper()
	families, err := f.metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		switch metric := family.GetMetric()[0]; {
		case family.GetName() != name:
		case metric.GetHistogram() != nil:
			return float64(metric.GetHistogram().GetSampleCount())
		default:
			return metric.GetGauge().GetValue()
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}

// run follows a store until the test ends. It looks when nudged, and now and then.
func run(t testing.TB, s store.Reader) *followed {
	t.Helper()
	registry := prometheus.NewRegistry()
	c := catalog.New(catalog.Config{
		Store: s, PollEvery: 20 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
		Metrics: metrics.New(registry, metrics.Config{Now: time.Now}),
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { c.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return &followed{c, registry}
}

func apply(t testing.TB, s store.Writer, drafts ...tool.Draft) int64 {
	t.Helper()
	return applyTo(t, s, "default", drafts...)
}

func applyTo(t testing.TB, s store.Writer, catalog string, drafts ...tool.Draft) int64 {
	t.Helper()
	op, err := registry.NewApply(registry.ApplyRequest{Team: "team", Tools: drafts, MaxCatalogs: 10})
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Commit(t.Context(), catalog, "team", op)
	if err != nil {
		t.Fatal(err)
	}
	return result.Revision
}

func draft(name, description string) tool.Draft {
	return tool.Draft{Name: name, Description: description}
}

// eventually waits for a condition that another goroutine brings about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func reason(err error) problem.Reason {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p.Reason
	}
	return ""
}

func TestNotReadyBeforeTheFirstLoad(t *testing.T) {
	s := openStore(t)
	s.gone.Store(true)
	c := run(t, s)
	if _, err := c.At(t.Context(), "default", nil); reason(err) != problem.NotReady {
		t.Errorf("At before a load = %v, want NOT_READY: an index never loaded never answers", err)
	}
	s.gone.Store(false)
	eventually(t, "ready", func() bool { return c.Ready() == nil })
	snapshot, err := c.At(t.Context(), "default", nil)
	if err != nil || snapshot.Revision != 0 || snapshot.Tools.Len() != 0 {
		t.Errorf("default = %+v, %v; want an empty catalog at revision 0", snapshot, err)
	}
	if _, err := c.At(t.Context(), "nowhere", nil); reason(err) != problem.UnknownCatalog {
		t.Errorf("At(nowhere) = %v, want UNKNOWN_CATALOG", err)
	}
}

func TestMinRevisionWaitsUntilShortlyBeforeTheDeadline(t *testing.T) {
	s := openStore(t)
	c := run(t, s)
	eventually(t, "ready", func() bool { return c.Ready() == nil })

	want := int64(1)
	got := make(chan *catalog.Snapshot)
	go func() {
		snapshot, err := c.At(t.Context(), "default", &want)
		if err != nil {
			t.Error(err)
		}
		got <- snapshot
	}()
	apply(t, s, draft("a.b", "waits for it"))
	c.Nudge()
	if snapshot := <-got; snapshot.Revision != 1 {
		t.Errorf("waited for revision 1, got %d", snapshot.Revision)
	}

	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	want = 99
	if _, err := c.At(ctx, "default", &want); reason(err) != problem.RevisionNotReached || ctx.Err() != nil {
		t.Errorf("At(min 99) = %v with the context %v; want REVISION_NOT_REACHED while there is time to answer", err, ctx.Err())
	}
}

func TestStaleWhileTheStoreIsGone(t *testing.T) {
	s := openStore(t)
	apply(t, s, draft("a.b", "still answered"))
	c := run(t, s)
	eventually(t, "ready", func() bool { return c.Ready() == nil })
	s.gone.Store(true)
	c.Nudge()
	eventually(t, "stale", c.Stale)
	snapshot, err := c.At(t.Context(), "default", nil)
	if err != nil || snapshot.Tools.Len() != 1 {
		t.Errorf("while the store is gone: %v, %v; want the last snapshot", snapshot, err)
	}
	apply(t, s, draft("c.d", "written elsewhere meanwhile"))
	s.gone.Store(false)
	eventually(t, "fresh again", func() bool { return !c.Stale() })
	if snapshot, _ = c.At(t.Context(), "default", nil); snapshot.Tools.Len() != 2 {
		t.Errorf("after the store came back: %d tools, want 2", snapshot.Tools.Len())
	}
}

// What is loaded change by change is what is loaded at once, inside too.
func TestIncrementalSnapshotEqualsOneBuiltFromNothing(t *testing.T) {
	s := openStore(t)
	c := run(t, s)
	for i := range 12 {
		revision := apply(t, s,
			draft(fmt.Sprintf("family%d.tool_%d", i%3, i), fmt.Sprintf("handles case number %d of the report", i)),
			draft("shared.counter", fmt.Sprintf("counts to %d", i)))
		c.Nudge()
		if _, err := c.At(t.Context(), "default", &revision); err != nil {
			t.Fatal(err)
		}
	}
	grown, err := c.At(t.Context(), "default", nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh := run(t, s)
	eventually(t, "ready", func() bool { return fresh.Ready() == nil })
	built, err := fresh.At(t.Context(), "default", nil)
	if err != nil {
		t.Fatal(err)
	}
	everything := cmp.Exporter(func(reflect.Type) bool { return true })
	if diff := cmp.Diff(built.Index, grown.Index, everything); diff != "" {
		t.Errorf("indexes differ (-from nothing +grown):\n%s", diff)
	}
	if diff := cmp.Diff(built.Tools.All(), grown.Tools.All()); diff != "" {
		t.Errorf("tools differ (-from nothing +grown):\n%s", diff)
	}
}

func TestBurstOfChangesCostsFewLoads(t *testing.T) {
	s := openStore(t)
	c := run(t, s)
	eventually(t, "ready", func() bool { return c.Ready() == nil })
	before := s.loads.Load()
	revision := int64(0)
	s.gone.Store(true) // so that the whole burst is there when the feed looks again
	for i := range 50 {
		revision = apply(t, s, draft(fmt.Sprintf("burst.tool_%d", i), "one of many"))
		c.Nudge()
	}
	s.gone.Store(false)
	if _, err := c.At(t.Context(), "default", &revision); err != nil {
		t.Fatal(err)
	}
	if loads := s.loads.Load() - before; loads > 2 {
		t.Errorf("50 changes cost %d loads, want at most 2", loads)
	}
}

// A database restored from an older dump goes back; it is read whole.
func TestStoreThatWentBackIsReadWhole(t *testing.T) {
	older, newer := openStore(t), openStore(t)
	apply(t, older, draft("old.tool", "was there at the dump"))
	for i := range 3 {
		apply(t, newer, draft(fmt.Sprintf("new.tool_%d", i), "came after the dump"))
	}
	swapped := &swap{}
	swapped.Store(newer)
	c := run(t, swapped)
	eventually(t, "the newer store is loaded", func() bool {
		snapshot, err := c.At(t.Context(), "default", nil)
		return err == nil && snapshot.Revision == 3
	})
	swapped.Store(older)
	c.Nudge()
	eventually(t, "the older store is loaded", func() bool {
		snapshot, err := c.At(t.Context(), "default", nil)
		return err == nil && snapshot.Revision == 1
	})
	snapshot, err := c.At(t.Context(), "default", nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range snapshot.Tools.All() {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "old.tool" {
		t.Errorf("after the restore: %s, want old.tool only", got)
	}
}

// swap is a reader whose store can be exchanged, as a restore does.
type swap struct {
	mu sync.Mutex // guards the reader
	store.Reader
}

func (s *swap) Store(r store.Reader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Reader = r
}

func (s *swap) reader() store.Reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Reader
}

func (s *swap) Heads(ctx context.Context) ([]store.Head, error) { return s.reader().Heads(ctx) }

func (s *swap) Load(ctx context.Context, catalog string, since int64) (store.Contents, error) {
	return s.reader().Load(ctx, catalog, since)
}
