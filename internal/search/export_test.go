package search

import "github.com/discoveryd/discoveryd/internal/tool"

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
