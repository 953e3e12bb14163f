package metrics_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// families is the list of contract 10.
var families = []string{
	"requests_total", "request_seconds", "turn_exposed_tools", "turn_declared_chars", "turn_exposures_total",
	"turn_evictions_total", "turn_cut_total", "turn_dropped_total", "turn_activations_total", "turn_calls_total",
	"turn_undeclared_calls_total", "turn_reactivations_total", "turn_prefix_total", "searches_total",
	"search_unmatched_terms_total", "tool_exposed_turns_total", "tool_called_turns_total", "catalog_tools",
	"catalog_revision", "index_build_seconds", "index_age_seconds", "feed_connected", "applies_total",
	"overrides_total", "validations_total", "validation_errors_total", "build_info",
	"receipts_saved_total", "receipts_dropped_total", // beyond contract 10
}

func newMetrics(now func() time.Time) (*metrics.Metrics, *prometheus.Registry) {
	reg := prometheus.NewPedanticRegistry()
	return metrics.New(reg, metrics.Config{Methods: []string{"/a/B"}, Version: "v1", Now: now}), reg
}

// read maps every sample to its value; histograms count their observations.
func read(t *testing.T, reg *prometheus.Registry) map[string]float64 {
	t.Helper()
	gathered, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string]float64{}
	for _, family := range gathered {
		for _, m := range family.GetMetric() {
			name := family.GetName()
			for _, label := range m.GetLabel() {
				name += fmt.Sprintf(" %s=%s", label.GetName(), label.GetValue())
			}
			switch {
			case m.GetHistogram() != nil:
				samples[name] = float64(m.GetHistogram().GetSampleCount())
			case m.GetGauge() != nil:
				samples[name] = m.GetGauge().GetValue()
			default:
				samples[name] = m.GetCounter().GetValue()
			}
		}
	}
	return samples
}

func TestEveryFamilyIsThereBeforeAnythingHappened(t *testing.T) {
	_, reg := newMetrics(time.Now)
	gathered, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, family := range gathered {
		there[family.GetName()] = true
	}
	for _, name := range families {
		if !there["discoveryd_"+name] {
			t.Errorf("no family %s", name)
		}
		delete(there, "discoveryd_"+name)
	}
	if len(there) > 0 {
		t.Errorf("families beyond the contract: %v", there)
	}
}

func TestClosedLabelValuesStartAtZero(t *testing.T) {
	_, reg := newMetrics(time.Now)
	samples := read(t, reg)
	for _, name := range []string{
		"discoveryd_requests_total code=OK method=/a/B", "discoveryd_requests_total code=UNAVAILABLE method=other",
		"discoveryd_turn_exposures_total reason=referenced", "discoveryd_turn_prefix_total cache=changed",
		"discoveryd_searches_total outcome=filters_exclude_all", "discoveryd_applies_total outcome=collision",
		"discoveryd_validation_errors_total keyword=dependentRequired", "discoveryd_catalog_tools catalog=default",
	} {
		if value, ok := samples[name]; !ok || value != 0 {
			t.Errorf("%s = %v, present %t, want 0", name, value, ok)
		}
	}
}

