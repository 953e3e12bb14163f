package metrics

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
)

type registryMetrics struct {
	applies     closed
	overrides   prometheus.Counter
	validations closed
	keywords    closed
}

func newRegistryMetrics(f factory) registryMetrics {
	return registryMetrics{
		applies: f.closed("applies_total", "Applies and registers, dry runs left out, by outcome.", "outcome",
			"committed", "unchanged", "collision", "refused", "failed"),
		overrides: f.counter("overrides_total", "Tools and concepts taken over from another team."),
		validations: f.closed("validations_total", "Calls checked, by verdict; error: the call could not be checked.", "outcome",
			"valid", "invalid", "error"),
		keywords: f.closed("validation_errors_total", "Places where arguments did not fit, by schema keyword.", "keyword",
			"type", "required", "enum", "minLength", "maxLength", "pattern", "items", "additionalProperties", "$ref",
			"const", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "minimum", "maximum", "exclusiveMinimum",
			"exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
			"properties", "propertyNames", "patternProperties", "prefixItems", "dependentRequired", "false", Other),
	}
}

// Applied counts an apply or register that was carried out.
func (m *Metrics) Applied(result registry.Result) {
	changed, overridden := 0, 0
	count := func(action registry.Action) {
		if action != registry.Unchanged {
			changed++
		}
		if action == registry.Overridden {
			overridden++
		}
	}
	for _, change := range result.Changes {
		count(change.Action)
	}
	for _, change := range result.ConceptChanges {
		count(change.Action)
	}
	outcome := "committed"
	if changed == 0 {
		outcome = "unchanged"
	}
	m.registry.applies.add(outcome, 1)
	m.registry.overrides.Add(float64(overridden))
}

// ApplyRefused counts an apply or register that changed nothing: a collision
// with another team's name, another refusal, or a fault of ours.
func (m *Metrics) ApplyRefused(err error) {
	outcome := "failed"
	if refusal := (*problem.Error)(nil); errors.As(err, &refusal) {
		outcome = "refused"
		if refusal.Reason == problem.ToolNameTaken || refusal.Reason == problem.ConceptTaken {
			outcome = "collision"
		}
	}
	m.registry.applies.add(outcome, 1)
}

// Overrides counts names taken over by other ways than an apply.
func (m *Metrics) Overrides(n int) { m.registry.overrides.Add(float64(n)) }

// Validation counts one checked call and the keywords its arguments failed.
func (m *Metrics) Validation(outcome string, keywords []string) {
	m.registry.validations.add(outcome, 1)
	for _, keyword := range keywords {
		if _, known := m.registry.keywords[keyword]; !known {
			keyword = Other
		}
		m.registry.keywords.add(keyword, 1)
	}
}
