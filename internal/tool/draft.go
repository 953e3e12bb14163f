package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// Draft is a tool record as received. A nil field was absent.
type Draft struct {
	Name        string // either spelling
	Title       *string
	Description string
	Parameters  *string // JSON text

	Capabilities  []string
	Domains       []string
	Entities      []string
	Relationships []string

	Examples    []string
	Aliases     []string // either spelling
	Idempotent  bool
	TimeoutMS   *int
	Handler     string
	Labels      []string
	Deprecation *Deprecation
	Expect      []Expectation

	// IfVersion is the version this draft replaces; 0 means the tool must not exist.
	IfVersion *int
}

// Check returns the canonical record and every problem of the draft, in the
// order of its fields; at is the JSON pointer of the draft in its request. With
// problems the Spec is partial: a field at fault is empty.
func (d Draft) Check(at string) (Spec, []Warning, problem.List) {
	c := draftChecker{at: at}
	spec := Spec{
		Name:          c.name(d.Name),
		Title:         c.title(d.Title),
		Description:   c.description(d.Description),
		Parameters:    c.parameters(d.Parameters),
		Capabilities:  c.ids("capabilities", d.Capabilities, CheckCapability),
		Domains:       c.ids("domains", d.Domains, CheckConceptID),
		Entities:      c.ids("entities", d.Entities, CheckConceptID),
		Relationships: c.ids("relationships", d.Relationships, CheckRelationship),
		Examples:      c.texts("examples", d.Examples, limits.Examples, textLimit{"example", limits.ExampleChars}),
		Aliases:       c.aliases(d.Aliases, Dotted(d.Name)),
		Idempotent:    d.Idempotent,
		TimeoutMS:     c.timeout(d.TimeoutMS),
		Handler:       c.handler(d.Handler),
		Labels:        sortedSet(c.texts("labels", d.Labels, limits.Labels, textLimit{"label", limits.LabelChars})),
		Deprecation:   c.deprecation(d.Deprecation, Dotted(d.Name)),
		Expect:        c.expect(d.Expect),
	}
	c.ifVersion(d.IfVersion)
	if len(c.problems) == 0 {
		c.size(spec)
	}
	return spec, c.warnings, c.problems
}

// draftChecker gathers what is wrong with one draft.
type draftChecker struct {
	at       string
	warnings []Warning
	problems problem.List
}

func (c *draftChecker) found(problems problem.List) bool {
	c.problems = append(c.problems, problems...)
	return len(problems) > 0
}

func (c *draftChecker) name(name string) string {
	dotted, problems := checkRegistrable(c.at+"/name", name)
	c.found(problems)
	return dotted
}

func (c *draftChecker) title(title *string) string {
	if title == nil || c.found(CheckText(c.at+"/title", *title, "title", limits.TitleChars)) {
		return ""
	}
	return *title
}

func (c *draftChecker) description(text string) string {
	at := c.at + "/description"
	folded, warning, problems := CheckDescription(at, text)
	if folded == "" {
		problems.Add(at, problem.InvalidField, "is empty; want one line that tells a model what the tool does")
	}
	if c.found(problems) {
		return ""
	}
	if warning != nil {
		c.warnings = append(c.warnings, *warning)
	}
	return folded
}

func (c *draftChecker) parameters(text *string) string {
	compact, problems := checkParameters(c.at+"/parameters", text)
	if c.found(problems) {
		return ""
	}
	return compact
}

// ids returns the legal ids of one axis as a sorted set.
func (c *draftChecker) ids(field string, ids []string, check func(at, id string) problem.List) []string {
	at := c.at + "/" + field
	if field == "capabilities" && len(ids) == 0 {
		c.warnings = append(c.warnings, Warning{
			Code: "NO_CAPABILITY", Field: at,
			Message: "The tool has no capability, so its family stands for it in the capability line.",
		})
	}
	if len(ids) > limits.IDsPerAxis {
		over(&c.problems, at, "ids", len(ids), limits.IDsPerAxis, "ids")
		ids = ids[:limits.IDsPerAxis]
	}
	var legal []string
	for i, id := range ids {
		if !c.found(check(at+"/"+strconv.Itoa(i), id)) {
			legal = append(legal, id)
		}
	}
	return sortedSet(legal)
}

// textLimit bounds one text by a named limit, in characters.
type textLimit struct {
	name string
	most int
}

// texts checks a list of at most most texts, none of them blank. The list's
// own limit has the field's name.
func (c *draftChecker) texts(field string, texts []string, most int, each textLimit) []string {
	at := c.at + "/" + field
	if len(texts) > most {
		over(&c.problems, at, field, len(texts), most, "entries")
		texts = texts[:most]
	}
	var good []string
	for i, text := range texts {
		at := at + "/" + strconv.Itoa(i)
		problems := CheckText(at, text, each.name, each.most)
		if strings.TrimSpace(text) == "" {
			problems.Add(at, problem.InvalidField, "is empty; leave it out")
		}
		if !c.found(problems) {
			good = append(good, text)
		}
	}
	return good
}

func (c *draftChecker) aliases(aliases []string, name string) []string {
	at := c.at + "/aliases"
	if len(aliases) > limits.Aliases {
		over(&c.problems, at, "aliases", len(aliases), limits.Aliases, "names")
		aliases = aliases[:limits.Aliases]
	}
	var legal []string
	for i, alias := range aliases {
		at := at + "/" + strconv.Itoa(i)
		dotted, problems := checkRegistrable(at, alias)
		if dotted != "" && dotted == name {
			problems.Add(at, problem.InvalidField, "%q is the tool's own name; an alias is a former one", dotted)
		}
		if !c.found(problems) {
			legal = append(legal, dotted)
		}
	}
	return sortedSet(legal)
}

func (c *draftChecker) timeout(ms *int) int {
	at := c.at + "/timeout_ms"
	switch {
	case ms == nil:
		return 0
	case *ms < 1:
		c.problems.Add(at, problem.InvalidField, "is %d; want 1 to %d milliseconds, or leave it out for the dispatcher's default", *ms, limits.MaxTimeoutMS)
	case *ms > limits.MaxTimeoutMS:
		over(&c.problems, at, "timeout_ms", *ms, limits.MaxTimeoutMS, "milliseconds")
	default:
		return *ms
	}
	return 0
}

func (c *draftChecker) handler(handler string) string {
	at := c.at + "/handler"
	var problems problem.List
	if len(handler) > limits.HandlerBytes {
		over(&problems, at, "handler", len(handler), limits.HandlerBytes, "bytes")
	}
	if what := refusedIn(handler, oneLine); what != "" {
		problems.Add(at, problem.InvalidField, "holds %s; remove it", what)
	}
	if c.found(problems) {
		return ""
	}
	return handler
}

func (c *draftChecker) ifVersion(version *int) {
	if version != nil && *version < 0 {
		c.problems.Add(c.at+"/if_version", problem.InvalidField, "is %d; want the version to replace, or 0 when the tool must not exist", *version)
	}
}

func (c *draftChecker) size(spec Spec) {
	if n := len(Canonical(spec)); n > limits.Record {
		over(&c.problems, c.at, "record", n, limits.Record, "bytes")
	}
}

// sortedSet sorts values in place and drops repeated ones.
func sortedSet(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}
