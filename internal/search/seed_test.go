package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// The golden examples of S1.

func build(specs ...tool.Spec) *search.Index { return buildWith(nil, specs...) }

func buildWith(concepts []tool.Concept, specs ...tool.Spec) *search.Index {
	var records []*tool.Record
	for _, spec := range specs {
		records = append(records, &tool.Record{Spec: spec})
	}
	return search.Build(tool.NewSet(records), concepts)
}

// query is a request with the defaults of a catalog's settings.
func query(text string) search.Query {
	return search.Query{Text: text, Limit: 10, PageBudget: 2400, Ranking: "auto"}
}

func namesOf(a search.Answer) string {
	var out []string
	for _, row := range a.Rows {
		out = append(out, row.Tool.Name)
	}
	return strings.Join(out, " ")
}

func excelTriple() *search.Index {
	return build(
		tool.Spec{Name: "excel_reader", Description: "Read an Excel file"},
		tool.Spec{Name: "text_reader", Description: "Read a text file"},
		tool.Spec{Name: "pdf_reader", Description: "Read a PDF file"},
	)
}

// S1's worked example prints text_reader before pdf_reader: the two cover the
// same and weigh the same, BM25 cannot part them either, and then the name decides.
func TestSeedExcelFile(t *testing.T) {
	q := query("Excel file")
	q.Ranking, q.Explain = "coverage", true
	answer := excelTriple().Search(q)

	var got []string
	for _, row := range answer.Rows {
		line := fmt.Sprintf("%s %d Σw %.2f", row.Tool.Name, row.Explain.Coverage, row.Explain.Weight)
		for _, term := range row.Explain.Terms {
			line += fmt.Sprintf(" %s %.2f %v", term.Term, term.Weight, term.Fields)
		}
		got = append(got, line)
	}
	want := []string{
		"excel_reader 2 Σw 2.69 excel 1.69 [name description] file 1.00 [description]",
		"pdf_reader 1 Σw 1.00 file 1.00 [description]",
		"text_reader 1 Σw 1.00 file 1.00 [description]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if answer.Rows[1].Explain.BM25 != answer.Rows[2].Explain.BM25 {
		t.Error("equal tools differ in BM25")
	}
}

func TestSeedRarityIsThatOfTheFilteredTools(t *testing.T) {
	specs := []tool.Spec{
		{Name: "excel_reader", Description: "Read an Excel file", Domains: []string{"files"}},
		{Name: "text_reader", Description: "Read a text file", Domains: []string{"files"}},
		{Name: "pdf_reader", Description: "Read a PDF file", Domains: []string{"files"}},
	}
	for i := range 40 {
		specs = append(specs, tool.Spec{Name: fmt.Sprintf("work_item.step%d", i), Description: "Excel at a step of a work item"})
	}
	q := query("Excel file")
	q.Domains, q.Explain = []string{"files"}, true
	answer := build(specs...).Search(q)
	if answer.Total != 3 {
		t.Fatalf("total %d, want the 3 tools of the domain", answer.Total)
	}
	if got := fmt.Sprintf("%.2f", answer.Rows[0].Explain.Weight); got != "2.69" {
		t.Errorf("weight within the scope is %s, want 2.69", got)
	}
}

func TestSeedQueryWordsAreDeduplicated(t *testing.T) {
	ix := excelTriple()
	for _, ranking := range []string{"coverage", "bm25", "balanced", "auto"} {
		once, often := query("excel file"), query("excel file files Excel FILE excel excel")
		once.Ranking, once.Explain = ranking, true
		often.Ranking, often.Explain = ranking, true
		if diff := cmp.Diff(ix.Search(once), ix.Search(often)); diff != "" {
			t.Errorf("%s: repetition changes the answer:\n%s", ranking, diff)
		}
	}
}

