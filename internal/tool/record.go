package tool

// Spec is a tool record as its author writes it (contract section 3). A Spec
// that Check returned is valid and in canonical form.
type Spec struct {
	Name        string // dotted
	Title       string // empty when absent
	Description string // one line
	Parameters  string // compact JSON Schema text, the author's key order kept

	Capabilities  []string // sorted, as are the other id lists
	Domains       []string
	Entities      []string
	Relationships []string

	Examples    []string // the author's order
	Aliases     []string // dotted, sorted
	Idempotent  bool
	TimeoutMS   int // 0 when absent
	Handler     string
	Labels      []string     // sorted
	Deprecation *Deprecation // nil when not deprecated
	Expect      []Expectation
}

// Deprecation says why a tool should no longer be chosen.
type Deprecation struct {
	Reason     string `json:"reason,omitempty"`
	ReplacedBy string `json:"replaced_by,omitempty"` // dotted name
	Sunset     string `json:"sunset,omitempty"`      // YYYY-MM-DD
}

// Expectation is a discoverability contract: Query must list the tool within Within rows.
type Expectation struct {
	Query  string `json:"query"`
	Within int    `json:"within"`
}

// Record is a stored tool: the author's fields and what the server sets.
type Record struct {
	Spec
	Team     string
	Version  int   // 1, 2, … per tool
	Revision int64 // the catalog revision that wrote this row
	Digest   string

	LiveDescription string // empty when none is set
	Deleted         bool

	CreatedAt int64 // microseconds since the Unix epoch
	UpdatedAt int64
	UpdatedBy string
}

// EffectiveDescription is the live description when there is one, else the author's.
func (r *Record) EffectiveDescription() string {
	if r.LiveDescription != "" {
		return r.LiveDescription
	}
	return r.Description
}

// CapabilityIDs are the capabilities under which a tool is found: its own, or
// its family when it has none (contract 5).
func (r *Record) CapabilityIDs() []string {
	if len(r.Capabilities) == 0 {
		return []string{Family(r.Name)}
	}
	return r.Capabilities
}

// Warning is something an author should know although the request was carried out.
type Warning struct {
	Code    string `json:"code"`  // upper-case word such as NO_CAPABILITY
	Field   string `json:"field"` // JSON pointer into the request
	Message string `json:"message"`
}
