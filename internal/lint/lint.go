// Package lint checks records without a server: whether they would be
// registered, and what each provider's declaration of them has to change.
package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Request is what one team would apply.
type Request struct {
	Tools    []tool.Draft
	Concepts []tool.Concept
}

// Report is what is to be said about all requests.
type Report struct {
	Problems []Problem // for which a server refuses the apply
	Findings []Finding
	Formats  []Tally
}

// Problem is a reason to refuse a request, by its place in the list of them.
type Problem struct {
	Request int
	problem.Violation
}

// Finding is what providers are told otherwise about a tool that registers.
type Finding struct {
	Request int
	Tool    string
	Field   string // JSON pointer into the request
	dialect.Adjustment
}

// Tally counts the tools of a format by the worst that it does to them.
type Tally struct {
	Format                     string
	Intact, Same, Weaker, Lost int
}

// Check examines requests for some formats. All names count as one catalog.
func Check(requests []Request, formats []string) Report {
	r := Report{}
	for _, format := range formats {
		r.Formats = append(r.Formats, Tally{Format: format})
	}
	seen := map[string]named{}
	for i, request := range requests {
		records, ofConcepts := registry.Examine(request.Tools, request.Concepts)
		for _, e := range records {
			for _, v := range e.Problems {
				r.Problems = append(r.Problems, Problem{i, v})
			}
			r.name(seen, i, e)
			if len(e.Problems) == 0 {
				r.tool(i, e, formats)
			}
		}
		for _, v := range ofConcepts {
			r.Problems = append(r.Problems, Problem{i, v})
		}
	}
	return r
}

// tool adds what the formats change in one tool.
func (r *Report) tool(request int, e registry.Examined, formats []string) {
	worst := map[string]dialect.Effect{}
	for _, a := range dialect.Portability(&tool.Record{Spec: e.Spec}, formats) {
		r.Findings = append(r.Findings, Finding{request, e.Spec.Name, e.At + a.Pointer, a})
		for _, format := range a.Formats {
			if graver(a.Effect, worst[format]) {
				worst[format] = a.Effect
			}
		}
	}
	for i := range r.Formats {
		t := &r.Formats[i]
		switch worst[t.Format] {
		case dialect.Lost:
			t.Lost++
		case dialect.Weaker:
			t.Weaker++
		case dialect.Same:
			t.Same++
		default:
			t.Intact++
		}
	}
}

// graver orders the effects; none is less than any.
func graver(a, b dialect.Effect) bool {
	order := []dialect.Effect{"", dialect.Same, dialect.Weaker, dialect.Lost}
	return slices.Index(order, a) > slices.Index(order, b)
}

// named is a tool met before.
type named struct {
	name    string
	request int
}

// name reports names of several teams, and names that models mix up. Seen are
// the tools so far, by what is left of their names without punctuation.
func (r *Report) name(seen map[string]named, request int, e registry.Examined) {
	name := e.Spec.Name
	if name == "" {
		return
	}
	fold := strings.NewReplacer(".", "", "_", "", "-", "").Replace(name)
	other, known := seen[fold]
	switch {
	case !known:
		seen[fold] = named{name, request}
	case other.name != name:
		r.Findings = append(r.Findings, Finding{request, name, e.At + "/name", dialect.Adjustment{Change: dialect.Change{
			Pointer: "/name", Effect: dialect.Weaker,
			Message: fmt.Sprintf("%s and %s differ in punctuation alone: models mix them up", name, other.name),
		}}})
	case other.request != request:
		r.Problems = append(r.Problems, Problem{request, problem.Violation{
			Field: e.At + "/name", Reason: problem.ToolNameTaken,
			Description: fmt.Sprintf("%q is a tool of another team's documents too", name),
		}})
	}
}
