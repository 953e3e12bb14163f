package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// lexicon is the words that may be suggested, and of each what rules it out
// without a look at its letters.
type lexicon struct {
	words   []string // by length, then alphabet
	lengths []uint8  // in characters
	letters []uint32 // see letters
}

func newLexicon(words map[string]struct{}) lexicon {
	l := lexicon{
		words:   make([]string, 0, len(words)),
		lengths: make([]uint8, len(words)),
		letters: make([]uint32, len(words)),
	}
	l.words = slices.AppendSeq(l.words, maps.Keys(words))
	slices.SortFunc(l.words, func(a, b string) int {
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), strings.Compare(a, b))
	})
	for i, word := range l.words {
		l.lengths[i], l.letters[i] = uint8(utf8.RuneCountInString(word)), letters(word) // at most 64 characters
	}
	return l
}

// ofLength are the words of a number of characters.
func (l lexicon) ofLength(n uint8) []string {
	from, _ := slices.BinarySearch(l.lengths, n)
	to, _ := slices.BinarySearch(l.lengths, n+1)
	return l.words[from:to]
}

// nearest returns up to n words that are no further from word than a slip of
// the hand, and not word itself.
func (l lexicon) nearest(word string, n int) []string {
	m := newMeter(word, slips(word))
	from, _ := slices.BinarySearch(l.lengths, uint8(max(0, len(m.word)-m.limit)))
	to, _ := slices.BinarySearch(l.lengths, uint8(len(m.word)+m.limit+1))
	var found []candidate
	for i := from; i < to; i++ {
		if !m.mayReach(l.letters[i]) {
			continue
		}
		if d, ok := m.distance(l.words[i]); ok && d > 0 {
			found = append(found, candidate{l.words[i], d})
		}
	}
	return nearestOf(found, n)
}
