package excerpt

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/text"
)

// ruler measures a text in code points and knows where it may be cut. That of
// an ASCII text needs no table: a code point is a byte, and only CR LF is a
// grapheme of two.
type ruler struct {
	text string
	size int // in code points

	// For each code point and the end, twice its byte offset, and 1 more where
	// a cut before it splits a grapheme. Only of texts that are to be cut.
	table []uint32
}

func newRuler(s string) ruler { return ruler{text: s, size: codePoints(s)} }

// codePoints counts the code points of valid UTF-8, eight bytes at a time: the
// bytes that do not continue one, 10xxxxxx.
func codePoints(s string) int {
	size := len(s)
	for ; len(s) >= 8; s = s[8:] {
		word := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		size -= bits.OnesCount64(word >> 7 &^ (word >> 6) & 0x0101010101010101)
	}
	for i := range len(s) {
		if !utf8.RuneStart(s[i]) {
			size--
		}
	}
	return size
}

func (r *ruler) isASCII() bool { return r.size == len(r.text) }

// tabulate prepares a ruler for everything but the whole text. It writes into
// the table it is given, or into a larger one, which it returns.
func (r *ruler) tabulate(table []uint32) []uint32 {
	if r.isASCII() {
		return table
	}
	table = slices.Grow(table[:0], r.size+1)
	for offset, edge := range text.Edges(r.text) {
		mark := uint32(offset) << 1
		if !edge {
			mark |= 1
		}
		table = append(table, mark)
	}
	r.table = append(table, uint32(len(r.text))<<1)
	return r.table
}

// offset is the byte offset of a position.
func (r *ruler) offset(i int) int {
	if r.isASCII() {
		return i
	}
	return int(r.table[i] >> 1)
}

// edge says whether a cut at a position splits no grapheme.
func (r *ruler) edge(i int) bool {
	if r.isASCII() {
		return i == 0 || i == r.size || r.text[i-1] != '\r' || r.text[i] != '\n'
	}
	return r.table[i]&1 == 0
}

// point is the position of a byte offset.
func (r *ruler) point(offset int) int {
	if r.isASCII() {
		return offset
	}
	i, _ := slices.BinarySearch(r.table, uint32(offset)<<1)
	return i
}

// at is the code point after a position.
func (r *ruler) at(i int) rune {
	c, _ := utf8.DecodeRuneInString(r.text[r.offset(i):])
	return c
}

// slice is the text between two positions.
func (r *ruler) slice(start, end int) string {
	if start == 0 && end == r.size {
		return r.text
	}
	return r.text[r.offset(start):r.offset(end)]
}

// down is the nearest grapheme edge at or before a position.
func (r *ruler) down(i int) int {
	for !r.edge(i) {
		i--
	}
	return i
}

// up is the nearest grapheme edge at or after a position.
func (r *ruler) up(i int) int {
	for !r.edge(i) {
		i++
	}
	return i
}
