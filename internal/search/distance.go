package search

import "math/bits"

// meter measures how far texts are from one word: the least number of
// insertions, deletions, substitutions and swaps of neighbours that turns one
// into the other, no character touched twice (Damerau-Levenshtein, optimal
// string alignment).
type meter struct {
	word  []rune
	mask  uint32
	limit int
	rows  [3][]int // the last three rows of the table, reused
}

// newMeter measures distances up to limit.
func newMeter(word string, limit int) *meter {
	m := &meter{word: []rune(word), mask: letters(word), limit: limit}
	for i := range m.rows {
		m.rows[i] = make([]int, len(m.word)+1)
	}
	return m
}

// letters is the set of letters of a word, other characters sharing the rest.
func letters(word string) uint32 {
	var mask uint32
	for _, r := range word {
		if 'a' <= r && r <= 'z' {
			mask |= 1 << (r - 'a')
		} else {
			mask |= 1 << (26 + uint32(r)%6)
		}
	}
	return mask
}

// mayReach reports whether a word of the given letters can be within the limit:
// a slip brings in one letter and takes out one, at most.
func (m *meter) mayReach(letters uint32) bool {
	return max(bits.OnesCount32(m.mask&^letters), bits.OnesCount32(letters&^m.mask)) <= m.limit
}

// distance returns the distance to other when it is within the limit.
func (m *meter) distance(other string) (int, bool) {
	if len(other) > 4*(len(m.word)+m.limit) || !m.mayReach(letters(other)) {
		return 0, false
	}
	before, last, row := m.rows[0], m.rows[1], m.rows[2]
	for j := range last {
		last[j] = j
	}
	var previous rune
	i := 0
	for _, r := range other {
		i++
		row[0] = i
		least := i
		for j := 1; j <= len(m.word); j++ {
			cost := 1
			if m.word[j-1] == r {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && m.word[j-2] == r && m.word[j-1] == previous {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > m.limit {
			return 0, false
		}
		before, last, row, previous = last, row, before, r
	}
	d := last[len(m.word)]
	return d, d <= m.limit
}
