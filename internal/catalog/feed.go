package catalog

import (
	"context"
	"errors"
	"maps"
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
// every nudge, and loads what changed. A failed look keeps the old snapshots,
// marks them stale and is tried again for ever.
func (c *Catalogs) Run(ctx context.Context) {
	retry := retryFirst
	for {
		wait := c.config.PollEvery
		err := c.look(ctx)
		if ctx.Err() != nil {
			return
		}
		c.report(err)
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

// report says once when the store goes and when it comes back.
func (c *Catalogs) report(err error) {
	c.config.Metrics.FeedConnected(err == nil)
	switch news := c.setStale(err != nil); {
	case news && err != nil:
		c.config.Log.Warn("store out of reach, answering from memory", "error", err)
	case news:
		c.config.Log.Info("store is back")
	}
}

// look compares the store's heads with the live snapshots and loads the difference.
func (c *Catalogs) look(ctx context.Context) error {
	headsCtx, cancel := context.WithTimeout(ctx, headsTimeout)
	defer cancel()
	heads, err := c.config.Store.Heads(headsCtx)
	if err != nil {
		return err
	}
	live := c.live.Load()
	next := map[string]*Snapshot{}
	if live != nil {
		maps.Copy(next, *live)
	}
	changed := live == nil
	for _, head := range heads {
		if snapshot := next[head.Catalog]; snapshot != nil && snapshot.Revision == head.Revision {
			continue
		}
		snapshot, err := c.load(ctx, head, next[head.Catalog])
		if err != nil {
			return err
		}
		next[head.Catalog] = snapshot
		changed = true
	}
	if changed {
		c.publish(next)
	}
	return nil
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
	c.config.Metrics.IndexBuilt(time.Since(start))
	c.config.Metrics.CatalogState(head.Catalog, snapshot.Tools.Len(), snapshot.Revision)
	return snapshot, nil
}
