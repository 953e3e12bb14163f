package server

import (
	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/settings"
)

// settingsOf fills what a request leaves out with the defaults.
func settingsOf(m *discoveryv1.Settings) settings.Settings {
	s := settings.Default()
	setInt(&s.Slots, m.Slots)
	setInt(&s.MaxExposed, m.MaxExposed)
	setInt(&s.PolicyLimit, m.PolicyLimit)
	setInt(&s.SearchOffBelow, m.SearchOffBelow)
	setInt(&s.Limit, m.Limit)
	setInt(&s.PageBudget, m.PageBudget)
	set(&s.Eviction, m.Eviction)
	set(&s.Order, m.Order)
	set(&s.Ranking, m.Ranking)
	set(&s.SchemaProfile, m.SchemaProfile)
	set(&s.Compatibility, m.Compatibility)
	set(&s.Expectations, m.Expectations)
	set(&s.FamilyOwnership, m.FamilyOwnership)
	set(&s.DomainsLine, m.DomainsLine)
	s.Scaffolding = m.GetScaffolding()
	s.RootsDeclared = m.GetRootsDeclared()
	for _, rule := range m.GetPolicyRules() {
		s.PolicyRules = append(s.PolicyRules, ruleOf(rule))
	}
	return s
}

func setInt(target *int, value *int32) {
	if value != nil {
		*target = int(*value)
	}
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

func ruleOf(m *discoveryv1.PolicyRule) settings.Rule {
	when, expose := m.GetWhen(), m.GetExpose()
	return settings.Rule{
		When: settings.Condition{
			Domains: when.GetDomains(), Entities: when.GetEntities(), Capabilities: when.GetCapabilities(),
			TaskTypes: when.GetTaskTypes(), RecentFamilies: when.GetRecentFamilies(), Families: when.GetFamilies(),
		},
		Expose: settings.Exposure{
			Families: expose.GetFamilies(), Capabilities: expose.GetCapabilities(), Names: expose.GetNames(),
		},
		Priority: int(m.GetPriority()),
	}
}

// settingsMessage carries every setting with its value in force.
func settingsMessage(s settings.Settings) *discoveryv1.Settings {
	m := &discoveryv1.Settings{
		Slots: ptr32(s.Slots), MaxExposed: ptr32(s.MaxExposed), PolicyLimit: ptr32(s.PolicyLimit),
		Scaffolding: s.Scaffolding, SearchOffBelow: ptr32(s.SearchOffBelow),
		Eviction: &s.Eviction, Order: &s.Order, Ranking: &s.Ranking, Limit: ptr32(s.Limit), PageBudget: ptr32(s.PageBudget),
		SchemaProfile: &s.SchemaProfile, Compatibility: &s.Compatibility, Expectations: &s.Expectations,
		FamilyOwnership: &s.FamilyOwnership, RootsDeclared: s.RootsDeclared, DomainsLine: &s.DomainsLine,
	}
	for _, r := range s.PolicyRules {
		m.PolicyRules = append(m.PolicyRules, &discoveryv1.PolicyRule{
			When: &discoveryv1.PolicyCondition{
				Domains: r.When.Domains, Entities: r.When.Entities, Capabilities: r.When.Capabilities,
				TaskTypes: r.When.TaskTypes, RecentFamilies: r.When.RecentFamilies, Families: r.When.Families,
			},
			Expose: &discoveryv1.PolicyExposure{
				Families: r.Expose.Families, Capabilities: r.Expose.Capabilities, Names: r.Expose.Names,
			},
			Priority: int32Of(r.Priority),
		})
	}
	return m
}
