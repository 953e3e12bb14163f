package catalog_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
)

const poll = 500 * time.Millisecond

// hanging is a store of empty catalogs that can stop answering, as a server
// does whose machine is gone: calls end only with their context. Pings can
// stop by themselves.
type hanging struct {
	store.Store // the calls that no test makes
	mu          sync.Mutex
	heads       []store.Head
	hangs       map[string]bool // by method
	commitTakes time.Duration
}

func (s *hanging) hang(methods ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hangs = map[string]bool{}
	for _, method := range methods {
		s.hangs[method] = true
	}
}

func (s *hanging) create(catalog string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heads = append(s.heads, store.Head{Catalog: catalog})
}

func (s *hanging) answer(ctx context.Context, method string) error {
	s.mu.Lock()
	hangs := s.hangs[method]
	s.mu.Unlock()
	if hangs {
		<-ctx.Done()
	}
	return ctx.Err()
}

func (s *hanging) Heads(ctx context.Context) ([]store.Head, error) {
	if err := s.answer(ctx, "Heads"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]store.Head{}, s.heads...), nil
}

func (s *hanging) Load(ctx context.Context, _ string, _ int64) (store.Contents, error) {
	return store.Contents{Settings: settings.Default()}, s.answer(ctx, "Load")
}

func (s *hanging) Ping(ctx context.Context) error { return s.answer(ctx, "Ping") }

func (s *hanging) Commit(ctx context.Context, _, _ string, _ registry.Operation) (registry.Result, error) {
	select {
	case <-ctx.Done():
	case <-time.After(s.commitTakes):
	}
	return registry.Result{Revision: 7}, s.answer(ctx, "Commit")
}

func (s *hanging) Versions(ctx context.Context, _, _ string) ([]store.Version, error) {
	return nil, s.answer(ctx, "Versions")
}

// follow starts a feed of s that ends with the test, and waits for its first look.
func follow(t *testing.T, s *hanging) *catalog.Catalogs {
	t.Helper()
	catalogs := catalog.New(catalog.Config{
		Store: s, PollEvery: poll,
		Metrics: metrics.New(prometheus.NewRegistry(), metrics.Config{Now: time.Now}),
		Log:     slog.New(slog.DiscardHandler),
	})
	go catalogs.Run(t.Context())
	synctest.Wait()
	return catalogs
}

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestAnswersAreStaleWithinTwoSecondsOfTheStoreHanging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &hanging{}
		catalogs := follow(t, s)
		if catalogs.Stale() {
			t.Fatal("stale while the store answers")
		}
		s.hang("Heads", "Ping")
		time.Sleep(1900 * time.Millisecond) // of the bubble's clock
		synctest.Wait()
		if !catalogs.Stale() {
			t.Error("not stale 1.9 s after the store hung")
		}
		s.hang()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if catalogs.Stale() {
			t.Error("still stale 3 s after the store came back")
		}
	})
}

func TestWritesFailFastWhileTheStoreHangs(t *testing.T) {
	for name, pause := range map[string]time.Duration{
		"when it is known to be gone":   5 * time.Second,
		"when it goes during the write": 0,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &hanging{}
				guarded := follow(t, s).Guard(s)
				s.hang("Heads", "Ping", "Commit", "Versions")
				time.Sleep(pause)
				start := time.Now()
				_, err := guarded.Commit(within(t, 30*time.Second), "default", "a", nil)
				if !errors.Is(err, store.ErrUnavailable) {
					t.Errorf("commit got %v, want ErrUnavailable", err)
				}
				_, err = guarded.Versions(within(t, 30*time.Second), "default", "a.b")
				if !errors.Is(err, store.ErrUnavailable) {
					t.Errorf("versions got %v, want ErrUnavailable", err)
				}
				if took := time.Since(start); took > 3*time.Second {
					t.Errorf("took %v, want at most 3 s", took)
				}
			})
		})
	}
}

func TestASlowWriteGoesOnWhileTheStoreAnswersPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &hanging{commitTakes: 20 * time.Second}
		guarded := follow(t, s).Guard(s)
		s.hang("Heads") // a feed that is late is no reason to give up a write
		result, err := guarded.Commit(within(t, 30*time.Second), "default", "a", nil)
		if err != nil || result.Revision != 7 {
			t.Errorf("got revision %d, %v, want 7", result.Revision, err)
		}
	})
}

func TestADeadlineStaysADeadlineWhileTheStoreAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &hanging{commitTakes: time.Minute}
		guarded := follow(t, s).Guard(s)
		_, err := guarded.Commit(within(t, time.Second), "default", "a", nil)
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want a deadline", err)
		}
	})
}

func TestAwaitWaitsForACatalogThatWasCreatedAtRevisionZero(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &hanging{}
		catalogs := follow(t, s)
		s.create("fresh")
		if _, err := catalogs.Await(within(t, 2*time.Second), "fresh", 0); err != nil {
			t.Errorf("got %v, want the catalog", err)
		}
	})
}

func TestMinRevisionZeroDoesNotWaitForAnUnknownCatalog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		catalogs := follow(t, &hanging{})
		start, zero := time.Now(), int64(0)
		_, err := catalogs.At(within(t, 3*time.Second), "fresh", &zero)
		if known, ok := errors.AsType[*problem.Error](err); !ok || known.Reason != problem.UnknownCatalog {
			t.Errorf("got %v, want UNKNOWN_CATALOG", err)
		}
		if took := time.Since(start); took > 0 {
			t.Errorf("took %v", took)
		}
	})
}
