package metrics

import "github.com/prometheus/client_golang/prometheus"

type searches struct {
	outcomes  closed
	unmatched prometheus.Counter
}

func newSearches(f factory) searches {
	return searches{
		outcomes: f.closed("searches_total", "Searches answered, by outcome.", "outcome",
			"matched", "weak", "listed", "empty_catalog", "filters_exclude_all", "no_term_matched"),
		unmatched: f.counter("search_unmatched_terms_total", "Query words that no candidate has."),
	}
}

// Search counts one answered search and its unmatched query words.
func (m *Metrics) Search(outcome string, unmatched int) {
	m.searches.outcomes.add(outcome, 1)
	m.searches.unmatched.Add(float64(unmatched))
}
