package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
)

// Turn is what one projection did (contract 7.14). Activations, Calls,
// Evictions, UndeclaredCalls and Reactivations are of the transcript's last
// run of calls only, because the whole transcript comes every turn.
type Turn struct {
	Catalog string
	// Exposed holds the declared tools and why they are declared.
	Exposed []Exposure
	// DeclaredChars is the code points of the declared tools.
	DeclaredChars int
	// Cache is same, changed or unknown.
	Cache string
	// CalledTools are the registered names called, without doubles.
	CalledTools []string
	// DroppedUnknown and DroppedDeleted count touched names not in the catalog.
	DroppedUnknown, DroppedDeleted int

	Cut, Evictions, Activations, Calls, UndeclaredCalls, Reactivations int
}

// Exposure is one declared tool: a registered name and a reason of contract 7.7.
type Exposure struct{ Tool, Reason string }

type turns struct {
	exposed       prometheus.Observer
	chars         prometheus.Observer
	exposures     closed
	dropped       closed
	prefix        closed
	evictions     prometheus.Counter
	cut           prometheus.Counter
	activations   prometheus.Counter
	calls         prometheus.Counter
	undeclared    prometheus.Counter
	reactivations prometheus.Counter
	exposedTools  *perTool
	calledTools   *perTool
}

func newTurns(f factory) turns {
	return turns{
		exposed: f.histogram("turn_exposed_tools", "Tools declared in one turn.",
			[]float64{2, 5, 10, 15, 20, 30, 40, 60, 80, 128}).WithLabelValues(),
		chars: f.histogram("turn_declared_chars", "Code points of the tools declared in one turn.",
			prometheus.ExponentialBuckets(1000, 2, 10)).WithLabelValues(),
		exposures: f.closed("turn_exposures_total", "Declared tools, by the reason they were declared.", "reason",
			"scaffolding", "referenced", "called", "activated", "carried", "family", "policy", "all"),
		dropped:       f.closed("turn_dropped_total", "Touched names that are not in the catalog.", "reason", "unknown", "deleted"),
		prefix:        f.closed("turn_prefix_total", "Turns, by whether the cached prefix is still good.", "cache", "same", "changed", "unknown"),
		evictions:     f.counter("turn_evictions_total", "Tools that fell out of the working set."),
		cut:           f.counter("turn_cut_total", "Tools that did not fit the bound on declared tools or characters."),
		activations:   f.counter("turn_activations_total", "Calls of activate_tool that took effect."),
		calls:         f.counter("turn_calls_total", "Direct tool calls."),
		undeclared:    f.counter("turn_undeclared_calls_total", "Direct calls of tools that were not declared then."),
		reactivations: f.counter("turn_reactivations_total", "Touches of tools that had been held and lost before."),
		exposedTools:  newPerTool(f.counters("tool_exposed_turns_total", "Turns in which the tool was declared.", "catalog", "tool")),
		calledTools:   newPerTool(f.counters("tool_called_turns_total", "Turns in which the tool was called.", "catalog", "tool")),
	}
}

// Turn counts one projection.
func (m *Metrics) Turn(turn Turn) {
	t := m.turns
	t.exposed.Observe(float64(len(turn.Exposed)))
	t.chars.Observe(float64(turn.DeclaredChars))
	for _, e := range turn.Exposed {
		t.exposures.add(e.Reason, 1)
		t.exposedTools.inc(turn.Catalog, e.Tool)
	}
	for _, name := range turn.CalledTools {
		t.calledTools.inc(turn.Catalog, name)
	}
	t.dropped.add("unknown", turn.DroppedUnknown)
	t.dropped.add("deleted", turn.DroppedDeleted)
	t.prefix.add(turn.Cache, 1)
	t.evictions.Add(float64(turn.Evictions))
	t.cut.Add(float64(turn.Cut))
	t.activations.Add(float64(turn.Activations))
	t.calls.Add(float64(turn.Calls))
	t.undeclared.Add(float64(turn.UndeclaredCalls))
	t.reactivations.Add(float64(turn.Reactivations))
}
