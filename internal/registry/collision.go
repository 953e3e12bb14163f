package registry

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// nameFindings says why the batch's team may not write a name. Who owns it is
// decided before anything else about it.
func (p *plan) nameFindings(e *toolEntry, known *tool.Record) findings {
	var found findings
	name, at := e.spec.Name, e.at+"/name"
	if holder := p.aliasHolder(name); holder != nil {
		found.add(at, problem.ToolNameTaken, ownerFacts(name, holder), fmt.Sprintf(
			"%q is an alias of %q of %s; take the alias off that tool first", name, holder.Name, standing(holder),
		))
		return found
	}
	if known != nil && !p.override.covers(name) {
		if text := p.taken(known); text != "" {
			found.add(at, problem.ToolNameTaken, ownerFacts(name, known), text)
			return found
		}
	}
	if text := mismatch(e.draft.IfVersion, known); text != "" {
		found.add(e.at+"/if_version", problem.VersionMismatch, versionFacts(name, known), text)
	}
	family := tool.Family(name)
	owner := p.state.FamilyOwners[family]
	if p.state.Settings.FamilyOwnership && known == nil && owner != "" && owner != p.team {
		found.add(at, problem.NamespaceNotOwned, map[string]string{"family": family, "owner": owner}, fmt.Sprintf(
			"%q is in the family %q, which belongs to team %q; choose a name in a family of your own", name, family, owner,
		))
	}
	return found
}

// taken says why a known name is not free for the team without override, or "".
func (p *plan) taken(known *tool.Record) string {
	switch {
	case known.Team != p.team && known.Deleted:
		return fmt.Sprintf("%q was deleted and its name stays with %s; choose another name, or set override with a reason", known.Name, standing(known))
	case known.Team != p.team:
		return fmt.Sprintf("%q belongs to %s; choose another name, or set override with a reason", known.Name, standing(known))
	case p.strict && !known.Deleted:
		return fmt.Sprintf("%q is already registered by %s; use apply to update it, or set override with a reason", known.Name, standing(known))
	}
	return ""
}

// mismatch says why a record is not at the version a draft replaces, or "". A
// deleted tool does not exist.
func mismatch(want *int, known *tool.Record) string {
	exists := known != nil && !known.Deleted
	switch {
	case want == nil || *want < 0: // absent, or a problem of the record
		return ""
	case *want == 0 && exists:
		return fmt.Sprintf("is 0, but the tool exists at version %d; read it and decide again", known.Version)
	case *want > 0 && !exists:
		return fmt.Sprintf("is %d, but the tool does not exist", *want)
	case exists && *want != known.Version:
		return fmt.Sprintf("is %d, but the tool is at version %d; read it and decide again", *want, known.Version)
	}
	return ""
}

func versionFacts(name string, known *tool.Record) map[string]string {
	version := 0
	if known != nil && !known.Deleted {
		version = known.Version
	}
	return map[string]string{"name": name, "version": strconv.Itoa(version)}
}

// aliasHolder is the live tool that has a name as an alias and keeps it, or nil.
func (p *plan) aliasHolder(name string) *tool.Record {
	holder, isAlias := p.state.Aliases[name]
	if !isAlias || p.pruned[holder] != nil {
		return nil
	}
	if i, named := p.named[holder]; named && !slices.Contains(p.tools[i].spec.Aliases, name) {
		return nil
	}
	return p.state.Tools[holder]
}

// conceptFindings are the concept's own problems and its ownership.
func (p *plan) conceptFindings(e *conceptEntry, known tool.Concept, exists bool) findings {
	var found findings
	found.addAll(e.problems)
	key := e.concept.ConceptKey
	if exists && known.Team != p.team && !p.override.covers(key.String()) {
		facts := map[string]string{"kind": key.Kind, "id": key.ID, "owner": known.Team}
		found.add(e.at+"/id", problem.ConceptTaken, facts, fmt.Sprintf(
			"%s belongs to team %q; choose another id, or set override with a reason", key, known.Team,
		))
	}
	return found
}
