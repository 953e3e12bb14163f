package search_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/retrieval"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// evalSet is one retrieval set: an index and what is asked of it.
type evalSet struct {
	index   *search.Index
	queries []retrieval.Query
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
	set, err := retrieval.Read(evaldata.Path(t, "retrieval", name))
	if err != nil {
		t.Fatal(err)
	}
	records := make([]*tool.Record, len(set.Tools))
	for i, tl := range set.Tools {
		records[i] = &tool.Record{Spec: tool.Spec{Name: tl.Name, Description: tl.Description, Parameters: tl.Parameters}}
	}
	return evalSet{search.Build(tool.NewSet(records), nil), retrieval.Sample(set.Queries, maxEvalQueries)}
}

// figures are the mean nDCG@5 and recall@5 of a ranking.
func (s evalSet) figures(ranking string) (ndcg, recall float64) {
	for _, q := range s.queries {
		answer := s.index.Search(search.Query{Text: q.Text, Limit: 5, PageBudget: 2400, Ranking: ranking})
		var found []string
		for _, row := range answer.Rows {
			found = append(found, row.Tool.Name)
		}
		ndcg += retrieval.NDCG(found, q.Relevant, 5)
		recall += retrieval.Recall(found, q.Relevant, 5)
	}
	n := float64(len(s.queries))
	return ndcg / n, recall / n
}
