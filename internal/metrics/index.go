package metrics

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// firstCatalog exists from the start, so its series do too (contract 1).
const firstCatalog = "default"

type index struct {
	tools     *prometheus.GaugeVec
	revision  *prometheus.GaugeVec
	build     prometheus.Observer
	connected prometheus.Gauge
	now       func() time.Time
	// confirmed is when the index last was what the store holds, in
	// nanoseconds since the Unix epoch; at first the process's start.
	confirmed *atomic.Int64
}

func newIndex(f factory, now func() time.Time) index {
	x := index{
		tools:    f.gauge("catalog_tools", "Live tools of a catalog.", "catalog"),
		revision: f.gauge("catalog_revision", "Revision of a catalog that this server answers from.", "catalog"),
		build: f.histogram("index_build_seconds", "Time to build the index of one catalog.",
			prometheus.ExponentialBuckets(.0005, 2.5, 10)).WithLabelValues(),
		connected: f.gauge("feed_connected", "1 while the store answers, else 0.").WithLabelValues(),
		now:       now, confirmed: new(atomic.Int64),
	}
	x.confirm()
	x.tools.WithLabelValues(firstCatalog)
	x.revision.WithLabelValues(firstCatalog)
	f.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: prefix + "index_age_seconds",
		Help: "Time since the index was last known to be what the store holds.",
	}, x.age))
	return x
}

func (x index) confirm() { x.confirmed.Store(x.now().UnixNano()) }

func (x index) age() float64 { return x.now().Sub(time.Unix(0, x.confirmed.Load())).Seconds() }

// CatalogState records what this server answers from.
func (m *Metrics) CatalogState(catalog string, tools int, revision int64) {
	m.index.tools.WithLabelValues(catalog).Set(float64(tools))
	m.index.revision.WithLabelValues(catalog).Set(float64(revision))
}

// IndexBuilt records the time of one build of one catalog's index.
func (m *Metrics) IndexBuilt(took time.Duration) { m.index.build.Observe(took.Seconds()) }

// FeedConnected records whether the last look at the store succeeded.
func (m *Metrics) FeedConnected(ok bool) {
	connected := 0.0
	if ok {
		connected = 1
	}
	m.index.connected.Set(connected)
}

// IndexConfirmed records that the index is what the store holds.
func (m *Metrics) IndexConfirmed() { m.index.confirm() }
