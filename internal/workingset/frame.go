package workingset

import (
	"fmt"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// frame is the part of a plan that no call can move: what is pinned, and how
// many slots that leaves.
type frame struct {
	in          Input
	scaffolding []*tool.Record
	referenced  []*tool.Record
	pinned      map[*tool.Record]Reason // both of them
	slots       int
	warnings    []tool.Warning
}

func frameOf(in Input) *frame {
	f := &frame{in: in, pinned: map[*tool.Record]Reason{}}
	for _, r := range in.Scaffolding {
		f.scaffolding = f.pin(f.scaffolding, r, Scaffolding)
	}
	for _, name := range in.Settings.Scaffolding {
		if r, ok := in.Tools.Resolve(name); ok {
			f.scaffolding = f.pin(f.scaffolding, r, Scaffolding)
		} else {
			f.warn("SCAFFOLDING_MISSING", "", "the catalog's scaffolding names %s, which is not registered; it is skipped", name)
		}
	}
	f.pinReferences()
	f.warnOfFamilies()
	// The count of declared tools must never cut a held one (contract 7.7).
	f.slots = max(0, min(in.Options.Slots, in.Settings.MaxExposed-len(f.scaffolding)))
	return f
}

func (f *frame) pin(list []*tool.Record, r *tool.Record, reason Reason) []*tool.Record {
	if _, known := f.pinned[r]; known {
		return list
	}
	f.pinned[r] = reason
	return append(list, r)
}

// pinReferences keeps what native loading in the transcript refers to
// declared, since a provider refuses a dangling reference (contract 7.7).
func (f *frame) pinReferences() {
	unknown := map[string]bool{}
	for _, name := range f.in.History.References {
		if r, ok := f.in.Tools.Resolve(name); ok {
			f.referenced = f.pin(f.referenced, r, Referenced)
			continue
		}
		name = tool.Dotted(name)
		if f.builtIn(name) == nil && !unknown[name] {
			unknown[name] = true
			f.warn("REFERENCE_UNKNOWN", "/transcript", "the transcript refers to %s, which is not registered; a provider may refuse it", name)
		}
	}
}

// builtIn returns a scaffolding tool that is never registered, or nil.
func (f *frame) builtIn(name string) *tool.Record {
	for _, r := range f.in.Scaffolding {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func (f *frame) warn(code, field, format string, args ...any) {
	f.warnings = append(f.warnings, tool.Warning{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
}

// plan says what a ledger comes to within the frame.
func (f *frame) plan(l *ledger) Plan {
	exposed, cut := f.fill(f.candidates(l), l)
	p := Plan{
		Exposed: f.ordered(exposed, l), Evicted: l.evicted(), Cut: cut, Dropped: l.droppedNames(),
		Carry: l.carry(), Slots: f.slots, Warnings: f.warnings,
	}
	for _, e := range exposed {
		if e.Reason.Held() {
			p.Used++
		}
	}
	return p
}
