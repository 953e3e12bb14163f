package catalog

import (
	"context"
	"time"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// answerTime is what a wait leaves of a deadline for the answer (contract 1).
const answerTime = 100 * time.Millisecond

// At returns a catalog's snapshot. With minRevision it waits for that revision
// until shortly before the deadline.
// Errors: NOT_READY, UNKNOWN_CATALOG, REVISION_NOT_REACHED.
func (c *Catalogs) At(ctx context.Context, catalog string, minRevision *int64) (*Snapshot, error) {
	if minRevision == nil || *minRevision <= 0 { // every catalog that there is has reached 0
		return c.get(catalog)
	}
	return c.Await(ctx, catalog, *minRevision)
}

// Await waits until there is a catalog and it has reached a revision, at most
// until shortly before the deadline.
// Errors: NOT_READY, UNKNOWN_CATALOG, REVISION_NOT_REACHED.
func (c *Catalogs) Await(ctx context.Context, catalog string, revision int64) (*Snapshot, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-answerTime))
		defer cancel()
	}
	snapshot, err := c.get(catalog)
	if err == nil && snapshot.Revision >= revision {
		return snapshot, nil
	}
	defer c.want(catalog)()
	for {
		news := c.news()
		snapshot, err = c.get(catalog)
		if err == nil && snapshot.Revision >= revision {
			return snapshot, nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			if err != nil {
				return nil, err
			}
			return nil, problem.New(problem.RevisionNotReached,
				"catalog %q is at revision %d here and did not reach min_revision %d in time; try again",
				catalog, snapshot.Revision, revision)
		}
	}
}

// Settle asks for a look at the store after a change was committed here, and
// waits until the catalog's snapshot has the revision or its next build is put
// off, at most until ctx ends.
func (c *Catalogs) Settle(ctx context.Context, catalog string, revision int64) {
	c.Nudge()
	for ctx.Err() == nil {
		news := c.news()
		if snapshot, err := c.get(catalog); err == nil && snapshot.Revision >= revision || c.rest(catalog) > 0 {
			return
		}
		select {
		case <-news:
		case <-ctx.Done():
		}
	}
}

// want notes that somebody waits for the next build of a catalog, until done is called.
func (c *Catalogs) want(catalog string) (done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wanted[catalog]++
	c.Nudge()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.wanted[catalog]--; c.wanted[catalog] == 0 {
			delete(c.wanted, catalog)
		}
	}
}

// news returns a channel that is closed at the next publication.
func (c *Catalogs) news() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published
}

// rest is how long the next build of a catalog has to wait.
func (c *Catalogs) rest(catalog string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.paces[catalog].rest(time.Now(), c.wanted[catalog] > 0)
}

// built notes what a build took.
func (c *Catalogs) built(catalog string, took time.Duration, tools int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paces[catalog] = c.paces[catalog].after(time.Now(), took, tools)
}
