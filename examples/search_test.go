package examples_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// index is the sample catalog as a server would search it.
func index(t *testing.T) *search.Index {
	t.Helper()
	all := loadCatalog(t)
	var records []*tool.Record
	for _, spec := range all.tools {
		records = append(records, &tool.Record{Spec: spec})
	}
	return search.Build(tool.NewSet(records), all.concepts)
}

// ask searches with the defaults of a request, but for what q sets.
func ask(t *testing.T, q search.Query) search.Answer {
	t.Helper()
	q.Limit, q.PageBudget, q.Ranking, q.Explain = 10, 2400, "auto", true
	return index(t).Search(q)
}

func names(answer search.Answer) []string {
	var names []string
	for _, row := range answer.Rows {
		names = append(names, row.Tool.Name)
	}
	return names
}

func TestS1ColoredTagFindsTheLabelTools(t *testing.T) {
	got := names(ask(t, search.Query{Text: "colored tag"}))
	slices.Sort(got)
	if diff := cmp.Diff([]string{"label.add_to_work_item", "label.define"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestS1ExcelFileRanksAsPrinted(t *testing.T) {
	answer := ask(t, search.Query{Text: "Excel file", Capabilities: []string{"reader"}})
	if diff := cmp.Diff([]string{"excel_reader", "text_reader", "pdf_reader"}, names(answer)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	var weights []float64
	for _, term := range answer.Rows[0].Explain.Terms {
		weights = append(weights, math.Round(term.Weight*100)/100)
	}
	if diff := cmp.Diff([]float64{1.69, 1.00}, weights); diff != "" {
		t.Errorf("weights (-want +got):\n%s", diff)
	}
}

func TestS1TheAssignmentToolIsFoundFromBothEnds(t *testing.T) {
	for _, entity := range []string{"work-item", "member"} {
		got := names(ask(t, search.Query{Text: "assign", Entities: []string{entity}}))
		if !slices.Contains(got, "work_item.assign") {
			t.Errorf("entity %s finds %v", entity, got)
		}
	}
}

func TestS1AHitInTheNameIsPrepended(t *testing.T) {
	answer := ask(t, search.Query{Text: "archive"})
	if got := names(answer); got[0] != "work_item.archive" {
		t.Fatalf("found %v", got)
	}
	if got := answer.Rows[0].Excerpt; !strings.HasPrefix(got, "Tool name: work item archive") {
		t.Errorf("excerpt %q", got)
	}
}
