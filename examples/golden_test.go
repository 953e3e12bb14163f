package examples_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/search"
)

// The golden set: what people ask of the sample catalog, and how well the
// default ranking answers. A change of ranking shows in review as a change of
// golden/figures.txt.

var update = flag.Bool("update", false, "rewrite golden/figures.txt")

const (
	queriesFile = "golden/queries.jsonl"
	figuresFile = "golden/figures.txt"
)

// noMatch is the kind of the queries that no tool answers.
const noMatch = "no match"

// goldenQuery is one question and the tools that answer it: 2 is what was
// wanted, 1 is of use.
type goldenQuery struct {
	Kind     string         `json:"kind"`
	Query    string         `json:"query"`
	Relevant map[string]int `json:"relevant"`
}

func TestGoldenFigures(t *testing.T) {
	ix := index(t)
	var answers []graded
	for _, q := range goldenQueries(t) {
		answer := ix.Search(search.Query{Text: q.Query, Limit: 10, PageBudget: 2400, Ranking: "auto"})
		answers = append(answers, graded{goldenQuery: q, found: names(answer), weak: answer.Weak, none: answer.NoMatch != ""})
	}
	got := render(answers)
	if *update {
		if err := os.WriteFile(figuresFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(figuresFile)
	if err != nil {
		t.Fatalf("%v; `make golden` writes it", err)
	}
	if changed := changedLines(string(want), got); changed != "" {
		t.Errorf("%s has changed (- written down, + now). If that is meant, `make golden` writes it down:\n%s", figuresFile, changed)
	}
}

// changedLines shows each kind and each query whose line is not what it was.
// A line keeps its place unless queries come or go.
func changedLines(was, now string) string {
	if strings.Count(was, "\n") != strings.Count(now, "\n") {
		return cmp.Diff(was, now)
	}
	var b strings.Builder
	after := strings.Split(now, "\n")
	for i, before := range strings.Split(was, "\n") {
		if before != after[i] {
			fmt.Fprintf(&b, "- %s\n+ %s\n", before, after[i])
		}
	}
	return b.String()
}

func TestGoldenQueriesAreGradedForToolsThatAreThere(t *testing.T) {
	all := loadCatalog(t)
	asked := map[string]bool{}
	for _, q := range goldenQueries(t) {
		if asked[q.Query] {
			t.Errorf("%q is asked twice", q.Query)
		}
		asked[q.Query] = true
		best := 0
		for name, grade := range q.Relevant {
			all.tool(t, name)
			if grade < 1 || grade > 2 {
				t.Errorf("%q grades %s %d, want 1 or 2", q.Query, name, grade)
			}
			best = max(best, grade)
		}
		want := 2
		if q.Kind == noMatch {
			want = 0
		}
		if best != want {
			t.Errorf("%q of kind %s: the best grade is %d, want %d", q.Query, q.Kind, best, want)
		}
	}
}

func TestGoldenQueriesAreSixtyOfTenKinds(t *testing.T) {
	perKind := map[string]int{}
	last := ""
	queries := goldenQueries(t)
	for _, q := range queries {
		if q.Kind != last && perKind[q.Kind] > 0 {
			t.Errorf("%q does not stand with the others of kind %s", q.Query, q.Kind)
		}
		last = q.Kind
		perKind[q.Kind]++
	}
	for kind, n := range perKind {
		if n < 5 {
			t.Errorf("%d queries of kind %s, want 5 or more", n, kind)
		}
	}
	if len(queries) < 60 || len(perKind) < 10 {
		t.Errorf("%d queries of %d kinds, want 60 of 10", len(queries), len(perKind))
	}
}

func goldenQueries(t *testing.T) []goldenQuery {
	t.Helper()
	text, err := os.ReadFile(queriesFile)
	if err != nil {
		t.Fatal(err)
	}
	var queries []goldenQuery
	for line := range bytes.Lines(text) {
		var q goldenQuery
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&q); err != nil {
			t.Fatalf("%s: %v in %s", queriesFile, err, line)
		}
		queries = append(queries, q)
	}
	return queries
}
