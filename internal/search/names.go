package search

import (
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// names finds tools whose whole name a query is.
type names struct {
	whole   map[string]int   // by dotted name or alias
	spelled map[string][]int // by the words run together, as in workitemcreate
	turned  map[string][]int // by the words in another order, as in create work item
	all     []string         // names and aliases, sorted
}

func newNames(tools []*tool.Record) names {
	n := names{whole: map[string]int{}, spelled: map[string][]int{}, turned: map[string][]int{}}
	for doc, r := range tools {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			n.whole[name] = doc
			words := wordsOf(name)
			n.spelled[strings.Join(words, "")] = append(n.spelled[strings.Join(words, "")], doc)
			for _, key := range turns(name, words) {
				n.turned[key] = append(n.turned[key], doc)
			}
		}
	}
	n.all = sortedKeys(n.whole)
	return n
}

func wordsOf(s string) []string {
	var words []string
	for _, token := range text.Analyse(s) {
		words = append(words, token.Word)
	}
	return words
}

// turns are the other ways to say a name: the action before its object, and
// the words in any order.
func turns(name string, words []string) []string {
	keys := []string{sortedWords(words)}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		keys = append(keys, strings.Join(wordsOf(name[dot+1:]), "")+strings.Join(wordsOf(name[:dot]), ""))
	}
	return keys
}

// sortedWords is a key that no run of words without spaces can equal.
func sortedWords(words []string) string {
	return " " + strings.Join(slices.Sorted(slices.Values(words)), " ")
}

// exact returns the tools whose name the whole query is: those of the closest
// spelling that any tool has.
func (n names) exact(query string) []int {
	const longest = 2 * 64 // bytes; a name has at most 64 and a space for each separator
	query = strings.TrimSpace(query)
	if len(query) > longest {
		return nil
	}
	if doc, known := n.whole[tool.Dotted(strings.ToLower(query))]; known {
		return []int{doc}
	}
	words := wordsOf(query)
	together := strings.Join(words, "")
	for _, docs := range [][]int{n.spelled[together], n.turned[together], n.turned[sortedWords(words)]} {
		if len(docs) > 0 {
			return docs
		}
	}
	return nil
}
