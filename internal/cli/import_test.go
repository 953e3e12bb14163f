package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/tool"
)

const listing = `{"jsonrpc":"2.0","id":1,"result":{"tools":[
 {"name":"flyKite","description":"Let a\nkite rise.","inputSchema":{"type":"object","properties":{"h":{"maximum":1.50}}},
  "annotations":{"idempotentHint":true,"readOnlyHint":true}},
 {"name":"rest","title":"Rest: now","inputSchema":{"type":"object"}}]}}`

func TestImportWritesAManifestAndSaysTheRest(t *testing.T) {
	got := run(t, listing, "import", "mcp", "-", "--team", "kites", "--source", "shop")
	want := outcome{
		out: `team: kites
tools:
  - name: fly_kite
    description: Let a kite rise.
    parameters:
      type: object
      properties:
        h:
          maximum: 1.50
    idempotent: true
    handler: mcp://shop/flyKite
  - name: rest
    title: "Rest: now"
    description: "Rest: now"
    parameters:
      type: object
    handler: mcp://shop/rest
`,
		err: `RENAMED  TO
flyKite  fly_kite
rest: has no description: its title stands in
dropped: annotations.readOnlyHint of 1 tool
2 tools imported, 1 renamed, 0 refused
`,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("import (-want +got):\n%s", diff)
	}
}

func TestImportPutsTheFamilyFirstAndNamesTheSourceAfterTheFile(t *testing.T) {
	path := file(t, "shop.json", `[{"name":"rest","description":"Rest."}]`)
	out := filepath.Join(t.TempDir(), "tools.json")
	got := run(t, "", "import", "mcp", path, "--family", "kite", "--output", "json", "-o", out)
	if got.code != 0 || got.out != "" || !strings.Contains(got.err, "written to "+out) {
		t.Fatalf("import = %+v", got)
	}
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"tools":[{"name":"kite.rest","description":"Rest.","handler":"mcp://shop/rest"}]}` + "\n"
	if string(written) != want {
		t.Errorf("manifest = %s, want %s", written, want)
	}
}

func TestImportWritesNothingOnACollisionUnlessPartial(t *testing.T) {
	colliding := `[{"name":"getUser","description":"a","inputSchema":{"type":"object"}},{"name":"get_user","description":"b","inputSchema":{"type":"object"}},{"name":"rest","description":"c","inputSchema":{"type":"object"}}]`
	got := run(t, colliding, "import", "mcp", "-")
	want := outcome{code: 1, err: `refused: getUser: is spelt get_user by the rule, and so is get_user: rename one of them
refused: get_user: is spelt get_user by the rule, and so is getUser: rename one of them
1 tool imported, 0 renamed, 2 refused
nothing was written; rename the tools in -, or leave them out with --partial
`}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("import (-want +got):\n%s", diff)
	}
	got = run(t, colliding, "import", "mcp", "-", "--partial")
	if got.code != 0 || !strings.Contains(got.out, "name: rest") || strings.Contains(got.out, "user") {
		t.Errorf("import --partial = %+v", got)
	}
}

// TestRealCatalogsImportIntoManifestsThatLoad takes every saved answer of the
// evaluation data through import and back through the manifest reader, in both syntaxes.
func TestRealCatalogsImportIntoManifestsThatLoad(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			load := func(output, name string) *discoveryv1.ApplyToolsRequest {
				t.Helper()
				got := run(t, "", "import", "mcp", path, "--team", "t", "--partial", "--output", output)
				if got.code != 0 {
					t.Fatalf("import = %d: %s", got.code, got.err)
				}
				manifests, err := manifest.Load(manifest.Source{Paths: []string{file(t, name, got.out)}})
				if err != nil {
					t.Fatal(err)
				}
				return manifests[0].Request
			}
			yaml, json := load("table", "m.yaml"), load("json", "m.json")
			for i, in := range yaml.GetTools() {
				same := json.GetTools()[i]
				if tool.Fold(in.GetParameters()) != tool.Fold(same.GetParameters()) && !strings.Contains(same.GetParameters(), `\`) {
					t.Errorf("%s: YAML gives %s, JSON %s", in.GetName(), in.GetParameters(), same.GetParameters())
				}
				draft := tool.Draft{Name: in.GetName(), Title: in.Title, Description: in.GetDescription(), Handler: in.GetHandler()}
				_, warnings, problems := draft.Check("")
				for _, p := range problems {
					t.Errorf("%s%s: %s", in.GetName(), p.Field, p.Description)
				}
				for _, w := range warnings {
					if w.Code != "NO_CAPABILITY" {
						t.Errorf("%s: %s %s", in.GetName(), w.Code, w.Message)
					}
				}
			}
			t.Logf("%d tools", len(yaml.GetTools()))
		})
	}
}
