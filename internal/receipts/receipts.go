// Package receipts keeps what each turn showed, if somebody wants to know
// later. It is off unless a retention is set, it never sees a transcript, and a
// projection never waits for it: receipts that find no room, or a store that
// does not take them, are counted and lost.
package receipts

import (
	"context"
	"log/slog"
	"time"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/store"
)

const (
	room       = 4096 // receipts that wait
	batch      = 256  // receipts saved together, at most
	saveEvery  = 250 * time.Millisecond
	saveWithin = 5 * time.Second
	pruneEvery = 20 * time.Second
	pruneBatch = 20_000 // rows of one round: a thousand a second
	// drainWithin is how long a stopping server gives what still waits.
	drainWithin = 2 * time.Second
)

// Config is what a Keeper needs.
type Config struct {
	Store     store.Turns
	Retention time.Duration // how long receipts stay
	Metrics   *metrics.Metrics
	Log       *slog.Logger
}

// Keeper saves receipts behind the requests' backs.
type Keeper struct {
	config Config
	queue  chan store.Turn
}

// New returns a Keeper; Run makes it work.
func New(config Config) *Keeper { return &Keeper{config: config, queue: make(chan store.Turn, room)} }

// Keep takes a receipt, or counts it as lost. It never blocks.
func (k *Keeper) Keep(t store.Turn) {
	select {
	case k.queue <- t:
	default:
		k.config.Metrics.ReceiptsDropped(1)
	}
}

// Run saves and prunes until ctx ends, then saves what still waits.
func (k *Keeper) Run(ctx context.Context) {
	save, prune := time.NewTicker(saveEvery), time.NewTicker(pruneEvery)
	defer save.Stop()
	defer prune.Stop()
	for {
		select {
		case <-save.C:
			k.save(context.WithoutCancel(ctx)) // a batch under way is finished
		case <-prune.C:
			k.prune(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainWithin)
			defer cancel()
			k.save(last)
			k.config.Metrics.ReceiptsDropped(len(k.queue))
			return
		}
	}
}

// save writes what waits, batch by batch.
func (k *Keeper) save(ctx context.Context) {
	for len(k.queue) > 0 && ctx.Err() == nil {
		turns := k.next()
		within, cancel := context.WithTimeout(ctx, saveWithin)
		err := k.config.Store.SaveTurns(within, turns)
		cancel()
		if err != nil {
			k.config.Metrics.ReceiptsDropped(len(turns))
			k.config.Log.Warn("receipts are lost", "receipts", len(turns), "error", err)
			return
		}
		k.config.Metrics.ReceiptsSaved(len(turns))
	}
}

func (k *Keeper) next() []store.Turn {
	turns := make([]store.Turn, 0, min(batch, len(k.queue)))
	for len(turns) < cap(turns) {
		turns = append(turns, <-k.queue)
	}
	return turns
}

// prune deletes some receipts past the retention. A store with one writer has
// others to serve, so that a large backlog takes several rounds.
func (k *Keeper) prune(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, saveWithin)
	defer cancel()
	before := time.Now().Add(-k.config.Retention).UnixMicro()
	if _, err := k.config.Store.PruneTurns(within, before, pruneBatch); err != nil {
		k.config.Log.Warn("old receipts could not be deleted", "error", err)
	}
}
