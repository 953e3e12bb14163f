package projection

import (
	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// changes compares what native loading has put before the model with what it
// is to see. A tool that only stays declared because the transcript refers to
// it is not wanted: in a caller's constant array no reference can dangle.
func changes(in workingset.Input, plan workingset.Plan) dialect.Changes {
	if len(in.History.References) > 0 {
		in.History.References = nil
		plan = workingset.Project(in)
	}
	var c dialect.Changes
	wanted := map[*tool.Record]bool{}
	for _, e := range plan.Exposed {
		if e.Reason == workingset.Scaffolding {
			c.Scaffolding = append(c.Scaffolding, e.Tool)
			continue
		}
		wanted[e.Tool] = true
	}
	c.Deferred = deferred(in, c.Scaffolding)
	loaded := map[*tool.Record]bool{}
	for _, name := range in.History.Loaded {
		r, known := in.Tools.Resolve(name)
		if known && wanted[r] {
			loaded[r] = true
		} else if !contains(c.Scaffolding, name) {
			c.Removed = append(c.Removed, name)
		}
	}
	for _, e := range plan.Exposed {
		if wanted[e.Tool] && !loaded[e.Tool] {
			c.Added = append(c.Added, e.Tool)
		}
	}
	return c
}

// deferred are the tools to declare from the start and withhold: those that
// the caller declares so, or the whole of a catalog that max_exposed would
// allow at once. The definitions of a larger one come when they are wanted.
func deferred(in workingset.Input, scaffolding []*tool.Record) []*tool.Record {
	var list []*tool.Record
	if len(in.History.Deferred) > 0 {
		for _, name := range in.History.Deferred {
			if r, known := in.Tools.Resolve(name); known {
				list = append(list, r)
			}
		}
		return list
	}
	if in.Tools.Len()+len(in.Scaffolding) > in.Settings.MaxExposed {
		return nil
	}
	for _, r := range in.Tools.All() {
		if !contains(scaffolding, r.Name) {
			list = append(list, r)
		}
	}
	return list
}

func contains(list []*tool.Record, name string) bool {
	name = tool.Dotted(name)
	for _, r := range list {
		if r.Name == name {
			return true
		}
	}
	return false
}
