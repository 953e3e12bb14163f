// Package settings holds a catalog's defaults and policies (contract section 4).
package settings

// What a gate does with what it finds.
const (
	None   = "none"
	Warn   = "warn"
	Refuse = "refuse"
)

// Settings is the full set of a catalog's settings; a value of this type is valid.
// Its JSON form is what the stores keep.
type Settings struct {
	Slots           int      `json:"slots"`            // 0..64
	MaxExposed      int      `json:"max_exposed"`      // 1..128
	PolicyLimit     int      `json:"policy_limit"`     // 0..128
	Scaffolding     []string `json:"scaffolding"`      // dotted names
	PolicyRules     []Rule   `json:"policy_rules"`     // in the author's order
	SearchOffBelow  int      `json:"search_off_below"` // tools; 0 is off
	Eviction        string   `json:"eviction"`         // lru, batched
	Order           string   `json:"order"`            // name, activation
	Ranking         string   `json:"ranking"`          // auto, coverage, bm25, balanced
	Limit           int      `json:"limit"`            // rows, 1..100
	PageBudget      int      `json:"page_budget"`      // characters, 1..100000
	SchemaProfile   string   `json:"schema_profile"`   // full, core
	Compatibility   string   `json:"compatibility"`    // none, warn, refuse
	Expectations    string   `json:"expectations"`     // none, warn, refuse
	FamilyOwnership bool     `json:"family_ownership"`
	RootsDeclared   []string `json:"roots_declared"` // sorted; empty allows any
	DomainsLine     bool     `json:"domains_line"`
}

// Rule exposes tools while its condition holds (S2, the exposure policy).
type Rule struct {
	When     Condition `json:"when"`
	Expose   Exposure  `json:"expose"`
	Priority int       `json:"priority"` // -1000..1000, higher first
}

// Condition intersects across its axes and unites within one; an empty axis always holds.
type Condition struct {
	Domains        []string `json:"domains,omitempty"`
	Entities       []string `json:"entities,omitempty"`
	Capabilities   []string `json:"capabilities,omitempty"`
	TaskTypes      []string `json:"task_types,omitempty"`
	RecentFamilies []string `json:"recent_families,omitempty"`
	Families       []string `json:"families,omitempty"`
}

// Exposure unites its axes.
type Exposure struct {
	Families     []string `json:"families,omitempty"`
	Capabilities []string `json:"capabilities,omitempty"`
	Names        []string `json:"names,omitempty"`
}

// Default returns the settings of a catalog that has none of its own.
func Default() Settings {
	return Settings{
		Slots: 20, MaxExposed: 40, PolicyLimit: 16,
		Eviction: "lru", Order: "name", Ranking: "auto", Limit: 10, PageBudget: 2400,
		SchemaProfile: "full", Compatibility: Warn, Expectations: Warn,
	}
}
