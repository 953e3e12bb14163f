package search

import (
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/text"
)

// Joined spellings (contract 5.3): workitem, work item, work_item and workItem
// meet. A document's words are indexed as they are cut; the other spellings of
// a query's word are tried against the index. Words joined with their
// neighbours find a document that writes them as one, and a word split in two
// or more finds one where the parts stand together. The index says which exist.
const (
	maxJoined    = 3  // words of a query that may be one in a document
	maxParts     = 4  // words of a document that may be one in a query
	maxSplitWord = 32 // bytes; longer words are not split
	maxSpellings = 8  // of one query term
	minPart      = 2  // bytes of a part after the first
	maxPairs     = 64 // that hold one character
)

// speller finds the spellings of a query's words.
type speller struct {
	index  *bm25.Index
	words  lexicon
	tokens []text.Token
	runs   []run
	terms  []string        // of the tokens
	plain  []bm25.Spelling // of the terms
}

// run is a run of query words that the index knows as one word.
type run struct {
	from, to int // the first and the last of them
	term     string
}

func newSpeller(index *bm25.Index, words lexicon, tokens []text.Token) *speller {
	s := &speller{
		index: index, words: words, tokens: tokens, runs: runs(index, tokens),
		terms: make([]string, len(tokens)), plain: make([]bm25.Spelling, len(tokens)),
	}
	for i, token := range tokens {
		s.terms[i] = token.Term
		s.plain[i].Words = s.terms[i : i+1 : i+1]
	}
	return s
}

func runs(index *bm25.Index, tokens []text.Token) []run {
	var all strings.Builder // all words, of which each run is a part
	starts := make([]int, len(tokens))
	for i, token := range tokens {
		starts[i] = all.Len()
		all.WriteString(token.Word)
	}
	var out []run
	for from := range tokens {
		for to := from + 1; to < min(len(tokens), from+maxJoined) && adjoin(tokens[to-1], tokens[to]); to++ {
			word := all.String()[starts[from] : starts[to]+len(tokens[to].Word)]
			if term := text.Stem(word); index.Has(term) {
				out = append(out, run{from, to, term})
			}
		}
	}
	return out
}

// adjoin reports whether two query words may be one word: written together, or
// with a space between when that does not read as grammar ("log in", but not "in form").
func adjoin(a, b text.Token) bool {
	step := b.Position - a.Position
	return step == 1 || step == 2 && !a.Stop
}

// spellings are those of the token at i: as it is, as one with its neighbours,
// and cut into parts.
func (s *speller) spellings(i int) bm25.Term {
	out := bm25.Term(s.plain[i : i+1 : i+1])
	for _, r := range s.runs {
		if r.from <= i && i <= r.to {
			out = append(out, bm25.Spelling{Words: []string{r.term}})
		}
	}
	if char, size := utf8.DecodeRuneInString(s.terms[i]); size == len(s.terms[i]) && text.IsPaired(char) {
		return append(out, s.pairs(s.terms[i])...)
	}
	return append(out, split(s.index, s.tokens[i].Word, maxSpellings-len(out))...)
}

// pairs are the pairs of characters that hold a character which stands alone in
// the query: in a longer run of a document it is indexed only as a part of them.
func (s *speller) pairs(char string) []bm25.Spelling {
	var out []bm25.Spelling
	for _, word := range s.words.ofLength(2) {
		if len(out) < maxPairs && strings.Contains(word, char) {
			out = append(out, bm25.Spelling{Words: []string{word}})
		}
	}
	return out
}

// split returns up to n ways to cut a word into the fewest parts that the index knows.
func split(index *bm25.Index, word string, n int) []bm25.Spelling {
	if len(word) > maxSplitWord || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return nil
	}
	s := splitter{index: index, word: word, room: n}
	for i := 1; i <= len(word)-minPart; i++ {
		if s.knows(i, len(word)) {
			s.last |= 1 << i
		}
	}
	var starts [maxParts]int
	for parts := 2; parts <= maxParts && len(s.out) == 0; parts++ {
		s.cut(starts[:1], parts)
	}
	return s.out
}

// splitter cuts one word into parts. Few words end in a known one, so that
// looking for the last parts first spares most of the work.
type splitter struct {
	index  *bm25.Index
	word   string
	last   uint64                   // bit i: a last part may begin at i
	looked [maxSplitWord + 1]uint64 // bit j of i: word[i:j] has been looked up
	known  [maxSplitWord + 1]uint64 // bit j of i: the index knows it
	room   int                      // for out
	out    []bm25.Spelling
}

// knows reports whether the index knows the part from i to j.
func (s *splitter) knows(i, j int) bool {
	if s.looked[i]&(1<<j) == 0 {
		s.looked[i] |= 1 << j
		if s.index.Has(text.Stem(s.word[i:j])) {
			s.known[i] |= 1 << j
		}
	}
	return s.known[i]&(1<<j) != 0
}

// cut cuts the word from the last of starts on into a number of parts, which
// follow those that begin at the others.
func (s *splitter) cut(starts []int, parts int) {
	if parts == 1 {
		s.add(starts)
		return
	}
	from, least := starts[len(starts)-1], minPart
	if from == 0 {
		least = 1
	}
	for i := from + least; s.last>>i != 0; i++ {
		if (parts > 2 || s.last&(1<<i) != 0) && s.knows(from, i) {
			s.cut(append(starts, i), parts-1)
		}
	}
}

func (s *splitter) add(starts []int) {
	if len(s.out) == s.room {
		return
	}
	words := make([]string, len(starts))
	end := len(s.word)
	for i := len(starts) - 1; i >= 0; i-- {
		words[i], end = text.Stem(s.word[starts[i]:end]), starts[i]
	}
	s.out = append(s.out, bm25.Spelling{Words: words, Tight: isTight(words[0])})
}

// isTight reports whether a first part counts only where it is written
// together with the next: a stop word or a lone letter (YouTube, e-mail) is
// beside other words by chance.
func isTight(first string) bool { return len(first) == 1 || text.IsStop(first) }
