// Package limits is the one table of bounds (contract section 9). Errors name
// a limit by its Name; `discoveryd limits` prints the table.
package limits

// The bounds, each with its unit in the table below.
const (
	ApplyBody                    = 16 << 20
	ProjectBody                  = 32 << 20
	OtherBody                    = 256 << 10
	Record                       = 128 << 10
	Schema                       = 64 << 10
	ApplyTools                   = 2000
	ApplyConcepts                = 2000
	Depth                        = 64
	TranscriptDepth              = 512
	SchemaNodes                  = 4096
	NumberLength                 = 64
	NumberExponent               = 308
	RefNodes                     = 10000
	PatternBytes                 = 2 << 10
	PatternUnits                 = 16 << 10
	ValidationSteps              = 8 << 20
	ValidationErrors             = 1024
	ValidationErrorBytes         = 256 << 10
	QueryChars                   = 1024
	QueryTerms                   = 64
	MinRows, MaxRows             = 1, 100
	MaxOffset                    = 1000
	MinPageBudget, MaxPageBudget = 1, 100000
	TranscriptMessages           = 20000
	DeadlineMS                   = 3000
	ApplyDeadlineMS              = 30000
	TeamChars                    = 64
	ReasonChars                  = 500
	RequestIDChars               = 128
	TaskTypeChars                = 64
	TurnIDChars                  = 128
	ConversationIDChars          = 128

	WireNameBytes     = 64
	TitleChars        = 200
	DescriptionChars  = 4096
	Examples          = 20
	ExampleChars      = 200
	Aliases           = 8
	IDsPerAxis        = 32
	IDChars           = 200
	PolicyRules       = 100
	PolicyValues      = 128
	HandlerBytes      = 2048
	Labels            = 32
	LabelChars        = 64
	Expectations      = 5
	ExpectWithinMin   = 3
	MaxTimeoutMS      = 3600000
	GlossaryChars     = 2000
	Synonyms          = 32
	SynonymChars      = 200
	ConceptLabelChars = 200
	CapabilityRoots   = 128
	RootChars         = 32
	RootHyphens       = 3
	MaxSlots          = 64
	MaxExposed        = 128
	MaxPolicyLimit    = 128
	Catalogs          = 100
	ActivateNames     = 128
	Families          = 32
	CarryEntries      = 192
	PreviousOrder     = 256
	BatchCalls        = 1000
	MaxPageSize       = 500
	DefaultPageSize   = 100
	Violations        = 32
	ViolationBytes    = 4096
	RequestIDHours    = 24
)

// Limit is one row of the table.
type Limit struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Unit  string `json:"unit"`
	What  string `json:"what"`
}

// Table lists every limit a caller can meet, in the order printed.
func Table() []Limit {
	return []Limit{
		{"apply_body", ApplyBody, "bytes", "body of an apply or register, decompressed"},
		{"project_body", ProjectBody, "bytes", "body of a projection, decompressed"},
		{"other_body", OtherBody, "bytes", "body of any other request"},
		{"record", Record, "bytes", "one tool record"},
		{"schema", Schema, "bytes", "one parameters schema"},
		{"apply_tools", ApplyTools, "tools", "tools in one apply"},
		{"apply_concepts", ApplyConcepts, "concepts", "concepts in one apply"},
		{"depth", Depth, "levels", "JSON depth of a schema, of arguments and of a request"},
		{"transcript_depth", TranscriptDepth, "levels", "JSON depth of a transcript"},
		{"schema_nodes", SchemaNodes, "nodes", "JSON values in one schema"},
		{"number_length", NumberLength, "characters", "one number literal"},
		{"number_exponent", NumberExponent, "", "absolute value of a number's exponent"},
		{"ref_nodes", RefNodes, "nodes", "schema nodes after $ref expansion"},
		{"pattern", PatternBytes, "bytes", "one pattern of a schema"},
		{"pattern_units", PatternUnits, "units", "all patterns of a schema: bytes and instructions, repeats written out; \\p counts 256"},
		{"validation_steps", ValidationSteps, "steps", "work of validating one call, about one for each byte looked at"},
		{"validation_errors", ValidationErrors, "errors", "errors listed for one call, 256 KiB in all"},
		{"query", QueryChars, "characters", "one search query"},
		{"query_terms", QueryTerms, "terms", "terms of a query that are used; the rest are listed in ignored_terms"},
		{"limit", MaxRows, "rows", "rows of one search"},
		{"offset", MaxOffset, "rows", "rows skipped by one search"},
		{"page_budget", MaxPageBudget, "characters", "descriptions of one search page"},
		{"transcript_messages", TranscriptMessages, "messages", "turns of one transcript"},
		{"deadline", DeadlineMS, "ms", "time for one request"},
		{"apply_deadline", ApplyDeadlineMS, "ms", "time for one apply"},
		{"team", TeamChars, "characters", "a team's name"},
		{"reason", ReasonChars, "characters", "a reason"},
		{"request_id", RequestIDChars, "characters", "a request id, kept for 24 hours"},
		{"task_type", TaskTypeChars, "characters", "a task type"},
		{"turn_id", TurnIDChars, "characters", "a turn id"},
		{"conversation_id", ConversationIDChars, "characters", "a conversation id"},
		{"name", WireNameBytes, "bytes", "a tool name in its wire spelling"},
		{"title", TitleChars, "characters", "a tool's title"},
		{"description", DescriptionChars, "characters", "a tool's description"},
		{"examples", Examples, "utterances", "examples of one tool"},
		{"example", ExampleChars, "characters", "one example"},
		{"aliases", Aliases, "names", "aliases of one tool"},
		{"ids", IDsPerAxis, "ids", "ids per axis of one tool"},
		{"id", IDChars, "characters", "one capability, domain, entity or relationship id"},
		{"handler", HandlerBytes, "bytes", "a handler"},
		{"labels", Labels, "labels", "labels of one tool"},
		{"label", LabelChars, "characters", "one label"},
		{"expect", Expectations, "queries", "expectations of one tool"},
		{"timeout_ms", MaxTimeoutMS, "ms", "a tool's timeout"},
		{"glossary", GlossaryChars, "characters", "a concept's glossary"},
		{"synonyms", Synonyms, "words", "synonyms of one concept"},
		{"synonym", SynonymChars, "characters", "one synonym"},
		{"concept_label", ConceptLabelChars, "characters", "a concept's label"},
		{"capability_root", RootChars, "characters", "a capability root"},
		{"roots_declared", CapabilityRoots, "roots", "declared capability roots of one catalog"},
		{"policy_rules", PolicyRules, "rules", "policy rules of one catalog"},
		{"policy_values", PolicyValues, "values", "values on one axis of a policy rule"},
		{"slots", MaxSlots, "tools", "activated tools held at once"},
		{"max_exposed", MaxExposed, "tools", "tools declared at once"},
		{"policy_limit", MaxPolicyLimit, "tools", "tools a scope exposes"},
		{"catalogs", Catalogs, "catalogs", "catalogs of one server, unless raised"},
		{"activate_names", ActivateNames, "names", "names of one activation"},
		{"families", Families, "families", "families of one request"},
		{"carry", CarryEntries, "entries", "names and families of one carry"},
		{"previous_order", PreviousOrder, "names", "names of one previous_order"},
		{"batch_calls", BatchCalls, "calls", "calls of one validation batch"},
		{"page_size", MaxPageSize, "tools", "tools of one list page"},
	}
}
