package search

import "github.com/discoveryd/discoveryd/internal/tool"

// IndexedBytes is the size of all texts of a record that are indexed.
func IndexedBytes(r *tool.Record) int {
	n := 0
	for f := range fieldCount {
		for _, s := range newGlossary(nil).texts(r, f) {
			n += len(s)
		}
	}
	return n
}
