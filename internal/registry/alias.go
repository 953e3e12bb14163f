package registry

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// aliasFindings says which aliases of a tool cannot be had. Names and aliases
// are one namespace; override moves tools, and an alias never takes a name
// from a tool or from another team.
func (p *plan) aliasFindings(e *toolEntry, known *tool.Record) findings {
	var found findings
	entry := p.named[e.spec.Name]
	for i, spelled := range e.draft.Aliases {
		alias, at := tool.Dotted(spelled), e.at+"/aliases/"+strconv.Itoa(i)
		if !slices.Contains(e.spec.Aliases, alias) {
			continue // a problem of the record
		}
		if claimant := p.claims[alias]; claimant != entry {
			found.add(at, problem.InvalidField, nil, fmt.Sprintf("%q is also an alias of %s; give it to one tool", alias, p.tools[claimant].at))
			continue
		}
		if keeps(known, alias) {
			continue
		}
		if j, named := p.named[alias]; named {
			found.add(at, problem.InvalidField, nil, fmt.Sprintf("%q is also the name of %s; leave out one of the two", alias, p.tools[j].at))
			continue
		}
		p.aliasFinding(&found, at, e.spec.Name, alias)
	}
	return found
}

// keeps reports whether a live tool has the alias already: it was checked when
// it came, and old transcripts rely on it.
func keeps(known *tool.Record, alias string) bool {
	return known != nil && !known.Deleted && slices.Contains(known.Aliases, alias)
}

// aliasFinding holds a new alias against the catalog.
func (p *plan) aliasFinding(found *findings, at, name, alias string) {
	former := p.state.Tools[alias]
	pruned := p.pruned[alias] != nil
	switch holder := p.aliasHolder(alias); {
	case former != nil && !former.Deleted && !pruned:
		found.add(at, problem.ToolNameTaken, ownerFacts(alias, former), fmt.Sprintf(
			"%q is a tool of %s; an alias is a former name, so delete that tool first", alias, standing(former),
		))
	case holder != nil:
		found.add(at, problem.ToolNameTaken, ownerFacts(alias, holder), fmt.Sprintf(
			"%q is already an alias of %q of %s", alias, holder.Name, standing(holder),
		))
	case former != nil && former.Team != p.team:
		found.add(at, problem.ToolNameTaken, ownerFacts(alias, former), fmt.Sprintf(
			"%q was deleted and its name stays with %s", alias, standing(former),
		))
	case former == nil && tool.Family(alias) != tool.Family(name):
		found.add(at, problem.InvalidField, nil, fmt.Sprintf(
			"%q is neither in the family %q nor a deleted name of team %q; want one of these", alias, tool.Family(name), p.team,
		))
	}
}
