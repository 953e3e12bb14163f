package search

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/text"
)

const (
	// maxSentences of a query are told apart; the last one holds the rest.
	maxSentences = 16
	// farthest is how far apart the positions of two neighbours may be: about
	// three function words stand between them.
	farthest = 8
	// sentenceEnds are the marks that end a sentence, where no word goes on.
	sentenceEnds = ".?!;\n。？！；؟।"
)

// sentence is the used terms of one sentence of a query.
type sentence struct {
	terms uint64  // bit i: used term i
	total float64 // their weight
}

// arrange notes how the used terms stand in a query. numbers are those of the
// terms that its words are.
func (a *asked) arrange(query string, tokens []text.Token, numbers []int) {
	last := none // word that a used term was at
	var current sentence
	for i, number := range numbers {
		if i > 0 && isBorder(query, tokens[i-1], tokens[i]) && len(a.sentences) < maxSentences-1 {
			a.endSentence(&current)
		}
		bit := slices.Index(a.used, number)
		switch {
		case bit >= 0:
			if last >= 0 && tokens[i].Position-tokens[last].Position <= farthest {
				a.addPair(slices.Index(a.used, numbers[last]), bit)
			}
			if current.terms&(1<<bit) == 0 {
				current.terms |= 1 << bit
				current.total += a.weights[bit]
			}
			last = i
		case !tokens[i].Stop:
			last = none
		}
	}
	a.endSentence(&current)
}

// isBorder reports whether a sentence ends between two words, which may be
// parts of one character.
func isBorder(query string, before, after text.Token) bool {
	return before.End < after.Start && after.Position > before.Position+1 &&
		strings.ContainsAny(query[before.End:after.Start], sentenceEnds)
}

func (a *asked) endSentence(s *sentence) {
	if s.terms != 0 {
		a.sentences = append(a.sentences, *s)
	}
	*s = sentence{}
}

func (a *asked) addPair(i, j int) {
	if pair := (bm25.Pair{min(i, j), max(i, j)}); i != j && !slices.Contains(a.pairs, pair) {
		a.pairs = append(a.pairs, pair)
	}
}

// answered is the share of a query's weight that a tool answers by the terms it
// has: half of it by the whole query, half by the sentence it answers best. A
// request of several sentences asks for several things, and a tool that does
// one of them whole does not fail at the others.
func (a *asked) answered(terms uint64) float64 {
	share := a.weigh(terms) / a.total
	if len(a.sentences) < 2 {
		return share
	}
	best := 0.0
	for _, s := range a.sentences {
		best = max(best, a.weigh(terms&s.terms)/s.total)
	}
	return (share + best) / 2
}

// weigh sums the weights of used terms, heaviest first, so that equal weights
// add up to equal sums.
func (a *asked) weigh(terms uint64) float64 {
	sum := 0.0
	for ; terms != 0; terms &= terms - 1 {
		sum += a.weights[bits.TrailingZeros64(terms)]
	}
	return sum
}
