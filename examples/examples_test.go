// Package examples_test keeps the sample catalog, transcripts and calls true
// to each other and fit for the seeds' examples.
package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestTheCatalogIsLargeEnoughToSearch(t *testing.T) {
	all := loadCatalog(t)
	var roots []string
	spoken := 0
	for _, r := range all.tools {
		for _, id := range r.Capabilities {
			roots = append(roots, root(id))
		}
		if len(r.Examples) > 0 {
			spoken++
		}
	}
	slices.Sort(roots)
	roots = slices.Compact(roots)
	if len(all.tools) < 160 || len(roots) < 30 || len(roots) > 40 {
		t.Errorf("%d tools over %d roots, want at least 160 over 30 to 40", len(all.tools), len(roots))
	}
	if 3*spoken < len(all.tools) {
		t.Errorf("%d of %d tools have examples, want a third", spoken, len(all.tools))
	}
}

func TestNamesAreLegalAndUnique(t *testing.T) {
	legal := regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*(\.[a-z][a-z0-9]*([_-][a-z0-9]+)*)*$`)
	seen := map[string]bool{}
	for _, r := range loadCatalog(t).tools {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			if !legal.MatchString(name) || len(tool.Wire(name)) > 64 {
				t.Errorf("%q is no legal name", name)
			}
			if seen[name] {
				t.Errorf("%q is taken twice", name)
			}
			if tool.Family(name) != tool.Family(r.Name) {
				t.Errorf("alias %q leaves the family of %q", name, r.Name)
			}
			seen[name] = true
		}
	}
}

func TestEveryTagHasAConcept(t *testing.T) {
	all := loadCatalog(t)
	known := map[tool.ConceptKey]bool{}
	for _, c := range all.concepts {
		key := tool.ConceptKey{Kind: c.Kind, ID: c.ID}
		if known[key] {
			t.Errorf("%s %s is declared twice", c.Kind, c.ID)
		}
		if c.Label == "" || c.Glossary == "" {
			t.Errorf("%s %s has no label or no glossary", c.Kind, c.ID)
		}
		known[key] = true
	}
	used := map[tool.ConceptKey]bool{}
	for _, r := range all.tools {
		for _, key := range tags(r) {
			used[key] = true
			if !known[key] {
				t.Errorf("%s: %s %q has no concept", r.Name, key.Kind, key.ID)
			}
		}
	}
	for key := range known {
		if !used[key] {
			t.Errorf("no tool is tagged with %s %q", key.Kind, key.ID)
		}
	}
}

// tags is every concept that a record brings in, and the ends of its relationships.
func tags(r tool.Spec) []tool.ConceptKey {
	var keys []tool.ConceptKey
	add := func(kind, id string) { keys = append(keys, tool.ConceptKey{Kind: kind, ID: id}) }
	for _, id := range r.Capabilities {
		add("capability", root(id))
	}
	for _, id := range r.Domains {
		add("domain", id)
	}
	for _, id := range r.Entities {
		add("entity", id)
	}
	for _, id := range r.Relationships {
		add("relationship", id)
		ends := strings.Split(id, ".")
		add("entity", ends[0])
		add("entity", ends[len(ends)-1])
	}
	return keys
}

func root(capability string) string {
	before, _, _ := strings.Cut(capability, ":")
	return before
}

func TestEveryRecordIsComplete(t *testing.T) {
	for _, r := range loadCatalog(t).tools {
		if len(r.Capabilities) == 0 || len(r.Domains) == 0 || r.Handler == "" {
			t.Errorf("%s lacks a capability, a domain or a handler", r.Name)
		}
		if !strings.Contains(r.Parameters, `"properties":{"`) {
			t.Errorf("%s takes no parameters", r.Name)
		}
	}
}

func TestADeprecatedToolNamesItsSuccessor(t *testing.T) {
	all := loadCatalog(t)
	found := 0
	for _, r := range all.tools {
		if r.Deprecation == nil {
			continue
		}
		found++
		if successor := all.tool(t, r.Deprecation.ReplacedBy); successor.Deprecation != nil {
			t.Errorf("%s is replaced by %s, which is deprecated", r.Name, successor.Name)
		}
	}
	if found == 0 {
		t.Error("no tool is deprecated")
	}
}

