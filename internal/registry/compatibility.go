package registry

import (
	"fmt"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// compared is what came of holding a schema against those it replaces.
type compared struct {
	refused  findings
	warnings []tool.Warning
	// overruled is set when an override let pass what would be refused.
	overruled bool
}

// compare asks whether calls that are accepted now would be refused. Only what
// is proven can be refused by the catalog's setting: what cannot be told is a
// warning, or no pattern could ever be written otherwise.
func (p *plan) compare(e *toolEntry, known *tool.Record) compared {
	var c compared
	gate := p.state.Settings.Compatibility
	if gate == settings.None {
		return c
	}
	for _, r := range p.replaced(e, known) {
		if r.Parameters == e.spec.Parameters {
			continue
		}
		about := ""
		if r != known {
			about = fmt.Sprintf("calls of %q come here from now on: ", r.Name)
		}
		for _, n := range tool.CompareSchemas(e.at+"/parameters", r.Parameters, e.spec.Parameters) {
			n.Message = about + n.Message
			if !n.Proven || gate != settings.Refuse {
				c.warnings = append(c.warnings, n.Warning)
				continue
			}
			if p.override.covers(e.spec.Name) {
				c.overruled = true
				c.warnings = append(c.warnings, n.Warning)
				continue
			}
			facts := map[string]string{"name": r.Name, "version": strconv.Itoa(r.Version)}
			c.refused.add(n.Field, problem.IncompatibleSchema, facts, n.Message+"; keep what was accepted, register another name, or set override with a reason")
		}
	}
	return c
}

// replaced are the live tools whose calls the entry takes over: the one of its
// name, and those whose names or aliases become its aliases. A deleted tool
// accepts no calls, so whatever comes back under its name takes none away.
func (p *plan) replaced(e *toolEntry, known *tool.Record) []*tool.Record {
	var records []*tool.Record
	if known != nil && !known.Deleted {
		records = append(records, known)
	}
	for _, alias := range e.spec.Aliases {
		if keeps(known, alias) {
			continue
		}
		if r := p.pruned[alias]; r != nil {
			records = append(records, r)
		} else if r := p.state.Tools[p.state.Aliases[alias]]; r != nil && !r.Deleted {
			records = append(records, r)
		}
	}
	return records
}
