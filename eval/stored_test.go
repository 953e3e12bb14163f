package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAFallIsWorseByMoreThanToleranceAndOneQuery(t *testing.T) {
	at := func(table, of, figure string, queries int, value float64) row {
		return row{Table: table, Set: "harbour", Case: of, Tools: 10, Queries: queries, Figures: figures{figure: value}}
	}
	cases := map[string]struct {
		before, now row
		falls       bool
	}{
		"the same":                           {at("rankings", "auto", recall5, 1000, 0.5), at("rankings", "auto", recall5, 1000, 0.5), false},
		"better":                             {at("rankings", "auto", recall5, 1000, 0.5), at("rankings", "auto", recall5, 1000, 0.9), false},
		"worse by the tolerance":             {at("rankings", "auto", recall5, 1000, 0.5), at("rankings", "auto", recall5, 1000, 0.495), false},
		"worse by more":                      {at("rankings", "auto", recall5, 1000, 0.5), at("rankings", "auto", recall5, 1000, 0.4949), true},
		"worse by one query of a small set":  {at("rankings", "auto", recall5, 20, 0.5), at("rankings", "auto", recall5, 20, 0.45), false},
		"worse by two queries of it":         {at("rankings", "auto", recall5, 20, 0.5), at("rankings", "auto", recall5, 20, 0.4), true},
		"more doubt where tools are there":   {at("doubt", "present", doubted, 1000, 0.1), at("doubt", "present", doubted, 1000, 0.2), true},
		"less doubt where tools are there":   {at("doubt", "present", doubted, 1000, 0.2), at("doubt", "present", doubted, 1000, 0.1), false},
		"less doubt where tools are not":     {at("doubt", "absent", doubted, 1000, 0.2), at("doubt", "absent", doubted, 1000, 0.1), true},
		"doubt of another kind":              {at("doubt", "absent", weak, 1000, 0.2), at("doubt", "absent", weak, 1000, 0.1), false},
		"another number of queries":          {at("rankings", "auto", recall5, 1000, 0.5), at("rankings", "auto", recall5, 999, 0.1), false},
		"a case that was not measured then":  {at("rankings", "bm25", recall5, 1000, 0.5), at("rankings", "auto", recall5, 1000, 0.1), false},
		"a figure that is not measured now":  {at("examples", "up to 5", allHave, 1000, 0.5), at("examples", "up to 5", halfWith, 1000, 0.1), false},
		"a figure that belongs to no column": {at("doubt", "present", mrr, 1000, 0.5), at("doubt", "present", mrr, 1000, 0.1), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			old := stored{c.before.key(): c.before}
			if falls := old.falls([]row{c.now}, 0.005); (len(falls) == 1) != c.falls {
				t.Errorf("falls %+v, want one: %v", falls, c.falls)
			}
		})
	}
}

func TestStoredRowsAreReadAsTheyWereWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "figures.json")
	rows := []row{
		{"rankings", "harbour", "auto", 10, 20, figures{recall1: 0.1234, mrr: 1}},
		{"doubt", "harbour", "absent", 10, 20, figures{doubted: 0}},
	}
	if err := writeStored(path, rows); err != nil {
		t.Fatal(err)
	}
	got, err := readStored(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored{rows[0].key(): rows[0], rows[1].key(): rows[1]}, got, cmp.AllowUnexported(rowKey{})); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

func TestTheMacroAverageWeighsSetsNotQueriesAndLeavesOutTheSmallest(t *testing.T) {
	rows := []row{
		{"rankings", "harbour", "auto", 10, 20, figures{recall1: 0.2}},
		{"rankings", "bakery", "auto", 10, 2000, figures{recall1: 0.4}},
		{"rankings", "kiosk", "auto", 10, macroQueries - 1, figures{recall1: 1}},
		{"rankings", "bakery", "bm25", 10, 2000, figures{recall1: 1}},
	}
	want := row{"rankings", "macro", "auto", 0, 2020, figures{recall1: 0.3}}
	got, several := macro(rows, "rankings", "auto")
	if diff := cmp.Diff(want, got); diff != "" || !several {
		t.Errorf("several %v, macro (-want +got):\n%s", several, diff)
	}
	if _, several := macro(rows, "rankings", "bm25"); several {
		t.Error("one set has a mean")
	}
}
