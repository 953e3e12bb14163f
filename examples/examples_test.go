// Package examples_test keeps the sample catalog, transcripts and calls true
// to each other and fit for the seeds' examples.
package examples_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	if len(all.tools) < 60 || len(roots) < 20 {
		t.Errorf("%d tools over %d roots, want at least 60 over 20", len(all.tools), len(roots))
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
func tags(r record) []tool.ConceptKey {
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
		if r.Description == "" || strings.Contains(r.Description, "\n") {
			t.Errorf("%s: the description is not one line", r.Name)
		}
		if len(r.Capabilities) == 0 || len(r.Domains) == 0 || r.Handler == "" {
			t.Errorf("%s lacks a capability, a domain or a handler", r.Name)
		}
		if r.Parameters["type"] != "object" || r.Parameters["properties"] == nil {
			t.Errorf("%s: parameters are no object schema with properties", r.Name)
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

func TestManifestsAreInPrintableASCII(t *testing.T) {
	for _, path := range manifestPaths(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range text {
			if c != '\n' && (c < ' ' || c > '~') {
				t.Errorf("%s: byte %#x at offset %d", path, c, i)
			}
		}
	}
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
		schema, err := json.Marshal(r.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		own := strings.Join(slices.Concat([]string{r.Name, r.Title, r.Description, string(schema)}, r.Capabilities, r.Aliases, r.Examples), " ")
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