// labels are S1's tools whose own texts never say "colored tag".
func labels() *search.Index {
	return buildWith(
		[]tool.Concept{
			{ConceptKey: tool.ConceptKey{Kind: "entity", ID: "label"}, Label: "Label", Glossary: "A colored tag that marks work items."},
			{ConceptKey: tool.ConceptKey{Kind: "entity", ID: "work-item"}, Label: "Work item", Glossary: "A unit of planned work."},
			{ConceptKey: tool.ConceptKey{Kind: "entity", ID: "member"}, Glossary: "A person with a seat in the workspace."},
			{ConceptKey: tool.ConceptKey{Kind: "capability", ID: "dashboard"}, Glossary: "Charts and gauges.", Synonyms: []string{"cockpit"}},
		},
		tool.Spec{Name: "add_label_to_work_item", Description: "Attach a label.", Entities: []string{"label", "work-item"}, Capabilities: []string{"work-item:update"}},
		tool.Spec{Name: "define_label", Description: "Create a label.", Entities: []string{"label"}, Capabilities: []string{"label:create"}},
		tool.Spec{Name: "assign_work_item", Description: "Give a work item an owner.", Relationships: []string{"work-item.assigned-to.member"}, Domains: []string{"work-items"}, Capabilities: []string{"work-item:assign"}},
		tool.Spec{Name: "run_view", Description: "Show a saved view.", Capabilities: []string{"dashboard:query:run", "view:run"}},
		tool.Spec{Name: "invite.send", Description: "Send an invitation."},
	)
}

func TestSeedColoredTagFindsTheTwoLabelTools(t *testing.T) {
	answer := labels().Search(query("colored tag"))
	if got, want := namesOf(answer), "define_label add_label_to_work_item"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
	for _, row := range answer.Rows {
		if !strings.HasPrefix(row.Excerpt, "Glossary: A colored tag that marks work items.") {
			t.Errorf("excerpt of %s is %q", row.Tool.Name, row.Excerpt)
		}
	}
}

func TestSeedRelationshipIsFoundFromEitherEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		q    search.Query
		want string
	}{
		{"from its first entity", search.Query{Entities: []string{"work-item"}}, "add_label_to_work_item assign_work_item"},
		{"from its last entity", search.Query{Entities: []string{"member"}}, "assign_work_item"},
		{"by its own id", search.Query{Relationships: []string{"work-item.assigned-to.member"}}, "assign_work_item"},
		{"not by its verb", search.Query{Entities: []string{"assigned-to"}}, ""},
		{"within another domain", search.Query{Entities: []string{"member"}, Domains: []string{"work-items"}}, "assign_work_item"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.q.Limit, c.q.PageBudget = 10, 1000
			if got := namesOf(labels().Search(c.q)); got != c.want {
				t.Errorf("rows %q, want %q", got, c.want)
			}
		})
	}
	if got := namesOf(labels().Search(query("seat"))); got != "" {
		t.Errorf("a relationship brought in the glossary of its end: %q", got)
	}
}

func TestSeedEveryWordOfTheCapabilitiesLineCanBeSearched(t *testing.T) {
	ix := labels()
	want := map[string]string{
		"dashboard": "run_view", "invite": "invite.send", "label": "define_label", "view": "run_view",
		"work-item": "add_label_to_work_item assign_work_item",
	}
	for root, names := range want {
		q := query("")
		q.Capabilities = []string{root}
		if got := namesOf(ix.Search(q)); got != names {
			t.Errorf("capability %s: %q, want %q", root, got, names)
		}
	}
}

func TestSeedNameHitIsPrepended(t *testing.T) {
	ix := build(tool.Spec{Name: "archive_work_item", Description: "Moves it out of sight."}, tool.Spec{Name: "x", Description: "Nothing of the kind."})
	row := ix.Search(query("archive")).Rows[0]
	if !strings.HasPrefix(row.Excerpt, "Tool name: archive work item") {
		t.Errorf("excerpt %q", row.Excerpt)
	}
}

func TestSeedLiveDescriptionIsSearched(t *testing.T) {
	record := &tool.Record{
		Spec:            tool.Spec{Name: "run_python", Description: "Run Python in a sandbox."},
		LiveDescription: "Run Python in a sandbox with openpyxl and pandas.",
	}
	ix := search.Build(tool.NewSet([]*tool.Record{record}), nil)
	if got := namesOf(ix.Search(query("openpyxl"))); got != "run_python" {
		t.Errorf("rows %q", got)
	}
}
