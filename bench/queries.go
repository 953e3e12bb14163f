package main

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

const (
	timedQueries  = 100 // of each kind in a catalog
	judgedQueries = 250
	longQuery     = 12 // words
)

// ask adds the queries of one of n sets to a catalog: to judge, to time as they
// are where they are long, and to time by the names of the tools they are about.
func (c *catalog) ask(set retrieval.Set, n int) {
	queries := retrieval.ByHash(set.Queries)
	c.judged = append(c.judged, queries[:min(len(queries), share(judgedQueries, n))]...)
	for i, q := range queries[:min(len(queries), share(timedQueries, n))] {
		c.keyword = append(c.keyword, keywords(q.Relevant[0], i))
	}
	left := share(timedQueries, n)
	for _, q := range queries {
		if left > 0 && len(strings.Fields(q.Text)) >= longQuery {
			c.long = append(c.long, q.Text)
			left--
		}
	}
}

// share is how many of all queries each of n sets gives.
func share(all, n int) int { return (all + n - 1) / n }

// keywords is the first one, two or three words of a tool's own name, in turns,
// as far as the name has them.
func keywords(name string, turn int) string {
	_, own, _ := strings.Cut(name, ".")
	words := strings.Split(own, "_")
	return strings.Join(words[:min(len(words), turn%3+1)], " ")
}
