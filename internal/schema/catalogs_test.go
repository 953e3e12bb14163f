package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// minAccepted is the share of real MCP tools that must register.
const minAccepted = 0.99

// notMCP is a catalog of function descriptions in Python's types, such as
// dict and float, all of which must be refused with the type to write instead.
const notMCP = "bfcl-multi-turn"

func TestRealCatalogsRegister(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	for _, profile := range []string{"full", "core"} {
		tools, accepted := 0, 0
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			if name == notMCP {
				continue
			}
			catalog := readCatalog(t, file)
			good := 0
			for _, tool := range catalog {
				_, problems := schema.Compile(tool.InputSchema, profile)
				if len(problems) == 0 {
					good++
				}
				if profile == "full" {
					logProblems(t, tool, problems)
				}
			}
			t.Logf("%s: %-24s %3d of %3d tools", profile, name, good, len(catalog))
			tools, accepted = tools+len(catalog), accepted+good
		}
		share := float64(accepted) / float64(tools)
		t.Logf("%s: %d of %d tools, %.1f %%", profile, accepted, tools, 100*share)
		if profile == "full" && share < minAccepted {
			t.Errorf("only %.1f %% of the tools register", 100*share)
		}
	}
}

func TestTypesOfPythonAreTranslated(t *testing.T) {
	for _, tool := range readCatalog(t, evaldata.Path(t, "catalogs", notMCP+".json")) {
		_, problems := schema.Compile(tool.InputSchema, "full")
		if len(problems) == 0 {
			t.Errorf("%s is accepted", tool.Name)
		}
		for _, p := range problems {
			if p.Keyword == "type" && !strings.Contains(p.Message, "; ") {
				t.Errorf("%s: %s has no advice: %s", tool.Name, p.Pointer, p.Message)
			}
		}
	}
}

// catalogTool is one tool of a saved MCP tools/list answer.
type catalogTool struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

func readCatalog(t *testing.T, file string) []catalogTool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var catalog struct{ Tools []catalogTool }
	if err := json.Unmarshal(data, &catalog); err != nil {
		t.Fatal(err)
	}
	return catalog.Tools
}

func logProblems(t *testing.T, tool catalogTool, problems []schema.Problem) {
	t.Helper()
	for _, p := range problems {
		t.Logf("refused: %s: %s %s: %s", tool.Name, p.Pointer, p.Keyword, p.Message)
	}
}
