package main

import (
	"fmt"
	"path/filepath"

	"github.com/discoveryd/discoveryd/internal/retrieval"
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

// largest is the size of the third catalog.
const largest = 20_000

// catalogs reads the three catalogs out of the evaluation data, or invents them
// where it is not there and says so.
func catalogs(dir string) (all []catalog, note string, err error) {
	if !retrieval.IsSet(filepath.Join(dir, "retrieval", "metatool")) {
		note = fmt.Sprintf("The catalogs are invented words: there is no evaluation data in %s (DISCOVERYD_EVAL_DIR).", dir)
		return []catalog{invented(199), invented(2_500), invented(largest)}, note, nil
	}
	for _, c := range []struct {
		name string
		sets []string
		size int // 0 is that of the sets
	}{
		{"metatool", []string{"metatool"}, 0},
		{"toolbench", []string{"toolbench"}, 0},
		{"union", []string{"metatool", "livemcp", "mcpgolden", "toolbench", "sealtools", "bfcl"}, largest},
	} {
		sets := make([]retrieval.Set, len(c.sets))
		for i, name := range c.sets {
			if sets[i], err = retrieval.Read(filepath.Join(dir, "retrieval", name)); err != nil {
				return nil, "", err
			}
		}
		all = append(all, ofSets(c.name, sets, c.size))
	}
	return all, "", nil
}

// ofSets is the tools of some sets in one catalog, filled up with made-up ones.
func ofSets(name string, sets []retrieval.Set, size int) catalog {
	tools, sets := retrieval.Union(sets)
	c := catalog{name: name, about: "real tools"}
	c.docs = documents(tools)
	if missing := size - len(tools); missing > 0 {
		c.about = fmt.Sprintf("%d real tools, and %d whose fields are as long as a real tool's, each word drawn from all words of that field",
			len(tools), missing)
		c.docs = append(c.docs, documents(remixed(c.docs, missing))...)
	}
	for _, set := range sets {
		c.ask(set, len(sets))
	}
	return c
}
