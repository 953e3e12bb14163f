package search

import (
	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Texts are the texts of a record that are indexed, by field.
func Texts(r *tool.Record) [][]string {
	texts := make([][]string, fieldCount)
	for f := range fieldCount {
		texts[f] = newGlossary(nil).texts(r, f)
	}
	return texts
}

// Word is where a word stands.
type Word struct{ Text, Start, End int }

// Words are those of a field of a tool.
func (ix *Index) Words(doc, f int) []Word {
	var words []Word
	for _, p := range ix.spans.of(nil, doc, field(f)) {
		words = append(words, Word{p.text, p.start, p.end})
	}
	return words
}

// Suggest returns up to n of the words that are close to one.
func Suggest(words []string, word string, n int) []string {
	uses := map[string]int{}
	for _, w := range words {
		uses[w]++
	}
	return lexicon{}.plus(uses).nearest(word, n)
}

// Nearest is the same without a lexicon.
func Nearest(words []string, word string, n int) []string { return nearest(word, words, n) }

// Split returns the ways to cut a word into parts that an index knows.
func (ix *Index) Split(word string) [][]string {
	var ways [][]string
	for _, spelling := range split(ix.texts, word, maxSpellings) {
		ways = append(ways, spelling.Words)
	}
	return ways
}

// Covered is the share of a query's weight that its first row covers, and
// whether a tool that is wanted is among the first five. Without says that no
// such tool is in the catalog.
func (ix *Index) Covered(text string, wanted func(*tool.Record) bool, without bool) (share float64, found bool) {
	var among *bm25.Set
	if without {
		among = bm25.NewSet(len(ix.tools))
		for doc, r := range ix.tools {
			if !wanted(r) {
				among.Add(doc)
			}
		}
	}
	a := ix.ask(text, among)
	first, _ := ix.rank(a, "auto", among, 5)
	for _, hit := range first {
		found = found || wanted(ix.tools[hit.doc])
	}
	if len(first) > 0 {
		share = a.share(first[0])
	}
	return share, found
}

// WeakShare is the share under which a row is not trusted.
const WeakShare = weakShare
