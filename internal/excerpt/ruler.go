package excerpt

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/text"
)

// near is how far from its ideal place, in code points, a cut looks for a word edge.
const near = 16

// ruler measures a text in code points and knows where it may be cut.
type ruler struct {
	text    string
	offsets []int  // byte offset of each code point, and of the end
	edges   []bool // whether a cut before each code point, and at the end, splits no grapheme
}

func measure(s string) ruler {
	r := ruler{text: s}
	size := utf8.RuneCountInString(s) + 1
	r.offsets, r.edges = make([]int, 0, size), make([]bool, 0, size)
	for at := 0; at < len(s); {
		end := at + graphemeSize(s[at:])
		for i := range s[at:end] {
			r.offsets = append(r.offsets, at+i)
			r.edges = append(r.edges, i == 0)
		}
		at = end
	}
	r.offsets = append(r.offsets, len(s))
	r.edges = append(r.edges, true)
	return r
}

// graphemeSize is the size in bytes of the first grapheme. Between two ASCII
// characters there is always an edge, but for CR LF; that spares most of the work.
func graphemeSize(s string) int {
	if s[0] < utf8.RuneSelf && s[0] != '\r' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1
	}
	return len(text.FirstGrapheme(s))
}

// size is the text's length in code points.
func (r ruler) size() int { return len(r.offsets) - 1 }

// point is the position of a byte offset, in code points.
func (r ruler) point(offset int) int {
	i, _ := slices.BinarySearch(r.offsets, offset)
	return i
}

// slice is the text between two positions.
func (r ruler) slice(start, end int) string { return r.text[r.offsets[start]:r.offsets[end]] }

// down is the nearest grapheme edge at or before a position.
func (r ruler) down(i int) int {
	for !r.edges[i] {
		i--
	}
	return i
}

// up is the nearest grapheme edge at or after a position.
func (r ruler) up(i int) int {
	for !r.edges[i] {
		i++
	}
	return i
}

// cutStart moves the start of a window towards its core, to the place where it
// reads best: after a space, else at a word edge, else between graphemes.
func (r ruler) cutStart(start, core int) int {
	for _, edge := range []func(int) bool{r.spaceEdge, r.wordEdge} {
		for i := start; i <= min(core, start+near); i++ {
			if edge(i) {
				return i
			}
		}
	}
	return r.up(start)
}

// cutEnd is cutStart for the end of a window.
func (r ruler) cutEnd(end, core int) int {
	for _, edge := range []func(int) bool{r.spaceEdge, r.wordEdge} {
		for i := end; i >= max(core, end-near); i-- {
			if edge(i) {
				return i
			}
		}
	}
	return r.down(end)
}

// spaceEdge says whether a position is beside white space, an end of the text,
// or a character of a script that writes no spaces.
func (r ruler) spaceEdge(i int) bool {
	if !r.edges[i] || i == 0 || i == r.size() {
		return r.edges[i]
	}
	before, after := r.at(i-1), r.at(i)
	return unicode.IsSpace(before) || unicode.IsSpace(after) || spaceless(before) || spaceless(after)
}

func (r ruler) wordEdge(i int) bool {
	return r.edges[i] && (!inWord(r.at(i-1)) || !inWord(r.at(i)))
}

func (r ruler) at(i int) rune {
	c, _ := utf8.DecodeRuneInString(r.text[r.offsets[i]:])
	return c
}

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) }

func spaceless(c rune) bool { return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) }
