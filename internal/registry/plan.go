package registry

import (
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// plan is what a batch comes to in one state of the catalog.
type plan struct {
	*batch
	state  State
	pruned map[string]*tool.Record // own tools to delete, by name

	findings findings
	result   Result
	writes   Writes
}

// plan compares the batch with the catalog. Records with findings have no
// change and no write.
func (b *batch) plan(s State) *plan {
	if !s.Exists {
		s.Settings = settings.Default()
	}
	p := &plan{batch: b, state: s, pruned: map[string]*tool.Record{}}
	p.writes.CreateCatalog = !s.Exists
	prune := p.findPruned()
	for i := range b.tools {
		p.tool(&b.tools[i])
	}
	for _, r := range prune {
		p.delete(r)
	}
	for i := range b.concepts {
		p.concept(&b.concepts[i])
	}
	p.result.Revision = s.Revision
	if p.writes.Raises() {
		p.result.Revision = p.next()
	}
	return p
}

// next is the revision of every row this plan writes.
func (p *plan) next() int64 { return p.state.Revision + 1 }

// findPruned lists the team's live tools that the batch does not name, by
// name. Mentioning a name as an alias is not naming it.
func (p *plan) findPruned() []*tool.Record {
	if !p.prune {
		return nil
	}
	var records []*tool.Record
	for name, r := range p.state.Tools {
		if _, named := p.named[name]; !named && r.Team == p.team && !r.Deleted {
			p.pruned[name] = r
			records = append(records, r)
		}
	}
	slices.SortFunc(records, func(a, b *tool.Record) int { return strings.Compare(a.Name, b.Name) })
	return records
}

func (p *plan) tool(e *toolEntry) {
	known := p.state.Tools[e.spec.Name]
	found := p.toolFindings(e, known)
	if len(found) > 0 {
		p.findings = append(p.findings, found...)
		return
	}
	change := Change{Name: e.spec.Name, Digest: e.digest, Warnings: e.warnings}
	if p.unchanged(e, known) {
		change.Action, change.Version = Unchanged, known.Version
		p.result.Changes = append(p.result.Changes, change)
		return
	}
	compared := p.compare(e, known)
	if len(compared.refused) > 0 {
		p.findings = append(p.findings, compared.refused...)
		return
	}
	change.Warnings = slices.Concat(e.warnings, compared.warnings, portability(e.at, e.spec))
	write := p.toolWrite(e, known)
	if compared.overruled {
		write.Reason = p.override.reason
	}
	change.Action, change.Version = write.Action, write.Record.Version
	p.result.Changes = append(p.result.Changes, change)
	p.writes.Tools = append(p.writes.Tools, write)
}

// toolFindings are the record's own problems, then what the catalog has against it.
func (p *plan) toolFindings(e *toolEntry, known *tool.Record) findings {
	var found findings
	found.addAll(e.problems)
	if e.spec.Name == "" || e.twin {
		return found
	}
	found = append(found, p.nameFindings(e, known)...)
	found = append(found, p.aliasFindings(e, known)...)
	if len(e.problems) == 0 && !p.unchanged(e, known) {
		found = append(found, p.settingFindings(e)...)
	}
	return found
}

// unchanged compares owner and content. Ownership comes first: another team's
// record is never the same, whatever it says (contract 4, rule 2).
func (p *plan) unchanged(e *toolEntry, known *tool.Record) bool {
	return known != nil && !known.Deleted && known.Team == p.team && known.Digest == e.digest
}

// toolWrite makes the next version of a record.
func (p *plan) toolWrite(e *toolEntry, known *tool.Record) ToolWrite {
	w := ToolWrite{
		Record: &tool.Record{Spec: e.spec, Team: p.team, Version: 1, Revision: p.next(), Digest: e.digest},
		Action: Created, NewVersion: true, By: p.team,
	}
	if known == nil {
		return w
	}
	w.Record.Version = known.Version + 1
	if !known.Deleted {
		w.Before = known.Digest
	}
	switch {
	case known.Team != p.team:
		w.Action, w.Reason = Overridden, p.override.reason
	case !known.Deleted:
		w.Action = Updated
		w.Record.LiveDescription = known.LiveDescription
	}
	return w
}

// delete records the deletion of a pruned tool.
func (p *plan) delete(r *tool.Record) {
	p.result.Changes = append(p.result.Changes, Change{Name: r.Name, Action: Deleted, Version: r.Version, Digest: r.Digest})
	p.writes.Tools = append(p.writes.Tools, deletion(r, p.next(), p.team, p.override.reason))
}

// deletion marks a record deleted. It makes no version: the last one stays
// readable, and a tool of that name which comes back continues the numbers.
func deletion(r *tool.Record, revision int64, by, reason string) ToolWrite {
	gone := *r
	gone.Deleted = true
	gone.LiveDescription = ""
	gone.Revision = revision
	return ToolWrite{Record: &gone, Action: Deleted, Before: r.Digest, By: by, Reason: reason}
}

func (p *plan) concept(e *conceptEntry) {
	known, exists := p.state.Concepts[e.concept.ConceptKey]
	found := p.conceptFindings(e, known, exists)
	if len(found) > 0 {
		p.findings = append(p.findings, found...)
		return
	}
	w := ConceptWrite{Concept: e.concept, Action: Created, By: p.team}
	w.Concept.Team, w.Concept.Revision = p.team, p.next()
	switch {
	case !exists:
	case known.Team != p.team:
		w.Action, w.Reason = Overridden, p.override.reason
	case known.SameContent(e.concept):
		w.Action = Unchanged
	default:
		w.Action = Updated
	}
	p.result.ConceptChanges = append(p.result.ConceptChanges, ConceptChange{Key: e.concept.ConceptKey, Action: w.Action})
	if w.Action != Unchanged {
		p.writes.Concepts = append(p.writes.Concepts, w)
	}
}
