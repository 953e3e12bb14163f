package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// s1Turns is the conversation of S1's figure, in turns of this service's own format.
const s1Turns = `[{"role":"assistant","calls":[{"id":"t1","name":"activate_tool","arguments":{"names":["read_pdf"]}}]},{"role":"tool","call_id":"t1"},
{"role":"assistant","calls":[{"id":"t2","name":"activate_tool","arguments":{"names":["query_json","read_json"]}}]},{"role":"tool","call_id":"t2"},
{"role":"assistant","calls":[{"id":"t3","name":"read_pdf","arguments":{}}]},{"role":"tool","call_id":"t3"},
{"role":"assistant","calls":[{"id":"t4","name":"activate_tool","arguments":{"names":["run_view","search_text","merge_pdfs"]}}]},{"role":"tool","call_id":"t4"},
{"role":"assistant","calls":[{"id":"t5","name":"activate_tool","arguments":{"names":["generate_pdf"]}}]},{"role":"tool","call_id":"t5"}]`

func TestWhyExplainsOneToolOfAProjection(t *testing.T) {
	s := startWithSamples(t)
	ask := func(more string) map[string]any {
		return s.post("/v1/catalogs/default:why", `{"format":"neutral","slots":5,"transcript":`+s1Turns+`,`+more+`}`)
	}
	fell := ask(`"name":"query_json"`)
	if fell["status"] != "evicted" || fell["declared"] != false || fell["call"] != "t2" || at(fell, "moves", 1, "call") != "t4" {
		t.Errorf("query_json: %v", fell)
	}
	if diff := cmp.Diff([]any{"read_json", "read_pdf", "run_view", "search_text", "merge_pdfs"}, fell["pushed_by"]); diff != "" {
		t.Errorf("pushed by (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"read_pdf": "declared called", "search_tools": "declared scaffolding", "read_pdff": "unknown ", "label.define": "untouched ",
	} {
		got := ask(`"name":"` + name + `"`)
		if got["status"].(string)+" "+got["reason"].(string) != want || got["explanation"] == "" {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	turns := ask(`"timeline":true`)
	if diff := cmp.Diff([]any{"read_pdf", "run_view", "search_text", "merge_pdfs", "generate_pdf"}, at(turns, "timeline", 4, "held")); diff != "" {
		t.Errorf("held at last (-want +got):\n%s", diff)
	}
	s.refused(s.call("POST", "/v1/catalogs/default:why", `{"format":"neutral","transcript":[]}`), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.call("POST", "/v1/catalogs/default:why", `{"format":"neutral","name":"a"}`), 400, "INVALID_ARGUMENT_FIELD")
}

func TestTimelineIsDrawnAtATerminal(t *testing.T) {
	s := startWithSamples(t)
	file := filepath.Join(t.TempDir(), "conversation.json")
	if err := os.WriteFile(file, []byte(s1Turns), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, code := s.cli("project", "--format", "neutral", "--slots", "5", "--timeline", "--why", "query_json", file)
	want := `TURN  USED  PUSHED OUT  SLOTS, OLDEST TOUCH FIRST
0     1                 +read_pdf
2     3                 read_pdf, +query_json, +read_json
4     3                 query_json, read_json, *read_pdf
6     5     query_json  read_json, read_pdf, +run_view, +search_text, +merge_pdfs
8     5     read_json   read_pdf, run_view, search_text, merge_pdfs, +generate_pdf
+ activated this turn, * called this turn
`
	if !strings.HasSuffix(out, want) || code != 1 {
		t.Errorf("exit code %d, printed\n%s\nwant at its end\n%s", code, out, want)
	}
}
