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
	uses    []uint32 // how often the tools' texts use each
}

// plus returns the lexicon after some uses more or, below zero, fewer. A word
// goes with its last use.
func (l lexicon) plus(uses map[string]int) lexicon {
	room := len(l.words) + len(uses)
	next := lexicon{
		words: make([]string, 0, room), lengths: make([]uint8, 0, room),
		letters: make([]uint32, 0, room), uses: make([]uint32, 0, room),
	}
	i := 0
	for _, word := range slices.SortedFunc(maps.Keys(uses), compareWords) {
		for ; i < len(l.words) && compareWords(l.words[i], word) < 0; i++ {
			next.add(l.words[i], int(l.uses[i]))
		}
		n := uses[word]
		if i < len(l.words) && l.words[i] == word {
			n += int(l.uses[i])
			i++
		}
		next.add(word, n)
	}
	for ; i < len(l.words); i++ {
		next.add(l.words[i], int(l.uses[i]))
	}
	return next
}

func (l *lexicon) add(word string, uses int) {
	if uses == 0 {
		return
	}
	l.words = append(l.words, word)
	l.lengths = append(l.lengths, uint8(utf8.RuneCountInString(word))) // at most 64 characters
	l.letters = append(l.letters, letters(word))
	l.uses = append(l.uses, uint32(uses))
}

// compareWords puts words in order by length, then alphabet.
func compareWords(a, b string) int {
	return cmp.Or(cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), strings.Compare(a, b))
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
