package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// pingTimeout is how long a store that the feed cannot reach has to show that
// it is there after all.
const pingTimeout = 500 * time.Millisecond

// Guard returns the store that requests use. A store whose machine is gone
// looks like a slow one, and a call would wait for its deadline; a guarded call
// ends with store.ErrUnavailable once the feed has lost the store and a ping
// confirms it (contract 10: writes fail fast).
func (c *Catalogs) Guard(s store.Store) store.Store { return &guarded{Store: s, catalogs: c} }

type guarded struct {
	store.Store
	catalogs *Catalogs
}

func (g *guarded) Commit(ctx context.Context, catalog, by string, op registry.Operation) (registry.Result, error) {
	ctx, done := g.watched(ctx)
	defer done()
	result, err := g.Store.Commit(ctx, catalog, by, op)
	return result, cause(ctx, err)
}

func (g *guarded) Version(ctx context.Context, catalog, name string, version int) (*tool.Record, error) {
	ctx, done := g.watched(ctx)
	defer done()
	record, err := g.Store.Version(ctx, catalog, name, version)
	return record, cause(ctx, err)
}

func (g *guarded) Versions(ctx context.Context, catalog, name string) ([]store.Version, error) {
	ctx, done := g.watched(ctx)
	defer done()
	versions, err := g.Store.Versions(ctx, catalog, name)
	return versions, cause(ctx, err)
}

func (g *guarded) Turns(ctx context.Context, q store.TurnQuery) ([]store.Turn, error) {
	ctx, done := g.watched(ctx)
	defer done()
	turns, err := g.Store.Turns(ctx, q)
	return turns, cause(ctx, err)
}

// watched returns a context that also ends when the store is out of reach.
func (g *guarded) watched(ctx context.Context) (watched context.Context, done func()) {
	watched, cancel := context.WithCancelCause(ctx)
	go g.watch(watched, cancel)
	return watched, func() { cancel(nil) }
}

func (g *guarded) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-g.catalogs.lost():
		}
		ping, stop := context.WithTimeout(ctx, pingTimeout)
		err := g.Ping(ping)
		stop()
		if err != nil {
			cancel(fmt.Errorf("%w: no answer to a ping: %v", store.ErrUnavailable, err)) //nolint:errorlint // one sentinel, the cause is for the log
			return
		}
		select { // the feed is only late
		case <-ctx.Done():
		case <-time.After(g.catalogs.config.PollEvery):
		}
	}
}

// cause is the error of a call under ctx: why ctx was cancelled, if that ended it.
func cause(ctx context.Context, err error) error {
	if why := context.Cause(ctx); errors.Is(err, context.Canceled) && errors.Is(why, store.ErrUnavailable) {
		return why
	}
	return err
}
