package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/text"
)

// asked is a query's text, looked up among the candidates.
type asked struct {
	look    *bm25.Query
	used    []int     // terms of look, heaviest first
	words   []string  // of used, folded
	weights []float64 // of used
	total   float64   // weight of used and unmatched terms

	pairs     []bm25.Pair // of used terms that are neighbours in the query
	sentences []sentence  // where the query has several

	exact     []int    // tools whose name the query is
	unmatched []string // as typed
	ignored   []string // as typed
}

// term is one distinct term of a query.
type term struct {
	typed  string
	word   string
	weight float64
}

// ask analyses a query and looks its terms up.
func (ix *Index) ask(query string, among *bm25.Set) *asked {
	tokens := text.Analyse(query)
	terms, spellings, numbers := ix.terms(query, tokens)
	a := &asked{look: ix.texts.Look(spellings, among), exact: ix.names.exact(query, wordsOf(tokens))}
	heaviest := make([]int, 0, len(terms)) // a term that matches nothing must not take the place of one that does
	var missing []int
	for i := range terms {
		docs, covered := a.look.Frequency(i)
		terms[i].weight = weight(a.look.Candidates(), covered)
		if docs > 0 {
			heaviest = append(heaviest, i)
		} else {
			missing = append(missing, i)
		}
	}
	slices.SortStableFunc(heaviest, func(i, j int) int { return cmp.Compare(terms[j].weight, terms[i].weight) })
	found := min(len(heaviest), limits.QueryTerms)
	heaviest = append(heaviest, missing...)
	used := min(len(heaviest), limits.QueryTerms)
	a.use(terms, heaviest[:found], heaviest[found:used])
	a.arrange(query, tokens, numbers)
	slices.Sort(heaviest[used:])
	for _, i := range heaviest[used:] {
		a.ignored = append(a.ignored, terms[i].typed)
	}
	if len(terms) == 0 {
		a.unmatched = []string{strings.TrimSpace(query)}
	}
	return a
}

// use notes the terms that the query is answered by.
func (a *asked) use(terms []term, found, missing []int) {
	a.used, a.words, a.weights = found, make([]string, len(found)), make([]float64, len(found))
	for i, term := range found {
		a.words[i], a.weights[i] = terms[term].word, terms[term].weight
		a.total += terms[term].weight
	}
	for _, i := range missing {
		a.unmatched = append(a.unmatched, terms[i].typed)
		a.total += terms[i].weight
	}
}

// weight is S1's w(t) = 1 + ln((N+1)/(df(t)+1)) over the candidates: it stays
// finite for one candidate and at 1 for a term that all of them have.
func weight(n, df int) float64 {
	return 1 + math.Log(float64(n+1)/float64(df+1))
}

// none is the number of a word that is no term.
const none = -1

// terms are the distinct terms of a query with their spellings, and the number
// of the term that each word is. Stop words are left out, unless there is
// nothing else: then the query is searched as typed.
func (ix *Index) terms(query string, tokens []text.Token) ([]term, []bm25.Term, []int) {
	onlyStops := !slices.ContainsFunc(tokens, func(t text.Token) bool { return !t.Stop })
	speller := newSpeller(ix.texts, ix.words, tokens)
	terms := make([]term, 0, len(tokens))
	spellings := make([]bm25.Term, 0, len(tokens))
	numbers := make([]int, len(tokens))
	known := map[string]int{}
	for i, token := range tokens {
		numbers[i] = none
		if token.Stop && !onlyStops {
			continue
		}
		number, twice := known[token.Term]
		if !twice {
			number = len(terms)
			known[token.Term] = number
			terms = append(terms, term{typed: query[token.Start:token.End], word: token.Word})
			spellings = append(spellings, speller.spellings(i))
		}
		numbers[i] = number
	}
	return terms, spellings, numbers
}
