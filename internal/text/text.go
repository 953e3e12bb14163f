// Package text is the one analyser, for the documents and for the queries.
//
// It cuts a text into terms and says which bytes of the original each term
// stands for. Text is compatibility-decomposed, stripped of accents and
// lower-cased; words end at separators and at case, digit and script borders;
// English words are stemmed (Snowball). Han, kana, Hangul and the scripts of
// South-East Asia, which write no spaces, give pairs of characters.
//
// The same text always gives the same tokens, in the order of the text. The
// work is linear in the text, whatever it holds.
package text

import "slices"

// Token is one term of a text.
type Token struct {
	Term string // what the index knows the word by
	Word string // the folded word before stemming, at most 64 bytes

	Start, End int // bytes of the original text

	// Position grows by 1 from a word to one written together with it
	// (workItem, work_item), by 2 to the next one after a single space, and by
	// 3 over anything else. It starts at 0.
	Position int

	Stop bool // a function word or a request phrase
}

// Analyser analyses many texts and remembers the words it met. The zero value
// remembers none, which suits a single short text. It is not for concurrent use.
type Analyser struct {
	known  map[string]word
	chars  []character
	word   []byte
	tokens []Token
}

// NewAnalyser returns an Analyser that remembers words: most of the cost of a
// large build is stemming, and tool texts repeat themselves.
func NewAnalyser() *Analyser { return &Analyser{known: map[string]word{}} }

// Analyse analyses one text with a fresh Analyser.
func Analyse(s string) []Token { return new(Analyser).Analyse(s) }

// Analyse returns the tokens of s. They are good until the next call.
func (a *Analyser) Analyse(s string) []Token {
	const usual = 5 // characters of a word and what follows it, at least
	a.chars = appendFolded(slices.Grow(a.chars[:0], len(s)), s)
	c := cutter{analyser: a, text: s, chars: a.chars, out: slices.Grow(a.tokens[:0], len(s)/usual+1)}
	a.tokens = c.tokens()
	return a.tokens
}

// word is what is known about one folded word.
type word struct {
	folded string
	term   string
	stop   bool
}

// look returns the word that folded spells, which stands in a text as written.
func (a *Analyser) look(folded []byte, written string) word {
	if w, ok := a.known[string(folded)]; ok {
		return w
	}
	s := written
	if a.known != nil || s != string(folded) { // what is remembered must not hold on to a whole text
		s = string(folded)
	}
	w := word{folded: s, term: Stem(s), stop: IsStop(s)}
	if a.known != nil {
		a.known[s] = w
	}
	return w
}