func TestEventsMoveTheirCounters(t *testing.T) {
	m, reg := newMetrics(time.Now)
	before := read(t, reg)
	m.Request("/a/B", "OK", time.Millisecond)
	m.Request("/made/Up", "NO_SUCH_CODE", time.Millisecond)
	m.Search("weak", 2)
	m.Applied(registry.Result{Changes: []registry.Change{{Action: registry.Created}, {Action: registry.Overridden}}})
	m.Applied(registry.Result{Changes: []registry.Change{{Action: registry.Unchanged}}})
	m.ApplyRefused(problem.New(problem.ToolNameTaken, "taken"))
	m.ApplyRefused(problem.New(problem.InvalidField, "bad"))
	m.ApplyRefused(fmt.Errorf("disk"))
	m.Validation("invalid", []string{"type", "no such keyword"})
	m.CatalogState("default", 7, 3)
	m.IndexBuilt(time.Millisecond)
	m.Turn(metrics.Turn{
		Catalog: "default", Exposed: []metrics.Exposure{{Tool: "a.b", Reason: "called"}}, DeclaredChars: 100, Cache: "same",
		CalledTools: []string{"a.b"}, DroppedDeleted: 1, Cut: 2, Evictions: 3, Activations: 4, Calls: 5, UndeclaredCalls: 6, Reactivations: 7,
	})
	moved := map[string]float64{}
	for name, value := range read(t, reg) {
		if value != before[name] && name != "discoveryd_index_age_seconds" {
			moved[name] = value - before[name]
		}
	}
	want := map[string]float64{
		"discoveryd_requests_total code=OK method=/a/B":                1,
		"discoveryd_requests_total code=UNKNOWN method=other":          1,
		"discoveryd_request_seconds method=/a/B":                       1,
		"discoveryd_request_seconds method=other":                      1,
		"discoveryd_searches_total outcome=weak":                       1,
		"discoveryd_search_unmatched_terms_total":                      2,
		"discoveryd_applies_total outcome=committed":                   1,
		"discoveryd_applies_total outcome=unchanged":                   1,
		"discoveryd_applies_total outcome=collision":                   1,
		"discoveryd_applies_total outcome=refused":                     1,
		"discoveryd_applies_total outcome=failed":                      1,
		"discoveryd_overrides_total":                                   1,
		"discoveryd_validations_total outcome=invalid":                 1,
		"discoveryd_validation_errors_total keyword=type":              1,
		"discoveryd_validation_errors_total keyword=other":             1,
		"discoveryd_catalog_tools catalog=default":                     7,
		"discoveryd_catalog_revision catalog=default":                  3,
		"discoveryd_index_build_seconds":                               1,
		"discoveryd_turn_exposed_tools":                                1,
		"discoveryd_turn_declared_chars":                               1,
		"discoveryd_turn_exposures_total reason=called":                1,
		"discoveryd_turn_prefix_total cache=same":                      1,
		"discoveryd_turn_dropped_total reason=deleted":                 1,
		"discoveryd_turn_cut_total":                                    2,
		"discoveryd_turn_evictions_total":                              3,
		"discoveryd_turn_activations_total":                            4,
		"discoveryd_turn_calls_total":                                  5,
		"discoveryd_turn_undeclared_calls_total":                       6,
		"discoveryd_turn_reactivations_total":                          7,
		"discoveryd_tool_exposed_turns_total catalog=default tool=a.b": 1,
		"discoveryd_tool_called_turns_total catalog=default tool=a.b":  1,
	}
	if diff := cmp.Diff(want, moved); diff != "" {
		t.Errorf("moved counters (-want +got):\n%s", diff)
	}
}

func TestToolSeriesStopAtTheCap(t *testing.T) {
	m, reg := newMetrics(time.Now)
	for i := range 3000 {
		m.Turn(metrics.Turn{Catalog: "default", CalledTools: []string{fmt.Sprintf("tool.n%d", i)}})
	}
	series := 0
	samples := read(t, reg)
	for name := range samples {
		if len(name) > 34 && name[:34] == "discoveryd_tool_called_turns_total" {
			series++
		}
	}
	if series != 2000 {
		t.Errorf("%d series, want 2000", series)
	}
	if got := samples["discoveryd_tool_called_turns_total catalog=other tool=other"]; got != 1001 {
		t.Errorf("other = %v, want 1001", got)
	}
}

func TestIndexAgeCountsFromWhenItWasConfirmed(t *testing.T) {
	clock := time.Unix(1_000_000, 0)
	m, reg := newMetrics(func() time.Time { return clock })
	clock = clock.Add(40 * time.Second)
	m.FeedConnected(true)
	if got := read(t, reg)["discoveryd_index_age_seconds"]; got != 40 {
		t.Errorf("age = %v while the index is behind, want 40", got)
	}
	m.IndexConfirmed()
	clock = clock.Add(3 * time.Second)
	samples := read(t, reg)
	if got := samples["discoveryd_index_age_seconds"]; got != 3 {
		t.Errorf("age = %v, want 3", got)
	}
	if got := samples["discoveryd_feed_connected"]; got != 1 {
		t.Errorf("feed_connected = %v, want 1", got)
	}
}
