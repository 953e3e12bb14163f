package receipts_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/receipts"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/sqlite"
)

// faulty is a store whose saves can be made to fail.
type faulty struct {
	sound
	broken atomic.Bool
}

type sound = store.Turns

func (f *faulty) SaveTurns(ctx context.Context, turns []store.Turn) error {
	if f.broken.Load() {
		return errors.New("out of reach")
	}
	return f.sound.SaveTurns(ctx, turns)
}

// kept runs a Keeper on a new embedded store until the returned stop.
func kept(t *testing.T, retention time.Duration) (k *receipts.Keeper, s *faulty, count func(string) float64, stop func()) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "d.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	registry := prometheus.NewRegistry()
	s = &faulty{sound: db}
	k = receipts.New(receipts.Config{
		Store: s, Retention: retention, Log: slog.New(slog.DiscardHandler),
		Metrics: metrics.New(registry, metrics.Config{Now: time.Now}),
	})
	count = func(name string) float64 {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			if f.GetName() == name {
				return f.GetMetric()[0].GetCounter().GetValue()
			}
		}
		t.Fatalf("no metric %s", name)
		return 0
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	return k, s, count, func() { cancel(); <-done }
}

func stored(t *testing.T, s *faulty) []store.Turn {
	t.Helper()
	turns, err := s.Turns(t.Context(), store.TurnQuery{Catalog: "a", Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

func TestAStoppingServerSavesWhatStillWaits(t *testing.T) {
	k, s, count, stop := kept(t, time.Hour)
	for range 600 {
		k.Keep(store.Turn{Catalog: "a", At: time.Now().UnixMicro()})
	}
	stop()
	if n := len(stored(t, s)); n != 600 || count("discoveryd_receipts_saved_total") != 600 {
		t.Errorf("%d receipts are stored, %v counted, want 600", n, count("discoveryd_receipts_saved_total"))
	}
}

func TestReceiptsThatFindNoRoomOrNoStoreAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, s, count, stop := kept(t, time.Hour)
		s.broken.Store(true)
		for range 5000 { // nobody reads meanwhile: the bubble's clock stands
			k.Keep(store.Turn{Catalog: "a", At: time.Now().UnixMicro()})
		}
		if lost := count("discoveryd_receipts_dropped_total"); lost != 5000-4096 {
			t.Errorf("%v receipts found no room, want %d", lost, 5000-4096)
		}
		time.Sleep(300 * time.Millisecond)
		synctest.Wait()
		if lost := count("discoveryd_receipts_dropped_total"); lost != 5000-4096+256 {
			t.Errorf("%v receipts are lost after a save that failed, want one batch more", lost)
		}
		s.broken.Store(false)
		time.Sleep(300 * time.Millisecond)
		synctest.Wait()
		if n := len(stored(t, s)); n != 4096-256 {
			t.Errorf("%d receipts are stored once the store is back, want %d", n, 4096-256)
		}
		stop()
	})
}

func TestReceiptsPastTheirRetentionGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, s, _, stop := kept(t, 90*time.Second)
		k.Keep(store.Turn{Catalog: "a", TurnID: "old", At: time.Now().UnixMicro()})
		time.Sleep(time.Minute + 30*time.Second)
		k.Keep(store.Turn{Catalog: "a", TurnID: "new", At: time.Now().UnixMicro()})
		time.Sleep(45 * time.Second)
		synctest.Wait()
		if left := stored(t, s); len(left) != 1 || left[0].TurnID != "new" {
			t.Errorf("left are %v", left)
		}
		stop()
	})
}
