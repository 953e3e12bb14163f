package metrics

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// maxToolSeries bounds the series of one per-tool family, the shared one included (contract 10).
const maxToolSeries = 2000

// perTool gives the first tools series of their own and counts the rest
// together, as tool "other" of catalog "other".
type perTool struct {
	family *prometheus.CounterVec
	rest   prometheus.Counter

	mu     sync.Mutex
	series map[toolKey]prometheus.Counter // guarded by mu
}

// toolKey is a struct because a joined string could be made to collide.
type toolKey struct{ catalog, tool string }

func newPerTool(family *prometheus.CounterVec) *perTool {
	return &perTool{
		family: family,
		rest:   family.WithLabelValues(Other, Other),
		series: map[toolKey]prometheus.Counter{},
	}
}

func (p *perTool) inc(catalog, tool string) { p.counter(toolKey{catalog, tool}).Inc() }

func (p *perTool) counter(key toolKey) prometheus.Counter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.series[key]; ok {
		return c
	}
	if len(p.series) >= maxToolSeries-1 {
		return p.rest
	}
	c := p.family.WithLabelValues(key.catalog, key.tool)
	p.series[key] = c
	return c
}
