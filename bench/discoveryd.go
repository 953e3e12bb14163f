package main

import (
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// discoveryd is the product's own index with the defaults of a catalog: a
// search ranks, cuts an excerpt for each row, suggests names and says which
// words it did not find.
type discoveryd struct {
	index *search.Index
	// ranksOnly asks for the empty page behind the first n rows: the same
	// search and the same first n, without their excerpts. It names nothing.
	ranksOnly bool
}

func (d *discoveryd) Build(docs []document) (built, error) {
	records := make([]*tool.Record, len(docs))
	for i, doc := range docs {
		records[i] = doc.record
	}
	set := tool.NewSet(records)
	return onHeap(func() error {
		d.index = search.Build(set, nil)
		return nil
	})
}

func (d *discoveryd) Search(queries []string, n int) ([]answer, error) {
	defaults := settings.Default()
	q := search.Query{Limit: n, PageBudget: defaults.PageBudget, Ranking: defaults.Ranking}
	if d.ranksOnly {
		q.Offset, q.Limit = n, 0
	}
	return timed(queries, func(query string) ([]string, error) {
		q.Text = query
		rows := d.index.Search(q).Rows
		names := make([]string, len(rows))
		for i, row := range rows {
			names[i] = row.Tool.Name
		}
		return names, nil
	})
}

func (d *discoveryd) Close() error { return nil }
