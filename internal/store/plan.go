package store

import (
	"errors"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Plan is what one commit writes, row by row, in the order of its fields. Both
// backends write plans, so that they cannot differ in what a change leaves behind.
type Plan struct {
	Create   bool               // the catalog comes into being
	Raises   bool               // the catalog's revision becomes Revision
	Revision int64              // of every row of this plan
	At       int64              // when, in microseconds since the Unix epoch
	Settings *settings.Settings // nil leaves them

	Tools    []*tool.Record // new present rows; their former aliases go
	Aliases  []Alias        // of those of Tools that live
	History  []Step
	Families []Family // to be kept unless the family has a team
	Concepts []tool.Concept
	Gone     []tool.ConceptKey // concepts that are deleted
	Audit    []AuditRow
	Receipt  *registry.Receipt
}

// Alias is a further name of a live tool.
type Alias struct{ Alias, Name string }

// Family is a family and a team that registered in it.
type Family struct{ Family, Team string }

// Step is a new row of a tool's immutable history.
type Step struct {
	Record *tool.Record // its team is the one that acted
	Action registry.Action
	Reason string
}

// NewPlan stamps and lays out a decision taken on state. The times are those of
// the database. An error is a bug of the operation.
func NewPlan(state *registry.State, decision *registry.Decision, by string, at int64) (*Plan, error) {
	w := &decision.Writes
	p := &Plan{
		Create: w.CreateCatalog && !state.Exists, Raises: w.Raises(), Revision: state.Revision, At: at,
		Settings: w.Settings, Receipt: w.Receipt,
	}
	if p.Raises {
		p.Revision++
		if decision.Result.Revision != p.Revision {
			return nil, fmt.Errorf("operation raises revision %d to %d", state.Revision, decision.Result.Revision)
		}
	}
	if !p.Empty() && !p.Create && !state.Exists {
		return nil, errors.New("operation writes to a catalog that it does not create")
	}
	families := map[Family]bool{}
	for i := range w.Tools {
		p.addTool(&w.Tools[i], by, families)
	}
	for i := range w.Concepts {
		p.addConcept(&w.Concepts[i], by)
	}
	if w.Settings != nil {
		p.addAudit(AuditRow{By: by, Kind: "settings", Action: registry.Updated})
	}
	return p, nil
}

// Empty reports whether nothing is written.
func (p *Plan) Empty() bool { return !p.Create && !p.Raises && p.Receipt == nil }

func (p *Plan) addTool(w *registry.ToolWrite, by string, families map[Family]bool) {
	record := *w.Record
	record.Revision = p.Revision
	record.CreatedAt, record.UpdatedAt, record.UpdatedBy = p.At, p.At, by
	p.Tools = append(p.Tools, &record)
	if w.NewVersion {
		p.History = append(p.History, Step{Record: &record, Action: w.Action, Reason: w.Reason})
	}
	after := record.Digest
	if record.Deleted {
		after = ""
	} else {
		for _, alias := range record.Aliases {
			p.Aliases = append(p.Aliases, Alias{alias, record.Name})
		}
		if f := (Family{tool.Family(record.Name), record.Team}); !families[f] {
			families[f] = true
			p.Families = append(p.Families, f)
		}
	}
	p.addAudit(AuditRow{
		By: by, Team: w.By, Kind: "tool", Name: record.Name, Action: w.Action,
		Version: record.Version, Before: w.Before, After: after, Reason: w.Reason,
	})
}

func (p *Plan) addConcept(w *registry.ConceptWrite, by string) {
	concept := w.Concept
	concept.Revision = p.Revision
	if w.Action == registry.Deleted {
		p.Gone = append(p.Gone, concept.ConceptKey)
	} else {
		p.Concepts = append(p.Concepts, concept)
	}
	p.addAudit(AuditRow{By: by, Team: w.By, Kind: concept.Kind, Name: concept.ID, Action: w.Action, Reason: w.Reason})
}

func (p *Plan) addAudit(row AuditRow) {
	row.Revision, row.At = p.Revision, p.At
	p.Audit = append(p.Audit, row)
}
