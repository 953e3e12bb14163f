package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/discoveryd/discoveryd/internal/retrieval"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// catalog is what all engines index and are asked in one part of a run.
type catalog struct {
	name    string
	about   string // where its text is from
	docs    []document
	keyword []string          // queries of one to three words
	long    []string          // queries of twelve words or more
	judged  []retrieval.Query // empty where nobody said what is right
}

const (
	timedQueries  = 100 // of each kind in a catalog
	judgedQueries = 250 // at most
	largeCatalog  = 20_000
)

// catalogs reads the three catalogs out of the evaluation data, or invents them
// where it is not there.
func catalogs(dir string) ([]catalog, string, error) {
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		note := fmt.Sprintf("The catalogs are invented words: there is no evaluation data in %s (DISCOVERYD_EVAL_DIR).", dir)
		return []catalog{invented(199), invented(2_500), invented(largeCatalog)}, note, nil
	}
	var all []catalog
	for _, c := range []struct {
		name string
		sets []string
		size int
	}{
		{"metatool", []string{"metatool"}, 0},
		{"toolbench", []string{"toolbench"}, 0},
		{"union", []string{"metatool", "livemcp", "mcpgolden", "toolbench", "sealtools", "bfcl"}, largeCatalog},
	} {
		sets := make([]retrieval.Set, len(c.sets))
		for i, name := range c.sets {
			var err error
			if sets[i], err = retrieval.Read(filepath.Join(dir, "retrieval", name)); err != nil {
				return nil, "", err
			}
		}
		all = append(all, real(c.name, sets, c.size))
	}
	return all, "", nil
}

// real is the tools of some sets in one catalog, filled up with made-up ones.
func real(name string, sets []retrieval.Set, size int) catalog {
	c := catalog{name: name, about: "real tools"}
	tools, asked := retrieval.Union(sets)
	taken := map[string]bool{}
	for _, t := range tools {
		taken[t.Name] = true
		c.docs = append(c.docs, newDocument(&tool.Record{Spec: tool.Spec{Name: t.Name, Description: t.Description, Parameters: t.Parameters}}))
	}
	if missing := size - len(c.docs); missing > 0 {
		c.about = fmt.Sprintf("%d real tools, and %d whose fields are as long as a real tool's, each word drawn from all words of that field",
			len(c.docs), missing)
		c.docs = append(c.docs, register(remixed(c.docs, missing), taken)...)
	}
	for _, set := range asked {
		c.ask(retrieval.ByHash(set.Queries), len(sets))
	}
	return c
}

// ask adds the share of one of n sets to the queries of a catalog.
func (c *catalog) ask(queries []retrieval.Query, n int) {
	timed := share(timedQueries, n)
	var keyword, long []string
	for i, q := range queries {
		if len(keyword) < timed {
			keyword = append(keyword, keywords(q.Relevant[0], i))
		}
		if len(long) < timed && isLong(q.Text) {
			long = append(long, q.Text)
		}
	}
	c.judged = append(c.judged, queries[:min(len(queries), share(judgedQueries, n))]...)
	c.keyword, c.long = append(c.keyword, keyword...), append(c.long, long...)
}

// share is how many of all queries each of n sets gives.
func share(all, n int) int { return (all + n - 1) / n }
