package registry

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// batch is what a team wants to be true, checked as far as that goes without
// the catalog.
type batch struct {
	team     string
	tools    []toolEntry
	concepts []conceptEntry
	override override
	prune    bool
	strict   bool // refuse names of one's own too (register)

	named  map[string]int          // entry of each tool name, the first one
	claims map[string]int          // first entry that has an alias
	keyed  map[tool.ConceptKey]int // entry of each concept, the first one
}

// toolEntry is one tool of a request.
type toolEntry struct {
	at       string // JSON pointer
	draft    tool.Draft
	spec     tool.Spec // partial when there are problems
	digest   string    // empty when there are problems
	warnings []tool.Warning
	problems problem.List
	twin     bool // an earlier entry has the same name
}

// conceptEntry is one concept of a request.
type conceptEntry struct {
	at       string
	concept  tool.Concept
	problems problem.List
}

func newToolEntry(at string, draft tool.Draft) toolEntry {
	e := toolEntry{at: at, draft: draft}
	e.spec, e.warnings, e.problems = draft.Check(at)
	if len(e.problems) == 0 {
		e.digest = tool.Digest(e.spec)
	}
	return e
}

// newBatch joins entries and reports twins. It owns both slices.
func newBatch(team string, tools []toolEntry, concepts []conceptEntry) batch {
	b := batch{
		team: team, tools: tools, concepts: concepts,
		named: map[string]int{}, claims: map[string]int{}, keyed: map[tool.ConceptKey]int{},
	}
	for i := range tools {
		b.index(i)
	}
	for i := range concepts {
		e := &concepts[i]
		first, twin := b.keyed[e.concept.ConceptKey]
		if twin {
			e.problems.Add(e.at+"/id", problem.InvalidField, "%s is also %s; name a concept once", e.concept.ConceptKey, concepts[first].at)
			continue
		}
		b.keyed[e.concept.ConceptKey] = i
	}
	return b
}

func (b *batch) index(i int) {
	e := &b.tools[i]
	if name := e.spec.Name; name != "" {
		first, twin := b.named[name]
		if twin {
			e.twin = true
			e.problems.Add(e.at+"/name", problem.InvalidField, "%q is also the name of %s; name a tool once, in either spelling", name, b.tools[first].at)
		} else {
			b.named[name] = i
		}
	}
	for _, alias := range e.spec.Aliases {
		if _, claimed := b.claims[alias]; !claimed {
			b.claims[alias] = i
		}
	}
}

// sound reports whether every record is in order by itself.
func (b *batch) sound() bool {
	return !slices.ContainsFunc(b.tools, func(e toolEntry) bool { return len(e.problems) > 0 }) &&
		!slices.ContainsFunc(b.concepts, func(e conceptEntry) bool { return len(e.problems) > 0 })
}

// needs asks for the rows of every legal name, alias and key. Texts that are
// not legal never reach a store.
func (b *batch) needs() Needs {
	n := Needs{Team: b.team, TeamTools: b.prune}
	for _, e := range b.tools {
		if e.spec.Name != "" {
			n.Names = append(n.Names, e.spec.Name)
			n.Families = append(n.Families, tool.Family(e.spec.Name))
		}
		n.Names = append(n.Names, e.spec.Aliases...)
	}
	for _, e := range b.concepts {
		if e.concept.Legal() {
			n.Concepts = append(n.Concepts, e.concept.ConceptKey)
		}
	}
	n.Names = sortedSet(n.Names)
	n.Families = sortedSet(n.Families)
	return n
}

func sortedSet(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}

// toolEntries checks the drafts of a request.
func toolEntries(drafts []tool.Draft) []toolEntry {
	entries := make([]toolEntry, 0, len(drafts))
	for i, draft := range drafts {
		entries = append(entries, newToolEntry("/tools/"+strconv.Itoa(i), draft))
	}
	return entries
}

// conceptEntries checks the concepts of a request.
func conceptEntries(concepts []tool.Concept) []conceptEntry {
	entries := make([]conceptEntry, 0, len(concepts))
	for i, concept := range concepts {
		e := conceptEntry{at: "/concepts/" + strconv.Itoa(i)}
		e.concept, e.problems = concept.Check(e.at)
		entries = append(entries, e)
	}
	return entries
}

// roomFor says why a catalog that is not there yet cannot be created. most is
// how many there may be, 0 the limit's default.
func roomFor(s State, most int) error {
	most = cmp.Or(most, limits.Catalogs)
	if !s.Exists && s.Catalogs >= most {
		return problem.New(problem.LimitExceeded, "the catalog does not exist and there are %d already; the limit catalogs allows %d, and serve --max-catalogs raises it", s.Catalogs, most)
	}
	return nil
}
