package projection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// Reasons is why one tool is declared in a projection, or why it is not.
type Reasons struct {
	workingset.Because
	WireName    string // the declared spelling; empty when it is not registered
	Explanation string // all of it in a sentence
	Timeline    []SlotsTurn
}

// SlotsTurn is the working set after one turn.
type SlotsTurn struct {
	Carried bool // what was carried into the transcript; then there is no message
	Message int
	Moves   []workingset.Move
	Held    []string // oldest touch first
}

// Why explains one tool in the projection of a request; an empty name asks for
// the timeline alone. The error is a *problem.Error.
func Why(req Request, name string) (Reasons, error) {
	in, d, err := req.read()
	if err != nil {
		return Reasons{}, err
	}
	r := Reasons{Timeline: timeline(workingset.Moves(in))}
	if name == "" {
		return r, nil
	}
	r.Because = workingset.Why(in, name)
	if r.Tool != nil {
		r.WireName = d.dialect.Name(r.Tool)
	}
	r.Explanation = explain(name, r.Because)
	return r, nil
}

// timeline groups moves by turn and replays what is held after each.
func timeline(moves []workingset.Move) []SlotsTurn {
	var turns []SlotsTurn
	var held []string
	for _, m := range moves {
		carried := m.Reason == workingset.Carried
		if last := len(turns) - 1; last < 0 || turns[last].Carried != carried || turns[last].Message != m.At.Message {
			turns = append(turns, SlotsTurn{Carried: carried, Message: m.At.Message})
		}
		held = append(slices.DeleteFunc(slices.Clone(held), func(name string) bool { return name == m.Tool }), m.Tool)
		held = slices.DeleteFunc(held, func(name string) bool { return slices.Contains(m.Fell, name) })
		turn := &turns[len(turns)-1]
		turn.Moves, turn.Held = append(turn.Moves, m), held
	}
	return turns
}

// explain says in a sentence what became of a tool.
func explain(asked string, b workingset.Because) string {
	subject := tool.Shown(asked)
	if b.Tool != nil {
		subject = b.Tool.Name
	}
	if b.RenamedFrom != "" {
		subject = b.RenamedFrom + " is now " + b.Tool.Name + "; it"
	}
	switch b.Status {
	case workingset.Unknown:
		return subject + " is not registered in this catalog, so it can neither be declared nor take a slot."
	case workingset.Deleted:
		return subject + " was deleted; calls of it are dropped."
	case workingset.Declared:
		return subject + " is declared because " + cause(b) + "."
	case workingset.WasCut:
		return fmt.Sprintf("%s would be declared because %s, but %s leaves no room for it.", subject, cause(b), b.Limit)
	case workingset.Evicted:
		return fmt.Sprintf("%s was touched last in %s and is not declared: %s since then, and the slots were full.", subject, place(b.Touch), pushers(b))
	case workingset.Untouched:
		return subject + " is not declared: no call in this transcript has activated or called it, and no family, scope or policy rule asks for it."
	}
	return ""
}

func cause(b workingset.Because) string {
	switch b.Reason {
	case workingset.Scaffolding:
		return "it is scaffolding (" + strings.Join(b.Rules, ", ") + ")"
	case workingset.Referenced:
		return "native loading in the transcript refers to it"
	case workingset.Called, workingset.Activated:
		return "it was " + string(b.Reason) + " in " + place(b.Touch)
	case workingset.Carried:
		return "it was carried into the transcript"
	case workingset.Family, workingset.Policy, workingset.All:
	}
	return strings.Join(b.Rules, " and ") + " asks for it"
}

func place(t *workingset.Touch) string {
	switch {
	case t == nil:
		return "the carry"
	case t.Call == "":
		return fmt.Sprintf("turn %d", t.Message)
	}
	return fmt.Sprintf("turn %d (call %s)", t.Message, tool.Shown(t.Call))
}

func pushers(b workingset.Because) string {
	switch len(b.PushedBy) {
	case 0:
		return "there are no slots"
	case 1:
		return b.PushedBy[0] + " was touched"
	}
	return strings.Join(b.PushedBy, ", ") + " were touched"
}
