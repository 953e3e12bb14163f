// Package transcript reads tool calls out of a provider's conversation as it
// stands: one small reader per format, all of them feeding one record of
// events. Only structured calls count, never text; what a reader does not
// know it skips, since nobody can mend an old turn. A transcript is scanned,
// never built into a tree.
package transcript

import (
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Kind says what a call means for the working set.
type Kind uint8

// The kinds of events.
const (
	Call     Kind = iota // a direct call of a tool
	Activate             // a call of activate_tool
	Search               // a call of search_tools
)

// Event is one tool call of a transcript.
type Event struct {
	Kind Kind
	Tool string // as spelled in the transcript
	ID   string // the call's id; empty when it has none

	Names    []string // asked to be activated, in the order asked for
	Families []string // likewise

	Message int // zero-based index of the turn
	// Failed says that the call's result is an error or its arguments are
	// malformed. A call without a result is pending, not failed.
	Failed bool
	// Malformed says that the arguments are not a JSON object.
	Malformed bool
}

// History is what a transcript says about tools, oldest first.
type History struct {
	Messages int
	Events   []Event
	// References are tools, as spelled, that the provider's native loading
	// mentions. A provider refuses a transcript whose references are not declared.
	References []string
	// Loaded are the tools that native loading has put before the model and not
	// taken away again, oldest first.
	Loaded []string
	// Deferred are the tools that the request body declares and withholds until
	// they are loaded.
	Deferred []string
	// LastRun is the index in Events of the first call of the newest run of
	// calls if nothing but their results follows it, else len(Events).
	LastRun int
	// Warnings say which turns the transcript does not hold, though the model sees them.
	Warnings []tool.Warning
}

// Read reads a transcript: the request body that the format's provider takes,
// or just its list of turns. The error is a *problem.Error.
func Read(format string, text []byte) (History, error) {
	f, err := formatOf(format)
	if err != nil {
		return History{}, err
	}
	s := newScan()
	lists, err := f.turnsOf(s, text)
	if err != nil {
		return History{}, err
	}
	for _, list := range lists {
		for _, turn := range jsontext.ValueOf(list).Elements() {
			if s.turns == limits.TranscriptMessages {
				return History{}, problem.At("/transcript", problem.LimitExceeded,
					"limit transcript_messages: more than %d turns; send the newest turns together with the carry of an earlier answer", s.turns)
			}
			s.begin()
			f.read(s, turn)
			s.end()
		}
	}
	if len(s.events) == 0 {
		if err := mistaken(f, lists); err != nil {
			return History{}, err
		}
	}
	return s.history(), nil
}
