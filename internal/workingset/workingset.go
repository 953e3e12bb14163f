// Package workingset decides which tools a model is shown this turn. The set
// is a projection of the conversation: the most recently touched tools up to
// a number of slots (S1), and around them what is always shown, what families
// were asked for, and what the exposure policy adds (S2). Nothing is stored;
// the same input gives the same plan.
package workingset

import (
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// The names of eviction strategies and orders (contract 7.8 and 7.9).
const (
	LRU        = "lru"
	Batched    = "batched"
	ByName     = "name"
	Activation = "activation"
)

// FamilyPrefix marks the entries of a carry that are families.
const FamilyPrefix = "family:"

// Input is all that a plan depends on.
type Input struct {
	Tools    *tool.Set
	Settings settings.Settings
	History  transcript.History
	Options  Options
	// Scaffolding are the tools that are always declared and never registered.
	Scaffolding []*tool.Record
	// Name is a tool's spelling in the declarations, Chars the code points of
	// its declaration. Chars is asked only where a char budget is set.
	Name  func(*tool.Record) string
	Chars func(*tool.Record) int
}

// Options are a request's wishes, within bounds, defaults filled in.
type Options struct {
	Slots         int    // tools held at most
	CharBudget    int    // code points of all declarations; 0 is none
	Eviction      string // LRU or Batched
	Order         string // ByName or Activation
	Scope         Scope
	TaskType      string
	Families      []string
	Carry         []string // names, oldest first, and families with FamilyPrefix
	PreviousOrder []string
}

// Scope names what a task is about.
type Scope struct {
	Domains      []string
	Entities     []string
	Capabilities []string
}

// Reason says why a tool is declared.
type Reason string

// The reasons; a tool that has several shows the first of them.
const (
	Scaffolding Reason = "scaffolding"
	Referenced  Reason = "referenced"
	Called      Reason = "called"
	Activated   Reason = "activated"
	Carried     Reason = "carried"
	Family      Reason = "family"
	Policy      Reason = "policy"
	All         Reason = "all"
)

// Held reports whether the reason is a slot of the working set.
func (r Reason) Held() bool { return r == Called || r == Activated || r == Carried }

// Plan is what to declare this turn and what became of the rest.
type Plan struct {
	Exposed  []Exposed // in the order of declaration
	Evicted  []string  // touched and not held, newest touch first
	Cut      []string  // no room under max_exposed or the char budget, in the order of filling
	Dropped  []Dropped // touched and not in the catalog, newest touch first
	Carry    []string  // the held set, oldest first, then families
	Used     int       // held tools that are declared
	Slots    int       // slots in force
	Warnings []tool.Warning
	Turn     Turn
}

// Exposed is one declared tool.
type Exposed struct {
	Tool   *tool.Record
	Reason Reason
	Touch  *Touch // the newest in the transcript; nil when there is none
}

// Touch is a call that activated a tool or called it.
type Touch struct {
	Message int    // zero-based index of its turn
	Call    string // its id
}

// Dropped is a touched name that is not in the catalog.
type Dropped struct {
	Name   string // in the registry's spelling
	Reason string // unknown or deleted
}

// Project plans one turn.
func Project(in Input) Plan {
	f := frameOf(in)
	l := newLedger(f, nil)
	events := in.History.Events
	for _, e := range events[:in.History.LastRun] {
		l.play(e)
	}
	run := events[in.History.LastRun:]
	if len(run) == 0 {
		return f.plan(l)
	}
	before := f.plan(l)
	turn := l.playRun(run, before)
	plan := f.plan(l)
	turn.Evictions = evictions(before, plan)
	plan.Turn = turn
	return plan
}
