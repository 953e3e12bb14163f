package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
)

// noJSONSchema writes types that JSON Schema does not have (dict, float, tuple).
const noJSONSchema = "bfcl-multi-turn.json"

// Every real catalog goes through `import mcp` and `apply`. What is refused is
// named with its pointer and reason; the share of tools accepted is printed.
func TestRealCatalogsImportAndApply(t *testing.T) {
	files, err := filepath.Glob(evaldata.Path(t, "catalogs") + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	backends(t, func(t *testing.T, s *server) {
		total, accepted := 0, 0
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				offered, taken := importAndApply(t, s, file)
				t.Logf("%d of %d tools accepted", taken, offered)
				if filepath.Base(file) != noJSONSchema {
					total, accepted = total+offered, accepted+taken
				}
			})
		}
		t.Logf("all catalogs: %d of %d tools accepted (%.1f %%)", accepted, total, 100*float64(accepted)/float64(total))
		if accepted*100 < total*99 {
			t.Errorf("only %d of %d real tools accepted, want 99 %%", accepted, total)
		}
	})
}

// importAndApply imports one file into a catalog of its own. When the apply is
// refused it names the refused tools and applies the others.
func importAndApply(t *testing.T, s *server, file string) (offered, taken int) {
	t.Helper()
	family := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".json"), ".", "_")
	manifest := filepath.Join(t.TempDir(), family+".json")
	_, stderr, code := run(t, "import", "mcp", file, "--team", "importers", "--partial", "--output", "json", "--out", manifest)
	if code > 1 { // 1: some could not be imported, and standard error names them
		t.Fatalf("import %s: exit %d\n%s", file, code, stderr)
	}
	for line := range strings.Lines(stderr) {
		if strings.Contains(line, "refused:") {
			t.Logf("%s: %s", filepath.Base(file), strings.TrimSpace(line))
			offered++
		}
	}
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatalf("%s: %v", manifest, err)
	}
	offered += len(document.Tools)
	catalog := strings.ReplaceAll(family, "_", "-")
	plan := s.post("/v1/catalogs/"+catalog+"/tools:apply", fmt.Sprintf(`{"team":"importers","dry_run":true,"tools":[%s]}`, join(document.Tools)))
	refused := map[int]bool{}
	for i := range names(plan["problems"], "field") {
		p := at(plan, "problems", i)
		t.Logf("refused: %s %v: %v", filepath.Base(file), at(p, "field"), at(p, "description"))
		var index int
		if _, err := fmt.Sscanf(fmt.Sprint(at(p, "field")), "/tools/%d", &index); err != nil {
			t.Fatalf("problem without a tool's pointer: %v", p)
		}
		refused[index] = true
	}
	var good []json.RawMessage
	for i, tool := range document.Tools {
		if !refused[i] {
			good = append(good, tool)
		}
	}
	body := s.post("/v1/catalogs/"+catalog+"/tools:apply", fmt.Sprintf(`{"team":"importers","tools":[%s]}`, join(good)))
	if n := len(names(body["changes"], "name")); n != len(good) {
		t.Errorf("%s: %d changes for %d tools", file, n, len(good))
	}
	return offered, len(good)
}

func join(list []json.RawMessage) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = string(v)
	}
	return strings.Join(parts, ",")
}

// A real airline dialogue projects, and its calls validate against the real tools.
func TestTauBenchDialogueProjectsAndValidates(t *testing.T) {
	s := startSQLite(t)
	importAndApply(t, s, evaldata.Path(t, "catalogs", "tau-bench-airline.json"))
	text, err := os.ReadFile(evaldata.Path(t, "transcripts", "tau-bench-airline-60.json"))
	if err != nil {
		t.Fatal(err)
	}
	var dialogues []struct {
		Traj []struct {
			ToolCalls []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
	}
	var raw []struct{ Traj json.RawMessage }
	if err := json.Unmarshal(text, &dialogues); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	calls, valid := 0, 0
	for i, dialogue := range dialogues {
		body := s.post("/v1/catalogs/tau-bench-airline:project", fmt.Sprintf(`{"format":"openai-chat","transcript":%s}`, raw[i].Traj))
		held := at(body, "slots", "used")
		called := map[string]bool{}
		for _, turn := range dialogue.Traj {
			for _, call := range turn.ToolCalls {
				called[call.Function.Name] = true
				a := s.call("POST", "/v1/catalogs/tau-bench-airline/calls:validate",
					fmt.Sprintf(`{"name":%s,"arguments":%s}`, quote(call.Function.Name), call.Function.Arguments))
				if a.status != 200 {
					t.Fatalf("validate %s: %s", call.Function.Name, a.raw)
				}
				calls++
				if a.body["valid"] == true {
					valid++
				}
			}
		}
		if held != float64(len(called)) {
			t.Errorf("dialogue %d: %v tools held, %d called", i, held, len(called))
		}
	}
	t.Logf("%d of %d real calls are valid", valid, calls)
	if calls == 0 || valid*10 < calls*9 {
		t.Errorf("only %d of %d real calls are valid", valid, calls)
	}
}
