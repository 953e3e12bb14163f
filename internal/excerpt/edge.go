package excerpt

import (
	"unicode"
	"unicode/utf8"
)

// near is how far from its ideal place, in code points, a cut looks for a word edge.
const near = 16

// cutStart moves the start of a window towards its core, to the place where it
// reads best: after a space, else at a word edge, else between graphemes. It
// leaves out the white space there.
func (r *ruler) cutStart(start, core int) int {
	if start == 0 {
		return 0
	}
	start = r.readableStart(start, core)
	for start < core && isSpace(r.at(start)) && r.edge(start+1) {
		start++
	}
	return start
}

func (r *ruler) readableStart(start, core int) int {
	word := -1
	for i := start; i <= min(core, start+near); i++ {
		switch edge := r.edgeAt(i); {
		case edge == besideSpace:
			return i
		case edge == besideWord && word < 0:
			word = i
		}
	}
	if word >= 0 {
		return word
	}
	return r.up(start)
}

// cutEnd is cutStart for the end of a window.
func (r *ruler) cutEnd(end, core int) int {
	if end == r.size {
		return end
	}
	end = r.readableEnd(end, core)
	for end > core && isSpace(r.at(end-1)) && r.edge(end-1) {
		end--
	}
	return end
}

func (r *ruler) readableEnd(end, core int) int {
	word := -1
	for i := end; i >= max(core, end-near); i-- {
		switch edge := r.edgeAt(i); {
		case edge == besideSpace:
			return i
		case edge == besideWord && word < 0:
			word = i
		}
	}
	if word >= 0 {
		return word
	}
	return r.down(end)
}

// wordEdge is how well a text reads that is cut at a place.
type wordEdge int

const (
	inside      wordEdge = iota // of a word or of a grapheme
	besideWord                  // between a word and something that is none
	besideSpace                 // or at an end of the text, or in a script without spaces
)

func (r *ruler) edgeAt(i int) wordEdge {
	switch {
	case !r.edge(i):
		return inside
	case i == 0 || i == r.size:
		return besideSpace
	}
	before, after := r.at(i-1), r.at(i)
	switch {
	case isSpace(before) || isSpace(after) || isSpaceless(before) || isSpaceless(after):
		return besideSpace
	case !inWord(before) || !inWord(after):
		return besideWord
	}
	return inside
}

// isSpace holds for white space and for the zero width space, which parts the
// words of scripts that write none.
func isSpace(c rune) bool { return unicode.IsSpace(c) || c == '\u200B' }

// inWord holds for the characters of words, and for joiners and soft hyphens
// (class Cf) within them.
func inWord(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	}
	return unicode.In(c, unicode.L, unicode.N, unicode.M, unicode.Cf)
}

func isSpaceless(c rune) bool {
	return c >= '\u2E80' && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
