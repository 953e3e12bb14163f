package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Bounds of suggestions.
const (
	maxSuggestions = 8
	nearIDs        = 3 // for one unknown id
	nearNames      = 3 // for one query
	nearWords      = 2 // for one unmatched word
	minSuggested   = 3 // bytes of a word worth suggesting
	triedWords     = 8 // unmatched words of a query that are looked at
)

// suggest adds near names and words to the near ids that a query has given.
func (ix *Index) suggest(near []string, q Query, a *asked) []string {
	if name := strings.TrimSpace(q.Text); len(a.exact) == 0 && isNameLike(name, len(a.unmatched)) {
		for _, name := range ix.NearNames(name, nearNames) {
			if q.Wire {
				name = tool.Wire(name)
			}
			near = append(near, name)
		}
	}
	for _, typed := range a.unmatched[:min(triedWords, len(a.unmatched))] {
		for _, token := range text.Analyse(typed) {
			if !ix.texts.Has(token.Term) { // else it is the filters that leave it out
				near = append(near, ix.words.nearest(token.Word, nearWords)...)
			}
		}
	}
	return firstDistinct(near, maxSuggestions)
}

// isNameLike reports whether a query can be meant as a tool's name: it is
// spelled like one, or is one word that no tool has.
func isNameLike(query string, unmatched int) bool {
	return len(query) <= longestName && !strings.ContainsAny(query, " \t\n") &&
		(unmatched > 0 || strings.ContainsAny(query, "._"))
}

func firstDistinct(list []string, n int) []string {
	var out []string
	for _, s := range list {
		if len(out) < n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// candidate is a text that may be suggested.
type candidate struct {
	text     string
	distance int
}

// nearestOf returns the n nearest, then by text.
func nearestOf(found []candidate, n int) []string {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.text, b.text))
	})
	var out []string
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.text)
	}
	return out
}

// nearest returns up to n of the words that are no further from word than a
// slip of the hand, and not word itself.
func nearest(word string, words []string, n int) []string {
	m := newMeter(word, slips(word))
	var found []candidate
	for _, other := range words {
		if d, ok := m.distance(other); ok && d > 0 {
			found = append(found, candidate{other, d})
		}
	}
	return nearestOf(found, n)
}

// slips is how many slips of the hand a word may hold: none in two characters,
// one in up to five, two in more (as common engines have it).
func slips(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	default:
		return 2
	}
}

// NearNames returns up to n registered names close to name, nearest first: the
// same words said otherwise, a few slips of the hand, or a family left out.
func (ix *Index) NearNames(name string, n int) []string {
	if len(name) > longestName {
		return nil
	}
	var found []candidate
	for _, doc := range ix.names.alike(name) {
		found = append(found, candidate{ix.tools[doc].Name, 0})
	}
	name = strings.ToLower(tool.Dotted(name))
	allowed := slips(name) + len(name)/12 // a name is several words
	whole := newMeter(name, allowed)
	for i, known := range ix.names.all {
		d, ok := whole.distance(known)
		if _, local, dotted := strings.Cut(known, "."); dotted && !strings.Contains(name, ".") {
			if inner, found := whole.distance(local); found && (!ok || inner+1 < d) {
				d, ok = inner+1, true
			}
		}
		if present := ix.tools[ix.names.tools[i]].Name; ok && present != name {
			found = append(found, candidate{present, d})
		}
	}
	return firstDistinct(nearestOf(found, len(found)), n)
}

// NearFamilies returns up to n families and sub-families close to name, nearest first.
func (ix *Index) NearFamilies(name string, n int) []string {
	if len(name) > longestName {
		return nil
	}
	return nearest(strings.ToLower(tool.Dotted(name)), sortedKeys(ix.axes.families), n)
}
