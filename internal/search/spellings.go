package search

import (
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/text"
)

// Joined spellings (contract 5.3): workitem, work item, work_item and workItem
// meet. A document's words are indexed as they are cut; the other spellings of
// a query's word are tried against the index. Words joined with their
// neighbours find a document that writes them as one, and a word split in two
// or more finds one where the parts stand together. The index says which exist.
const (
	maxJoined     = 3  // words of a query that may be one in a document
	maxParts      = 4  // words of a document that may be one in a query
	maxSplitWord  = 32 // bytes; longer words are not split
	maxSpellings  = 8  // of one query term
	minPart       = 2  // bytes of a part after the first
	maxSplitTries = 256
)

// spellings are the spellings of the token at i.
func (ix *Index) spellings(tokens []text.Token, i int) bm25.Term {
	out := bm25.Term{{Words: []string{tokens[i].Term}}}
	out = ix.joined(out, tokens, i)
	return ix.split(out, tokens[i].Word)
}

// joined adds the runs of query words around i that the index knows as one word.
func (ix *Index) joined(out bm25.Term, tokens []text.Token, i int) bm25.Term {
	for from := max(0, i-maxJoined+1); from <= i; from++ {
		word := []byte(tokens[from].Word)
		for to := from + 1; to < min(len(tokens), from+maxJoined) && adjoin(tokens[to-1], tokens[to]); to++ {
			word = append(word, tokens[to].Word...)
			if to < i {
				continue
			}
			if stem := text.Stem(string(word)); ix.texts.Has(stem) {
				out = append(out, bm25.Spelling{Words: []string{stem}})
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

// split adds the ways to cut a word into words that the index knows.
func (ix *Index) split(out bm25.Term, word string) bm25.Term {
	if len(word) > maxSplitWord || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return out
	}
	s := splitter{index: ix.texts, out: out, tries: maxSplitTries}
	for parts := 2; parts <= maxParts && len(s.out) == len(out); parts++ {
		s.cut(word, nil, parts)
	}
	return s.out
}

type splitter struct {
	index *bm25.Index
	out   bm25.Term
	tries int
}

// cut cuts rest into the given number of known words, which follow those of head.
func (s *splitter) cut(rest string, head []string, parts int) {
	if parts == 1 {
		if stem := text.Stem(rest); s.known(stem) && len(s.out) < maxSpellings {
			s.out = append(s.out, bm25.Spelling{Words: append(slices.Clip(head), stem), Tight: isTight(head[0])})
		}
		return
	}
	first := minPart
	if len(head) == 0 {
		first = 1
	}
	for i := first; i <= len(rest)-minPart; i++ {
		if stem := text.Stem(rest[:i]); s.known(stem) {
			s.cut(rest[i:], append(slices.Clip(head), stem), parts-1)
		}
	}
}

func (s *splitter) known(stem string) bool {
	s.tries--
	return s.tries > 0 && s.index.Has(stem)
}

// isTight reports whether a first part counts only where it is written
// together with the next: a stop word or a lone letter (YouTube, e-mail) is
// beside other words by chance.
func isTight(first string) bool { return len(first) == 1 || text.IsStop(first) }
