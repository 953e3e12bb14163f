package search_test

import (
	"fmt"

	"github.com/discoveryd/discoveryd/internal/retrieval"
	"github.com/discoveryd/discoveryd/internal/search"
)

// figures are means over queries.
type figures struct {
	recall1, recall5, recall10, ndcg5, ndcg10, reciprocal float64
	queries                                               int
}

func (f figures) String() string {
	return fmt.Sprintf("R@1 %.3f  R@5 %.3f  R@10 %.3f  nDCG@5 %.3f  nDCG@10 %.3f  MRR %.3f  (%d queries)",
		f.recall1, f.recall5, f.recall10, f.ndcg5, f.ndcg10, f.reciprocal, f.queries)
}

// add adds a share of other figures.
func (f *figures) add(other figures, share float64) {
	f.recall1 += share * other.recall1
	f.recall5 += share * other.recall5
	f.recall10 += share * other.recall10
	f.ndcg5 += share * other.ndcg5
	f.ndcg10 += share * other.ndcg10
	f.reciprocal += share * other.reciprocal
	f.queries += other.queries
}

func figuresOf(index *search.Index, ranking string, queries []retrieval.Query) figures {
	var mean figures
	for _, q := range queries {
		mean.add(figuresOfOne(found(index, ranking, q.Text), q.Relevant), 1/float64(len(queries)))
	}
	return mean
}

func figuresOfOne(found, relevant []string) figures {
	return figures{
		recall1:    retrieval.Recall(found, relevant, 1),
		recall5:    retrieval.Recall(found, relevant, 5),
		recall10:   retrieval.Recall(found, relevant, 10),
		ndcg5:      retrieval.NDCG(found, relevant, 5),
		ndcg10:     retrieval.NDCG(found, relevant, 10),
		reciprocal: retrieval.ReciprocalRank(found, relevant),
		queries:    1,
	}
}

// found is the names of the first ten rows.
func found(index *search.Index, ranking, text string) []string {
	q := query(text)
	q.Ranking = ranking
	var names []string
	for _, row := range index.Search(q).Rows {
		names = append(names, row.Tool.Name)
	}
	return names
}
