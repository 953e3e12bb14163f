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
	known map[string]word
	chars []character
	word  []byte
}

// NewAnalyser returns an Analyser that remembers words: most of the cost of a
// large build is stemming, and tool texts repeat themselves.
func NewAnalyser() *Analyser { return &Analyser{known: map[string]word{}} }

// Analyse analyses one text with a fresh Analyser.
func Analyse(s string) []Token { return new(Analyser).Analyse(s) }

// Analyse returns the tokens of s.
func (a *Analyser) Analyse(s string) []Token {
	a.chars = appendFolded(a.chars[:0], s)
	c := cutter{analyser: a, chars: a.chars}
	return c.tokens()
}

// word is what is known about one folded word.
type word struct {
	folded string
	term   string
	stop   bool
}

// look returns the word that folded spells.
func (a *Analyser) look(folded []byte) word {
	if w, ok := a.known[string(folded)]; ok {
		return w
	}
	s := string(folded)
	w := word{folded: s, term: Stem(s), stop: IsStop(s)}
	if a.known != nil {
		a.known[s] = w
	}
	return w
}
