package transcript

import "github.com/discoveryd/discoveryd/internal/tool"

// scan collects what a reader reports, turn by turn, oldest first.
type scan struct {
	events     []Event
	references []string
	turns      int

	pending map[string]int   // by id, the newest call that has no result yet
	orphans map[string]bool  // by id, whether a result that met no call is a failure
	waiting map[string][]int // by tool, calls of the newest run that have neither id nor result

	turn    int  // where the events of the present turn start
	run     int  // where the newest run of calls starts
	calling bool // the last turn had calls
	over    bool // something else than results followed the newest run

	text []byte // the text decoded last; one room for all, since most of it is looked at once
}

// call is one call as a format spells it.
type call struct {
	id, name  string
	arguments []byte // raw; nil when absent
	form      form
}

// result is the outcome of one call.
type result struct {
	id     string // empty in formats and clients that have none
	tool   string // for results without an id
	failed bool   // by the format's own mark
	// refused says that a result without any mark reads like a refusal of this
	// service (contract section 10). It counts for scaffolding calls only: what
	// another tool returns may speak of errors and be none.
	refused bool
}

func newScan() *scan {
	return &scan{pending: map[string]int{}, orphans: map[string]bool{}}
}

func (s *scan) begin() { s.turn = len(s.events) }

func (s *scan) end(onlyResults bool) {
	s.turns++
	calls := len(s.events) > s.turn
	s.over = !calls && (s.over || !onlyResults)
	s.calling = calls
}

func (s *scan) call(c call) {
	if c.name == "" {
		return // a leftover of streaming: nobody can know what was called
	}
	at := len(s.events)
	if at == s.turn && !s.calling {
		s.run, s.waiting = at, nil
	}
	s.events = append(s.events, s.eventOf(c))
	if c.id == "" {
		if s.waiting == nil {
			s.waiting = map[string][]int{}
		}
		s.waiting[c.name] = append(s.waiting[c.name], at)
		return
	}
	s.pending[c.id] = at
}

func (s *scan) eventOf(c call) Event {
	arguments, ok := s.argumentsOf(c.arguments, c.form)
	e := Event{Kind: kindOf(c.name), Tool: c.name, ID: c.id, Message: s.turns, Failed: !ok, Malformed: !ok}
	if e.Kind == Activate {
		e.Names, e.Families = activationOf(arguments)
	}
	return e
}

// kindOf compares exactly: the names of the scaffolding tools hold no dot and
// are the same in both spellings.
func kindOf(name string) Kind {
	switch name {
	case tool.ActivateTool:
		return Activate
	case tool.SearchTool:
		return Search
	}
	return Call
}

func (s *scan) result(r result) {
	if r.id == "" {
		s.resultInOrder(r)
		return
	}
	if at, ok := s.pending[r.id]; ok {
		delete(s.pending, r.id)
		s.settle(at, r)
		return
	}
	s.orphans[r.id] = r.failed
}

// resultInOrder pairs the n-th result of a tool with its n-th call in the newest run.
func (s *scan) resultInOrder(r result) {
	if calls := s.waiting[r.tool]; len(calls) > 0 {
		s.waiting[r.tool] = calls[1:]
		s.settle(calls[0], r)
	}
}

func (s *scan) settle(at int, r result) {
	e := &s.events[at]
	e.Failed = e.Failed || r.failed || r.refused && e.Kind != Call
}

func (s *scan) reference(name string) {
	if name != "" {
		s.references = append(s.references, name)
	}
}

// history ends the scan. A call whose result stands before it gets it now.
func (s *scan) history() History {
	for i := range s.events {
		e := &s.events[i]
		if at, pending := s.pending[e.ID]; pending && at == i && s.orphans[e.ID] {
			e.Failed = true
		}
	}
	h := History{Messages: s.turns, Events: s.events, References: s.references, LastRun: s.run}
	if s.over {
		h.LastRun = len(s.events)
	}
	return h
}
