package workingset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// ledger replays touches, oldest first: carried names, then the transcript's
// calls. What it keeps is bounded by the names touched, not by the calls.
type ledger struct {
	f        *frame
	clock    int                      // touches so far
	newest   map[*tool.Record]touched // the newest touch of each tool
	tools    []*tool.Record           // the keys of newest, in the order of their first touch
	held     []*tool.Record           // oldest touch first
	dropped  map[string]int           // by registry spelling, when a name outside the catalog was touched last
	families []string                 // the transcript's families, sorted
	moves    *[]Move                  // of the working set; nil where nobody asks
}

type touched struct {
	clock  int
	reason Reason // Called, Activated or Carried
	at     Touch  // none when carried
}

func newLedger(f *frame, moves *[]Move) *ledger {
	l := &ledger{f: f, newest: map[*tool.Record]touched{}, dropped: map[string]int{}, moves: moves}
	var families []string
	for _, entry := range f.in.Options.Carry {
		if family, ok := strings.CutPrefix(entry, FamilyPrefix); ok {
			families = append(families, family)
		} else {
			l.touch(entry, Carried, Touch{})
		}
	}
	l.ask(families)
	return l
}

// mostFamilies keeps every carry short enough to be posted back.
const mostFamilies = limits.CarryEntries - limits.MaxSlots

// ask makes families the transcript's, if any of them is known.
func (l *ledger) ask(families []string) {
	if known := l.f.knownFamilies(families); len(known) > 0 {
		l.families = known[:min(len(known), mostFamilies)]
	}
}

// play replays one call of the transcript (contract 7.2 to 7.4).
func (l *ledger) play(e transcript.Event) {
	at := Touch{Message: e.Message, Call: e.ID}
	switch {
	case e.Kind == transcript.Call:
		l.touch(e.Tool, Called, at)
	case e.Kind == transcript.Activate && !e.Failed:
		for _, name := range e.Names {
			l.touch(name, Activated, at)
		}
		l.ask(e.Families)
	}
}

func (l *ledger) touch(name string, reason Reason, at Touch) {
	l.clock++
	r, ok := l.f.in.Tools.Resolve(name)
	if !ok {
		if l.f.builtIn(name) == nil {
			l.dropped[tool.Dotted(name)] = l.clock
		}
		return
	}
	pinned := l.f.pinned[r]
	if pinned == Scaffolding {
		return
	}
	if _, known := l.newest[r]; !known {
		l.tools = append(l.tools, r)
	}
	l.newest[r] = touched{clock: l.clock, reason: reason, at: at}
	var fell []*tool.Record
	if pinned == "" {
		fell = l.hold(r)
	}
	if l.moves != nil {
		*l.moves = append(*l.moves, Move{Tool: r.Name, Reason: reason, At: at, Fell: names(fell)})
	}
}

// hold makes a tool the newest of the held set and evicts what no longer
// fits. LRU keeps the set full. Batched falls back to three quarters, so that
// the set, and with it the provider's cached prefix, changes seldom.
func (l *ledger) hold(r *tool.Record) (fell []*tool.Record) {
	if at := slices.Index(l.held, r); at >= 0 {
		l.held = slices.Delete(l.held, at, at+1)
	}
	l.held = append(l.held, r)
	slots := l.f.slots
	if len(l.held) <= slots {
		return nil
	}
	keep := slots
	if l.f.in.Options.Eviction == Batched {
		keep = min(slots, max(1, 3*slots/4))
	}
	fell = slices.Clone(l.held[:len(l.held)-keep])
	l.held = slices.Delete(l.held, 0, len(l.held)-keep)
	return fell
}

// touchOf returns a tool's newest touch in the transcript, or nil.
func (l *ledger) touchOf(r *tool.Record) *Touch {
	t, known := l.newest[r]
	if !known || t.reason == Carried {
		return nil
	}
	return &t.at
}

func (l *ledger) holds(r *tool.Record) bool { return slices.Contains(l.held, r) }

// evicted lists the touched tools that are not held, newest touch first.
func (l *ledger) evicted() []string {
	var fallen []*tool.Record
	for _, r := range l.tools {
		if l.f.pinned[r] == "" && !l.holds(r) {
			fallen = append(fallen, r)
		}
	}
	slices.SortFunc(fallen, func(a, b *tool.Record) int {
		return cmp.Compare(l.newest[b].clock, l.newest[a].clock)
	})
	return names(fallen)
}

// droppedNames lists the touched names outside the catalog, newest touch first.
func (l *ledger) droppedNames() []Dropped {
	list := make([]Dropped, 0, len(l.dropped))
	for name := range l.dropped {
		reason := "unknown"
		if _, deleted := l.f.in.Tools.Deleted(name); deleted {
			reason = "deleted"
		}
		list = append(list, Dropped{Name: name, Reason: reason})
	}
	slices.SortFunc(list, func(a, b Dropped) int {
		return cmp.Compare(l.dropped[b.Name], l.dropped[a.Name])
	})
	return list
}

// carry is what to post back when the transcript is shortened (contract 7.10).
func (l *ledger) carry() []string {
	list := names(l.held)
	for _, family := range l.families {
		list = append(list, FamilyPrefix+family)
	}
	return list
}

func names(records []*tool.Record) []string {
	list := make([]string, len(records))
	for i, r := range records {
		list[i] = r.Name
	}
	return list
}
