// Package metrics counts what the service does. Every family of contract 10 is
// there from the start with its closed label values at zero, so that a rate or
// an alert never waits for a first event. No label value comes from a caller:
// a method outside the registered set counts as "other", a value outside a
// closed set is not counted, and tools stop getting series of their own at a cap.
package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// prefix stands before every name.
const prefix = "discoveryd_"

// Config is what the metrics need from outside.
type Config struct {
	// Methods are the full gRPC method names that get series of their own.
	Methods []string
	// Version and Revision are the build's, for build_info.
	Version, Revision string
	// Now is the clock behind index_age_seconds.
	Now func() time.Time
}

// Metrics holds every family. Its methods are named after what happened and
// may be called from any goroutine.
type Metrics struct {
	requests requests
	turns    turns
	searches searches
	registry registryMetrics
	index    index
	receipts receiptMetrics
}

// New registers every family with reg. It panics when reg has one of them
// already: two sets of the same families would each count half.
func New(reg prometheus.Registerer, config Config) *Metrics {
	f := factory{reg}
	f.gauge("build_info", "Always 1; the labels say which build runs.", "version", "revision").
		WithLabelValues(config.Version, config.Revision).Set(1)
	return &Metrics{
		requests: newRequests(f, config.Methods),
		turns:    newTurns(f),
		searches: newSearches(f),
		registry: newRegistryMetrics(f),
		index:    newIndex(f, config.Now),
		receipts: newReceipts(f),
	}
}
