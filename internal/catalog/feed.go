package catalog

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"time"

	"github.com/discoveryd/discoveryd/internal/store"
)

const (
	headsTimeout = 1200 * time.Millisecond // a store that takes longer counts as gone
	loadTimeout  = 60 * time.Second
	retryFirst   = 100 * time.Millisecond
	retryMost    = 2 * time.Second
)

// Run follows the store until ctx ends: it looks at every poll interval and at
// every nudge, and loads what changed, at the pace that each catalog has. A
// failed look keeps the old snapshots, marks them stale and is tried again for
// ever.
func (c *Catalogs) Run(ctx context.Context) {
	retry := retryFirst
	for {
		rest, err := c.look(ctx)
		if ctx.Err() != nil {
			return
		}
		c.report(err, rest)
		wait := min(c.config.PollEvery, rest)
		if err != nil {
			wait = retry/2 + rand.N(retry)
			retry = min(2*retry, retryMost)
		} else {
			retry = retryFirst
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-c.nudge:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// report says once when the store goes and when it comes back, and counts.
func (c *Catalogs) report(err error, rest time.Duration) {
	c.config.Metrics.FeedConnected(err == nil)
	if err == nil && rest == noRest {
		c.config.Metrics.IndexConfirmed()
	}
	switch news := c.setStale(err != nil); {
	case news && err != nil:
		c.config.Log.Warn("store out of reach, answering from memory", "error", err)
	case news:
		c.config.Log.Info("store is back")
	}
}

// noRest says that no catalog has changes that wait.
const noRest = time.Duration(math.MaxInt64)

// look compares the store's heads with the live snapshots and loads the
// difference, but for catalogs that rest; it returns the shortest rest of those.
// The first snapshots are published together, so that ready means all.
func (c *Catalogs) look(ctx context.Context) (rest time.Duration, err error) {
	headsCtx, cancel := context.WithTimeout(ctx, headsTimeout)
	defer cancel()
	heads, err := c.config.Store.Heads(headsCtx)
	if err != nil {
		return noRest, err
	}
	rest = noRest
	snapshots, first := map[string]*Snapshot{}, true
	if live := c.live.Load(); live != nil {
		snapshots, first = *live, false
	}
	for _, head := range heads {
		prev := snapshots[head.Catalog]
		if prev != nil && prev.Revision == head.Revision {
			continue
		}
		if own := c.rest(head.Catalog); own > 0 {
			rest = min(rest, own)
			continue
		}
		snapshot, err := c.load(ctx, head, prev)
		if err != nil {
			return noRest, err
		}
		snapshots = maps.Clone(snapshots)
		snapshots[head.Catalog] = snapshot
		if !first {
			c.publish(snapshots)
		}
	}
	if first {
		c.publish(snapshots)
	}
	return rest, nil
}

// load reads what changed since prev. A store that went back, such as one
// restored from a dump, is read whole.
func (c *Catalogs) load(ctx context.Context, head store.Head, prev *Snapshot) (*Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	since := int64(-1)
	if prev != nil && prev.Revision < head.Revision {
		since = prev.Revision
	} else {
		prev = nil
	}
	contents, err := c.config.Store.Load(ctx, head.Catalog, since)
	if err != nil {
		return nil, errors.Join(errors.New("load catalog "+head.Catalog), err)
	}
	start := time.Now()
	snapshot := build(head.Catalog, prev, contents)
	took := time.Since(start)
	c.built(head.Catalog, took, len(contents.Records))
	c.config.Metrics.IndexBuilt(took)
	c.config.Metrics.CatalogState(head.Catalog, snapshot.Tools.Len(), snapshot.Revision)
	return snapshot, nil
}
