package main

import (
	"slices"
	"testing"
)

// TestEveryEngineFindsAToolByItsName keeps the comparison fair in the least: an
// engine that finds nothing is no peer.
func TestEveryEngineFindsAToolByItsName(t *testing.T) {
	c := invented(50)
	taking, note := contenders()
	if note != "" {
		t.Log(note)
	}
	for _, engine := range taking {
		if engine.name == ranksOnly { // which names nothing
			continue
		}
		t.Run(engine.name, func(t *testing.T) {
			e, err := engine.start()
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			}()
			if _, err := e.Build(c.docs); err != nil {
				t.Fatal(err)
			}
			var queries []string
			for _, doc := range c.docs {
				queries = append(queries, doc.texts[0])
			}
			answers, err := e.Search(queries, rows)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range answers {
				if !slices.Contains(a.names, c.docs[i].record.Name) {
					t.Errorf("%q finds %v, not %s", queries[i], a.names, c.docs[i].record.Name)
				}
			}
		})
	}
}
