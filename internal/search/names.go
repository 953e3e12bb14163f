package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// names finds tools by their names and aliases.
type names struct {
	whole   map[string]int   // by dotted name or alias
	spelled map[string][]int // by the words run together, as in workitemcreate
	turned  map[string][]int // by the words in another order, as in create work item
	all     []string         // names and aliases, sorted
}

func newNames(tools []*tool.Record) names {
	n := names{whole: map[string]int{}, spelled: map[string][]int{}, turned: map[string][]int{}}
	analyser := text.NewAnalyser()
	for doc, r := range tools {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			n.whole[name] = doc
			words := wordsOf(analyser, name)
			n.spelled[strings.Join(words, "")] = append(n.spelled[strings.Join(words, "")], doc)
			for _, key := range turns(analyser, name, words) {
				n.turned[key] = append(n.turned[key], doc)
			}
		}
	}
	n.all = sortedKeys(n.whole)
	return n
}

func wordsOf(analyser *text.Analyser, s string) []string {
	var words []string
	for _, token := range analyser.Analyse(s) {
		words = append(words, token.Word)
	}
	return words
}

// turns are the other ways to say a name: the action before its object, and
// the words in any order.
func turns(analyser *text.Analyser, name string, words []string) []string {
	keys := []string{sortedWords(words)}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		keys = append(keys, strings.Join(wordsOf(analyser, name[dot+1:]), "")+strings.Join(wordsOf(analyser, name[:dot]), ""))
	}
	return keys
}

// sortedWords is a key that no run of words without spaces can equal.
func sortedWords(words []string) string {
	return " " + strings.Join(slices.Sorted(slices.Values(words)), " ")
}

// longestName bounds what is looked at as a name, in bytes: one has at most 64
// and, said in words, a space for each separator.
const longestName = 2 * limits.WireNameBytes

// exact returns the tools whose name or alias the whole query is: in either
// spelling, or else in the closest other way to say it that any tool has. Those
// are the same words joined in another way, spaces included, and the action
// before its object ("create work item"). One plain word is a name only if it
// is exactly that: it would take the first place from too many others.
func (n names) exact(query string) []int {
	query = strings.TrimSpace(query)
	if len(query) > longestName {
		return nil
	}
	if doc, known := n.whole[tool.Dotted(strings.ToLower(query))]; known {
		return []int{doc}
	}
	if isOneWord(query) {
		return nil
	}
	together := strings.Join(wordsOf(new(text.Analyser), query), "")
	if docs := n.spelled[together]; len(docs) > 0 {
		return docs
	}
	return n.turned[together]
}

// isOneWord reports whether a query has no space, no underscore, no dot and no
// inner capital.
func isOneWord(query string) bool {
	return !strings.ContainsAny(query, "._") && !strings.ContainsFunc(query, unicode.IsSpace) &&
		strings.LastIndexFunc(query, unicode.IsUpper) <= 0
}

// alike returns the tools whose name is said with the same words: those of the
// closest way to say it that any tool has.
func (n names) alike(name string) []int {
	if len(name) > longestName {
		return nil
	}
	words := wordsOf(new(text.Analyser), name)
	together := strings.Join(words, "")
	for _, docs := range [][]int{n.spelled[together], n.turned[together], n.turned[sortedWords(words)]} {
		if len(docs) > 0 {
			return docs
		}
	}
	return nil
}
