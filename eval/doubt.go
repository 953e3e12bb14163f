package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// folds is how many catalogs take turns in lacking tools: few enough to be
// quick, and enough that a catalog without one stays much like the whole.
const folds = 5

// The cases of the doubt table.
const (
	present = "present"
	absent  = "absent"
)

// doubts measures how often an answer is no_match or weak where the tools
// asked for are there, which is wrong, and where they are not, which is right.
// The queries are the same: those of a fold are asked once more in a catalog
// that lacks every tool relevant to any of them.
func (m *measurement) doubts(ctx context.Context, sets []retrieval.Set) error {
	for _, set := range sets {
		queries := retrieval.Sample(set.Queries, sampleSize)
		there, err := m.ask(ctx, m.whole[set.Name], auto, queries)
		if err != nil {
			return err
		}
		gone, err := m.askInFolds(ctx, set, queries)
		if err != nil {
			return err
		}
		m.rows = append(m.rows, row{doubtTable, set.Name, present, len(set.Tools), len(there), doubtsOf(there)})
		if len(gone) > 0 {
			m.rows = append(m.rows, row{doubtTable, set.Name, absent, len(set.Tools), len(gone), doubtsOf(gone)})
		}
	}
	for _, of := range []string{present, absent} {
		if mean, several := macro(m.rows, doubtTable, of); several {
			m.rows = append(m.rows, mean)
		}
	}
	return nil
}

// askInFolds asks each query in the catalog that lacks its tools.
func (m *measurement) askInFolds(ctx context.Context, set retrieval.Set, queries []retrieval.Query) ([]answer, error) {
	var all []answer
	for fold := range folds {
		asked := slices.DeleteFunc(slices.Clone(queries), func(q retrieval.Query) bool { return foldOf(q) != fold })
		rest := without(set.Tools, asked)
		if len(asked) == 0 || len(rest) == 0 {
			continue
		}
		what := fmt.Sprintf("%s without fold %d", set.Name, fold+1)
		clear := m.status("registering %s (%d tools)", what, len(rest))
		lacking, err := m.api.register(ctx, what, rest, nil)
		clear()
		if err != nil {
			return nil, err
		}
		answers, err := m.ask(ctx, lacking, auto, asked)
		if err != nil {
			return nil, err
		}
		all = append(all, answers...)
	}
	return all, nil
}

// foldOf goes by the tool, not the query: a fold of queries to the same tools
// takes few of them away.
func foldOf(query retrieval.Query) int {
	n, err := strconv.ParseUint(retrieval.Hash(slices.Min(query.Relevant))[:8], 16, 32)
	if err != nil {
		panic(err) // a hash is hexadecimal
	}
	return int(n % folds)
}

// without leaves out the tools that are relevant to any of the queries.
func without(tools []retrieval.Tool, queries []retrieval.Query) []retrieval.Tool {
	relevant := map[string]bool{}
	for _, query := range queries {
		for _, name := range query.Relevant {
			relevant[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(tools), func(t retrieval.Tool) bool { return relevant[t.Name] })
}
