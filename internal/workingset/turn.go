package workingset

import (
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// Turn counts what the newest run of calls did. As the whole transcript comes
// every turn, only that run is counted, and only in the turn right after it
// (contract 7.14).
type Turn struct {
	Evictions     int // tools that fell out of the held set
	Activations   int // activate_tool calls that took effect
	Reactivations int // their touches of tools that were touched before and not held then
	Calls         int // direct calls
	Undeclared    int // direct calls of what was not declared when they were made
	// Called are the registered tools that were called, each once, in the order of the calls.
	Called []string
}

// playRun plays the newest run of calls and counts. before is the plan of the
// turn in which they were made.
func (l *ledger) playRun(run []transcript.Event, before Plan) Turn {
	var t Turn
	declared, called := before.tools(), map[*tool.Record]bool{}
	for _, e := range run {
		switch {
		case e.Kind == transcript.Call:
			t.Calls++
			r, known := l.f.in.Tools.Resolve(e.Tool)
			if !declared[r] {
				t.Undeclared++
			}
			if known && !called[r] {
				called[r] = true
				t.Called = append(t.Called, r.Name)
			}
		case e.Kind == transcript.Activate && !e.Failed:
			t.Activations++
			t.Reactivations += l.reactivated(e.Names)
		}
		l.play(e)
	}
	return t
}

// reactivated counts the names whose tools were touched before and are not held.
func (l *ledger) reactivated(names []string) int {
	count := 0
	for _, name := range names {
		r, _ := l.f.in.Tools.Resolve(name)
		if _, seen := l.newest[r]; seen && l.f.pinned[r] == "" && !l.holds(r) {
			count++
		}
	}
	return count
}

func (p *Plan) tools() map[*tool.Record]bool {
	set := make(map[*tool.Record]bool, len(p.Exposed))
	for _, e := range p.Exposed {
		set[e.Tool] = true
	}
	return set
}

// evictions counts the tools that are evicted after a run and were not before.
func evictions(before, after Plan) int {
	known := make(map[string]bool, len(before.Evicted))
	for _, name := range before.Evicted {
		known[name] = true
	}
	count := 0
	for _, name := range after.Evicted {
		if !known[name] {
			count++
		}
	}
	return count
}
