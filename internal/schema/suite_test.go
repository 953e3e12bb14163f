package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/schema"
)

// excluded are the groups of the official suite that do not apply, by file and
// description, each with its reason.
var excluded = map[string]string{
	"additionalProperties: dependentSchemas with additionalProperties":            unsupported,
	"not: collect annotations inside a 'not', even if collection is disabled":     unsupported,
	"ref: ref creates new scope when adjacent to keywords":                        unsupported,
	"defs: validate definition against metaschema":                                foreign,
	"ref: remote ref, containing refs itself":                                     foreign,
	"ref: Recursive references between schemas":                                   renamed,
	"ref: refs with relative uris and defs":                                       renamed,
	"ref: relative refs with absolute uris and defs":                              renamed,
	"ref: $id must be resolved against nearest parent, not just immediate parent": renamed,
	"ref: order of evaluation: $id and $ref":                                      renamed,
	"ref: order of evaluation: $id and $anchor and $ref":                          renamed,
	"ref: order of evaluation: $id and $ref on nested schema":                     renamed,
	"ref: simple URN base URI with $ref via the URN":                              renamed,
	"ref: URN base URI with URN and JSON pointer ref":                             renamed,
	"ref: URN base URI with URN and anchor ref":                                   renamed,
	"ref: URN ref with nested pointer ref":                                        renamed,
	"ref: ref to if":                                                              renamed,
	"ref: ref to then":                                                            renamed,
	"ref: ref to else":                                                            renamed,
	"ref: ref with absolute-path-reference":                                       renamed,
	"ref: naive replacement of $ref with its destination is not correct":          "an enum value spells a $ref, which this test moves with the others",
}

const (
	unsupported = "uses a keyword that registration refuses"
	foreign     = "refers to the metaschema, and nothing is ever fetched"
	renamed     = "refers by the URI of an $id or by an $anchor; $id is ignored, only pointers lead anywhere"
)

// suiteGroup is one schema of the suite with its instances.
type suiteGroup struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []struct {
		Description string          `json:"description"`
		Data        json.RawMessage `json:"data"`
		Valid       bool            `json:"valid"`
	} `json:"tests"`
}

// localRef finds references from the root of a schema, which move with it.
var localRef = regexp.MustCompile(`("\$ref":\s*"#)`)

// TestOfficialSuite runs every group as the schema of one property, since the
// root of a parameters schema must be a plain object schema.
func TestOfficialSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "json-schema-test-suite", "draft2020-12"), "*.json"))
	if err != nil || len(files) < 30 {
		t.Fatalf("the suite has %d files, %v", len(files), err)
	}
	ran, met := 0, map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			name := strings.TrimSuffix(filepath.Base(file), ".json") + ": " + g.Description
			if excluded[name] != "" {
				met[name] = true
				continue
			}
			ran += len(g.Tests)
			t.Run(name, func(t *testing.T) { runGroup(t, g) })
		}
	}
	for name := range excluded {
		if !met[name] {
			t.Errorf("excluded but not in the suite: %s", name)
		}
	}
	t.Logf("%d cases ran, %d groups are excluded", ran, len(excluded))
}

func runGroup(t *testing.T, g suiteGroup) {
	t.Helper()
	moved := localRef.ReplaceAllString(string(g.Schema), `${1}/properties/v`)
	s, problems := schema.Compile([]byte(property(moved)), "full")
	if len(problems) > 0 {
		t.Fatalf("refused: %+v", problems)
	}
	for _, c := range g.Tests {
		found := errorsOf(t, s, `{"v":`+string(c.Data)+`}`)
		if (len(found) == 0) != c.Valid {
			t.Errorf("%s: valid is %t, errors %+v", c.Description, c.Valid, found)
		}
	}
}