// Whoever reads the other manifests needs one language and no special font.
func TestOnlyTheRegionalManifestLeavesASCII(t *testing.T) {
	for _, path := range manifestPaths(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		beyond := bytes.IndexFunc(text, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') })
		if regional := filepath.Base(path) == "regions.yaml"; regional != (beyond >= 0) {
			t.Errorf("%s: the first character beyond printable ASCII is at %d", path, beyond)
		}
	}
}

func TestDescriptionsAreInSevenMoreLanguages(t *testing.T) {
	var scripts []string
	for _, r := range loadCatalog(t).tools {
		for name, letters := range map[string]*regexp.Regexp{
			"Arabic": regexp.MustCompile(`\p{Arabic}`), "Cyrillic": regexp.MustCompile(`\p{Cyrillic}`),
			"Kana": regexp.MustCompile(`\p{Hiragana}`), "Han": regexp.MustCompile(`\p{Han}`),
			"German": regexp.MustCompile(`[äöüß]`), "French": regexp.MustCompile(`é|è`), "Spanish": regexp.MustCompile(`ñ`),
		} {
			if letters.MatchString(r.Description) {
				scripts = append(scripts, name)
			}
		}
	}
	slices.Sort(scripts)
	want := []string{"Arabic", "Cyrillic", "French", "German", "Han", "Kana", "Spanish"}
	if diff := cmp.Diff(want, slices.Compact(scripts)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A page of excerpts shows its worth where descriptions do not fit.
func TestSomeDescriptionsAreTooLongForARow(t *testing.T) {
	long := 0
	for _, r := range loadCatalog(t).tools {
		if n := utf8.RuneCountInString(r.Description); n > 700 {
			long++
		}
	}
	if long < 5 {
		t.Errorf("%d descriptions have more than 700 characters, want 5", long)
	}
}

func TestEachManifestIsOfATeamOfItsOwn(t *testing.T) {
	teams := map[string]string{}
	for _, path := range manifestPaths(t) {
		loaded, err := manifest.Load(manifest.Source{Paths: []string{path}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range loaded {
			team := m.Request.GetTeam()
			if other, taken := teams[team]; taken {
				t.Errorf("%s and %s are both of team %s", other, path, team)
			}
			teams[team] = path
		}
	}
}

func manifestPaths(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("catalog", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	return paths
}

func TestS1ColoredTagIsOnlyInTheGlossaryOfLabel(t *testing.T) {
	all := loadCatalog(t)
	words := regexp.MustCompile(`(?i)\b(colou?r|tag)`)
	var hits []string
	for _, c := range all.concepts {
		if words.MatchString(c.Label + " " + c.Glossary + " " + strings.Join(c.Synonyms, " ")) {
			hits = append(hits, c.Kind+" "+c.ID)
		}
	}
	if diff := cmp.Diff([]string{"entity label"}, hits); diff != "" {
		t.Errorf("concepts that say it (-want +got):\n%s", diff)
	}
	var labelled []string
	for _, r := range all.tools {
		own := strings.Join(slices.Concat([]string{r.Name, r.Title, r.Description, r.Parameters}, r.Capabilities, r.Aliases, r.Examples), " ")
		if words.MatchString(strings.ReplaceAll(own, "_", " ")) {
			t.Errorf("%s says it itself", r.Name)
		}
		if slices.Contains(r.Entities, "label") {
			labelled = append(labelled, r.Name)
		}
	}
	if diff := cmp.Diff([]string{"label.add_to_work_item", "label.define"}, labelled); diff != "" {
		t.Errorf("tools of the label entity (-want +got):\n%s", diff)
	}
}

func TestS1TheReadersStandAlone(t *testing.T) {
	got := map[string]string{}
	for _, r := range loadCatalog(t).tools {
		if slices.ContainsFunc(r.Capabilities, func(id string) bool { return root(id) == "reader" }) {
			got[r.Name] = r.Description
		}
	}
	want := map[string]string{
		"excel_reader": "Read an Excel file",
		"text_reader":  "Read a text file",
		"pdf_reader":   "Read a PDF file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestS1TheAssignmentToolLivesInWorkItems(t *testing.T) {
	r := loadCatalog(t).tool(t, "work_item.assign")
	if diff := cmp.Diff([]string{"work-item.assigned-to.member"}, r.Relationships); diff != "" {
		t.Errorf("relationships (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"work-items"}, r.Domains); diff != "" {
		t.Errorf("domains (-want +got):\n%s", diff)
	}
}

func TestS1ToolsOfTheFiguresAreThere(t *testing.T) {
	all := loadCatalog(t)
	for _, name := range []string{"read_pdf", "query_json", "read_json", "run_view", "search_text", "merge_pdfs", "generate_pdf", "run_python"} {
		all.tool(t, name)
	}
	if archive := all.tool(t, "work_item.archive"); strings.Contains(strings.ToLower(archive.Description), "archiv") {
		t.Error("work_item.archive says archive in its description, so its name is not needed to explain the hit")
	}
}
