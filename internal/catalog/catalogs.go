package catalog

import (
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/store"
)

// Config is what a Catalogs needs.
type Config struct {
	Store store.Reader
	// PollEvery is how often the store is asked for changes made elsewhere.
	// Nudge asks at once.
	PollEvery time.Duration
	Metrics   *metrics.Metrics
	Log       *slog.Logger
}

// Catalogs holds the live snapshot of every catalog and follows the store.
type Catalogs struct {
	config Config
	nudge  chan struct{} // capacity 1: nudges that come together are one

	live  atomic.Pointer[map[string]*Snapshot] // nil before the first load
	stale atomic.Bool

	mu        sync.Mutex      // guards what follows
	published chan struct{}   // closed and replaced when live changes
	gone      chan struct{}   // closed while stale
	paces     map[string]pace // of the builds, by catalog
	wanted    map[string]int  // reads that wait, by catalog
}

// New returns a Catalogs that knows nothing yet; Run fills it.
func New(config Config) *Catalogs {
	return &Catalogs{
		config: config, nudge: make(chan struct{}, 1),
		published: make(chan struct{}), gone: make(chan struct{}),
		paces: map[string]pace{}, wanted: map[string]int{},
	}
}

// Nudge asks for a look at the store now. It never blocks.
func (c *Catalogs) Nudge() {
	select {
	case c.nudge <- struct{}{}:
	default:
	}
}

// Ready returns nil once every catalog has been loaded.
func (c *Catalogs) Ready() error {
	if c.live.Load() == nil {
		return problem.New(problem.NotReady, "the catalogs are not loaded yet; try again in a moment")
	}
	return nil
}

// Stale reports whether the store is out of reach, so that answers are from memory.
func (c *Catalogs) Stale() bool { return c.stale.Load() }

// List returns the live snapshots by catalog name.
func (c *Catalogs) List() ([]*Snapshot, error) {
	if err := c.Ready(); err != nil {
		return nil, err
	}
	live := *c.live.Load()
	var list []*Snapshot
	for _, name := range slices.Sorted(maps.Keys(live)) {
		list = append(list, live[name])
	}
	return list, nil
}

func (c *Catalogs) get(catalog string) (*Snapshot, error) {
	if err := c.Ready(); err != nil {
		return nil, err
	}
	snapshot, ok := (*c.live.Load())[catalog]
	if !ok {
		return nil, problem.New(problem.UnknownCatalog,
			"no catalog %q; an apply or register with that name creates it", catalog).With("catalog", catalog)
	}
	return snapshot, nil
}

func (c *Catalogs) publish(live map[string]*Snapshot) {
	c.live.Store(&live)
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.published)
	c.published = make(chan struct{})
}

// lost returns a channel that is closed when the store goes out of reach, and
// is closed already while it is.
func (c *Catalogs) lost() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone
}

// setStale records whether the store is out of reach and reports whether that is news.
func (c *Catalogs) setStale(stale bool) (news bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	news = c.stale.Swap(stale) != stale
	switch {
	case news && stale:
		close(c.gone)
	case news:
		c.gone = make(chan struct{})
	}
	return news
}
