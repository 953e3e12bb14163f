package search_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// evalSet is one retrieval set: an index and what is asked of it.
type evalSet struct {
	index   *search.Index
	ids     map[string]string // by registered name
	queries []evalQuery
}

type evalQuery struct {
	ID       string   `json:"qid"`
	Query    string   `json:"query"`
	Relevant []string `json:"relevant"`
}

type evalTool struct {
	ID, Name, Description, Server, Group string
	Parameters                           json.RawMessage
}

// maxEvalQueries bounds the queries of one set, chosen by the hash of their id.
const maxEvalQueries = 250

// TestRankingFigures prints nDCG@5 and R@5 of every ranking on the retrieval
// sets, and holds `balanced` to a loose floor: 0.95 of what plain BM25 over
// the same fields was measured to reach.
func TestRankingFigures(t *testing.T) {
	floors := []struct {
		set   string
		floor float64 // nDCG@5
	}{
		{"metatool", 0.542},
		{"livemcp", 0.265},
		{"livemcp-agent", 0.619},
		{"mcpgolden", 0.491},
		{"toolbench", 0.620},
		{"sealtools", 0.883},
		{"bfcl", 0.693},
	}
	for _, f := range floors {
		t.Run(f.set, func(t *testing.T) {
			set := readEvalSet(t, f.set)
			for _, ranking := range []string{"coverage", "bm25", "balanced", "auto"} {
				ndcg, recall := set.figures(ranking)
				t.Logf("%-8s nDCG@5 %.3f  R@5 %.3f  (%d queries)", ranking, ndcg, recall, len(set.queries))
				if ranking == "balanced" && ndcg < 0.95*f.floor {
					t.Errorf("%s: nDCG@5 of balanced is %.3f, want at least %.3f", f.set, ndcg, 0.95*f.floor)
				}
			}
		})
	}
}

func readEvalSet(t *testing.T, name string) evalSet {
	t.Helper()
	set := evalSet{ids: map[string]string{}}
	var records []*tool.Record
	for line := range lines(t, evaldata.Path(t, "retrieval", name, "catalog.jsonl")) {
		var raw evalTool
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatal(err)
		}
		r := &tool.Record{Spec: tool.Spec{Name: set.register(raw), Description: oneLine(raw.Description), Parameters: compact(raw.Parameters)}}
		records = append(records, r)
	}
	set.index = search.Build(tool.NewSet(records), nil)
	for line := range lines(t, evaldata.Path(t, "retrieval", name, "queries.dev.jsonl")) {
		var q evalQuery
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		set.queries = append(set.queries, q)
	}
	slices.SortFunc(set.queries, func(a, b evalQuery) int { return strings.Compare(hash(a.ID), hash(b.ID)) })
	set.queries = set.queries[:min(len(set.queries), maxEvalQueries)]
	return set
}

// register gives a tool a legal name that keeps its words.
func (s evalSet) register(raw evalTool) string {
	family := raw.Server
	if family == "" {
		family = raw.Group
	}
	if family == "" {
		family = "tools"
	}
	name := strings.Trim(cut(slug(family, "s"), 20), "_") + "." + slug(raw.Name, "t")
	if _, taken := s.ids[name]; taken || len(name) > 63 {
		name = strings.Trim(cut(name, 50), "_.") + "_x" + hash(raw.ID)[:8]
	}
	s.ids[name] = raw.ID
	return name
}

func slug(s, lead string) string {
	s = regexp.MustCompile(`([a-z0-9])([A-Z])`).ReplaceAllString(s, "${1}_$2")
	s = strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(s), "_"), "_")
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return lead + s
	}
	return s
}

func cut(s string, n int) string { return s[:min(n, len(s))] }

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if i > 4000 {
			return s[:i]
		}
	}
	return s
}

func compact(raw json.RawMessage) string {
	var out bytes.Buffer
	if len(raw) == 0 || json.Compact(&out, raw) != nil {
		return ""
	}
	return out.String()
}

func lines(t *testing.T, path string) func(func(string) bool) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<22)
	return func(yield func(string) bool) {
		for scanner.Scan() {
			if !yield(scanner.Text()) {
				return
			}
		}
	}
}

// figures are the mean nDCG@5 and recall@5 of a ranking.
func (s evalSet) figures(ranking string) (ndcg, recall float64) {
	for _, q := range s.queries {
		text := []rune(q.Query)
		text = text[:min(len(text), limits.QueryChars)]
		answer := s.index.Search(search.Query{Text: string(text), Limit: 5, PageBudget: 2400, Ranking: ranking})
		gain, found, ideal := 0.0, 0, 0.0
		for i := range min(5, len(q.Relevant)) {
			ideal += 1 / math.Log2(float64(i+2))
		}
		for i, row := range answer.Rows {
			if slices.Contains(q.Relevant, s.ids[row.Tool.Name]) {
				gain += 1 / math.Log2(float64(i+2))
				found++
			}
		}
		ndcg += gain / ideal
		recall += float64(found) / float64(len(q.Relevant))
	}
	n := float64(len(s.queries))
	return ndcg / n, recall / n
}
