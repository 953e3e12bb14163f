package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// The figures of the golden set are measured in process. The server answers
// each of its queries the same way: examples/golden/figures.txt has a line that
// begins with the rank of the first row of use, the rows of use, and the query.
func TestServerAnswersTheGoldenSetAsItsFiguresSay(t *testing.T) {
	figures, err := os.ReadFile("../examples/golden/figures.txt")
	if err != nil {
		t.Fatal(err)
	}
	queries, err := os.ReadFile("../examples/golden/queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	s := startWithSamples(t)
	for line := range bytes.Lines(queries) {
		var q struct {
			Kind, Query string
			Relevant    map[string]int
		}
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		body := s.post("/v1/catalogs/default/tools:search", `{"query":`+quote(q.Query)+`}`)
		want := "\n" + measured(body, q.Relevant) + "  " + q.Query
		if !strings.Contains(string(figures), want) {
			t.Errorf("over the network it is %q; `make golden` writes the figures anew, if a change is meant", want[1:])
		}
	}
}

// measured is how an answer fared, as the figures have it.
func measured(body map[string]any, relevant map[string]int) string {
	if len(relevant) == 0 {
		verdict := "trusted"
		if body["no_match"] != "" {
			verdict = "said"
		} else if body["weak"] == true {
			verdict = "doubted"
		}
		return fmt.Sprintf("%-7s", verdict)
	}
	found := names(body["rows"], "name")
	isOfUse := func(name string) bool { return relevant[name] > 0 }
	rank := "-"
	if first := slices.IndexFunc(found, isOfUse); first >= 0 {
		rank = fmt.Sprint(first + 1)
	}
	hits := len(slices.DeleteFunc(found, func(name string) bool { return !isOfUse(name) }))
	return fmt.Sprintf("%2s %4s", rank, fmt.Sprintf("%d/%d", hits, len(relevant)))
}
