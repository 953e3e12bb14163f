package search

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// names finds tools by their names and aliases.
type names struct {
	all   []string // names and aliases, sorted
	tools []int32  // whose they are
	ways  [wayCount]sayings
}

func newNames(tools []*tool.Record) names {
	owners := map[string]int32{}
	for doc, r := range tools {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			owners[name] = int32(doc)
		}
	}
	n := names{all: make([]string, 0, len(owners)), tools: make([]int32, len(owners))}
	n.all = slices.AppendSeq(n.all, maps.Keys(owners))
	slices.Sort(n.all)
	for i, name := range n.all {
		n.tools[i] = owners[name]
	}
	analyser := text.NewAnalyser()
	for w := range wayCount {
		n.ways[w] = newSayings(analyser, w, n.all)
	}
	return n
}

// whole returns the tool of a name or an alias.
func (n names) whole(name string) (doc int, known bool) {
	i, known := slices.BinarySearch(n.all, name)
	if !known {
		return 0, false
	}
	return int(n.tools[i]), true
}

// said returns the tools whose name is what is said in one way.
func (n names) said(w way, key string) []int {
	var docs []int
	for _, i := range n.ways[w].like(key) {
		if w.key(new(text.Analyser), n.all[i]) == key {
			docs = append(docs, int(n.tools[i]))
		}
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}

// longestName bounds what is looked at as a name, in bytes: one has at most 64
// and, said in words, a space for each separator.
const longestName = 2 * limits.WireNameBytes

// exact returns the tools whose name or alias the whole query is: in either
// spelling, or else in the closest other way to say it that any tool has. Those
// are the same words joined in another way, spaces included, and the action
// before its object ("create work item"). One plain word is a name only if it
// is exactly that: it would take the first place from too many others.
func (n names) exact(query string, words []string) []int {
	query = strings.TrimSpace(query)
	if len(query) > longestName {
		return nil
	}
	if doc, known := n.whole(tool.Dotted(strings.ToLower(query))); known {
		return []int{doc}
	}
	if isOneWord(query) {
		return nil
	}
	key := strings.Join(words, "")
	if docs := n.said(together, key); len(docs) > 0 {
		return docs
	}
	return n.said(turned, key)
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
	words := wordsOf(text.Analyse(name))
	key := strings.Join(words, "")
	for _, said := range []struct {
		way way
		key string
	}{{together, key}, {turned, key}, {shuffled, anyOrder(words)}} {
		if docs := n.said(said.way, said.key); len(docs) > 0 {
			return docs
		}
	}
	return nil
}
