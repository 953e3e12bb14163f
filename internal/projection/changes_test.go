package projection_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// TestDeltasKeepAConstantArrayInStep plays a conversation as a caller does who
// declares initial_tools once and appends every delta: the array never
// changes, and what the provider has loaded is what would have been declared.
func TestDeltasKeepAConstantArrayInStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]string{transcript.AnthropicMessages, transcript.OpenAIResponses}).Draw(t, "format")
		req := request(catalog(registered()...), format)
		req.Settings.MaxExposed = rapid.SampledFrom([]int{6, 40}).Draw(t, "max_exposed") // withheld from the start or not
		req.Options.Slots = new(2)
		var said, whole []string // without and with what the deltas append
		var initial string
		for i := range rapid.IntRange(1, 12).Draw(t, "turns") {
			turns := drawTurns(t, format, i)
			said, whole = append(said, turns...), append(whole, turns...)
			req.Transcript = listOf(whole)
			deltas := project(t, req).Deltas
			if got := fmt.Sprintf("%s", deltas.InitialTools); i == 0 {
				initial = got
			} else if got != initial {
				t.Fatalf("turn %d: the declared array changed from %s to %s", i, initial, got)
			}
			for _, v := range deltas.Append {
				whole = append(whole, string(v))
			}
			req.Transcript = listOf(said)
			inStep(t, format, listOf(whole), project(t, req))
		}
	})
}

// drawTurns is the i-th step of a conversation, with an id of its own.
func drawTurns(t *rapid.T, format string, i int) []string {
	name := rapid.SampledFrom(registered()).Draw(t, "name")
	turns := string(in(format, rapid.SampledFrom([]step{activate(name), call(name)}).Draw(t, "step")))
	turns = strings.ReplaceAll(turns, `id":"1"`, fmt.Sprintf(`id":"%d"`, i))
	return []string{turns[1 : len(turns)-1]}
}

func listOf(turns []string) []byte { return []byte("[" + strings.Join(turns, ",") + "]") }

// inStep compares what a provider has loaded with what is declared.
func inStep(t *rapid.T, format string, text []byte, declared projection.Answer) {
	t.Helper()
	h, err := transcript.Read(format, text)
	if err != nil {
		t.Fatalf("Read = %v", err)
	}
	var want []string
	for _, e := range declared.Exposed {
		if e.Reason != workingset.Scaffolding {
			want = append(want, tool.Wire(e.Tool.Name))
		}
	}
	loaded := slices.Sorted(slices.Values(h.Loaded))
	if format == transcript.OpenAIResponses { // where nothing can be taken away
		loaded = slices.DeleteFunc(loaded, func(name string) bool { return !slices.Contains(want, name) })
	}
	if diff := cmp.Diff(want, loaded); diff != "" {
		t.Fatalf("after %s\nloaded (-declared +loaded):\n%s", text, diff)
	}
}
