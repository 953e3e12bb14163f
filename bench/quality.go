package main

import "github.com/discoveryd/discoveryd/internal/retrieval"

// quality is how well an engine answers the judged queries of a catalog, as
// means over them. A fast engine that finds nothing is no peer.
type quality struct {
	NDCG5   float64 `json:"ndcg_5"`
	Recall5 float64 `json:"recall_5"`
}

// judge returns nil where there is nothing to judge.
func judge(e engine, queries []retrieval.Query) (*quality, error) {
	if len(queries) == 0 {
		return nil, nil
	}
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	answers, err := e.Search(texts, rows)
	if err != nil {
		return nil, err
	}
	var mean quality
	for i, a := range answers {
		relevant := queries[i].Relevant
		mean.NDCG5 += retrieval.NDCG(a.names, relevant, 5) / float64(len(queries))
		mean.Recall5 += retrieval.Recall(a.names, relevant, 5) / float64(len(queries))
	}
	return &mean, nil
}
