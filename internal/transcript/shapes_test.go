package transcript_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/transcript"
)

// shape is a run of turns and the calls that a format's reader finds in it.
type shape struct {
	turns string
	want  []transcript.Event
}

func readsAs(t *testing.T, format string, shapes map[string]shape) {
	t.Helper()
	for name, c := range shapes {
		t.Run(name, func(t *testing.T) {
			got := read(t, format, []byte("["+c.turns+"]")).Events
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// activation is the event of a call of activate_tool.
func activation(id string, names ...string) transcript.Event {
	return transcript.Event{Kind: transcript.Activate, Tool: "activate_tool", ID: id, Names: names}
}

func failed(e transcript.Event) transcript.Event { e.Failed = true; return e }

func malformed(e transcript.Event) transcript.Event { e.Failed, e.Malformed = true, true; return e }

func at(message int, e transcript.Event) transcript.Event { e.Message = message; return e }

func called(id, tool string) transcript.Event { return transcript.Event{Tool: tool, ID: id} }
