package transcript

import "github.com/discoveryd/discoveryd/internal/tool"

// scan collects what a reader reports, turn by turn, oldest first.
type scan struct {
	events     []Event
	keys       []string // what pairs each with its result
	references []string
	loaded     []string
	deferred   []string
	turns      int

	pending map[string]int   // by id, the newest call that has no result yet
	orphans map[string]bool  // by id, whether a result that met no call is a failure
	waiting map[string][]int // by tool, calls of the newest run that have neither id nor result

	turn    int  // where the events of the present turn start
	results bool // the present turn has results
	others  bool // the present turn goes on with the conversation otherwise
	run     int  // where the newest run of calls starts
	calling bool // the last turn that said anything had calls
	over    bool // something else than results followed the newest run

	approvals map[string]string // a request for approval to the id of its call
	suspended map[string]int    // by tool, the newest call that waits to be asked again
	warnings  []tool.Warning

	text []byte // the text decoded last; one room for all, since most of it is looked at once
}

// call is one call as a format spells it.
type call struct {
	id, name  string
	pairs     string // what pairs it with its result, where that is not the id
	arguments []byte // raw; nil when absent
	form      form
	cut       bool // the format says that it was cut off or did not parse
}

// key is what pairs a call with its result; empty when nothing does.
func (c call) key() string {
	if c.pairs != "" {
		return c.pairs
	}
	return c.id
}

// result is the outcome of one call.
type result struct {
	id     string // what pairs it with its call; empty in formats and clients that have none
	tool   string // for results without an id
	failed bool   // by the format's own mark
	// content and structured are what a refusal of this service would be read
	// from (contract section 10). They are looked at for scaffolding calls only:
	// what another tool returns may speak of errors and be none.
	content, structured []byte
}

func newScan() *scan {
	return &scan{pending: map[string]int{}, orphans: map[string]bool{}}
}

func (s *scan) begin() { s.turn, s.results, s.others = len(s.events), false, false }

// end closes a turn. One that says nothing, such as a model's reasoning or a
// notification, leaves the run of calls as it was.
func (s *scan) end() {
	s.turns++
	switch calls := len(s.events) > s.turn; {
	case calls:
		s.calling, s.over = true, false
	case s.results || s.others:
		s.calling, s.over = false, s.over || s.others
	}
}

// other notes that a turn goes on with the conversation otherwise than by
// calls and results.
func (s *scan) other() { s.others = true }

// warn notes, once, what a transcript hides.
func (s *scan) warn(code, message string) {
	for _, w := range s.warnings {
		if w.Code == code && w.Message == message {
			return
		}
	}
	s.warnings = append(s.warnings, tool.Warning{Code: code, Field: "/transcript", Message: message})
}

// compacted notes that older turns were replaced by a summary.
func (s *scan) compacted() {
	s.warn("COMPACTED", "older turns are summarised: calls that are not posted any more do not count; post the carry of an earlier answer to keep their tools")
}

// hidden notes that turns are kept elsewhere.
func (s *scan) hidden(by string) {
	s.warn("HIDDEN_HISTORY", by+" stands for turns that are kept by the provider and cannot be read here: calls in them do not count; post the turns themselves, or the carry of an earlier answer")
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
	s.keys = append(s.keys, c.key())
	if c.key() == "" {
		if s.waiting == nil {
			s.waiting = map[string][]int{}
		}
		s.waiting[c.name] = append(s.waiting[c.name], at)
		return
	}
	s.pending[c.key()] = at
}

func (s *scan) eventOf(c call) Event {
	arguments, ok := s.argumentsOf(c.arguments, c.form)
	bad := c.cut || !ok
	e := Event{Kind: kindOf(c.name), Tool: c.name, ID: c.id, Message: s.turns, Failed: bad, Malformed: bad}
	if e.Kind == Activate && !bad {
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
	s.results = true
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
	e.Failed = e.Failed || r.failed || e.Kind != Call && (s.saysError(r.content) || s.saysError(r.structured))
}

// history ends the scan. A call whose result stands before it gets it now.
func (s *scan) history() History {
	for i, key := range s.keys {
		if at, pending := s.pending[key]; pending && at == i && s.orphans[key] {
			s.events[i].Failed = true
		}
	}
	h := History{Messages: s.turns, Events: s.events, References: s.references, Loaded: s.loaded, Deferred: s.deferred, LastRun: s.run, Warnings: s.warnings}
	if s.over {
		h.LastRun = len(s.events)
	}
	return h
}
