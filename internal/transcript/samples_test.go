package transcript_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// expectedEvent is what the samples say of one call.
type expectedEvent struct {
	Tool  string   `json:"tool"`
	Kind  string   `json:"kind"`
	Names []string `json:"names"`
	Error bool     `json:"error"`
}

func TestSamplesOfEachFormatAreReadAsExpected(t *testing.T) {
	for _, format := range transcript.Formats()[1:] { // the neutral one is this service's own
		t.Run(format, func(t *testing.T) {
			h := read(t, format, file(t, "transcripts", format+"-1.json"))
			var want struct{ Events []expectedEvent }
			if err := json.Unmarshal(file(t, "transcripts", format+"-1.expected.json"), &want); err != nil {
				t.Fatal(err)
			}
			var got []expectedEvent
			for _, e := range slices.Backward(h.Events) {
				names := append([]string{}, e.Names...)
				got = append(got, expectedEvent{Tool: e.Tool, Kind: kindName(e.Kind), Names: names, Error: e.Failed})
			}
			if diff := cmp.Diff(want.Events, got); diff != "" {
				t.Errorf("events, newest first (-want +got):\n%s", diff)
			}
		})
	}
}

func kindName(k transcript.Kind) string {
	return map[transcript.Kind]string{transcript.Call: "call", transcript.Activate: "activate", transcript.Search: "search"}[k]
}

func TestTauBenchDialoguesAreReadWithoutError(t *testing.T) {
	var dialogues []struct {
		Traj json.RawMessage `json:"traj"`
	}
	if err := json.Unmarshal(file(t, "transcripts", "tau-bench-airline-60.json"), &dialogues); err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, d := range dialogues {
		calls += len(read(t, transcript.OpenAIChat, d.Traj).Events)
	}
	if len(dialogues) != 60 || calls < 60 {
		t.Errorf("read %d dialogues with %d calls, want 60 with more calls than that", len(dialogues), calls)
	}
}

func file(t *testing.T, elements ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(evaldata.Path(t, elements...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, format string, text []byte) transcript.History {
	t.Helper()
	h, err := transcript.Read(format, text)
	if err != nil {
		t.Fatalf("Read(%s) = %v", format, err)
	}
	return h
}
