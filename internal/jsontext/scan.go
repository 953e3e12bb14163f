package jsontext

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes at a time: a byte of the result of special has its high bit set
// where the byte of the word ends a run of plain characters. A borrow may set
// bits above the first of them, never below it.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func special(word uint64) uint64 {
	quote, escape := word^('"'*ones), word^('\\'*ones)
	return ((quote-ones)&^quote | (escape-ones)&^escape | (word-0x20*ones)&^word) & highs
}

// skipPlain returns the offset of the first quote, backslash or control
// character at or after i, or the end.
func skipPlain(data []byte, i int) int {
	for ; i+8 <= len(data); i += 8 {
		if found := special(binary.LittleEndian.Uint64(data[i:])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= 0x20 {
		i++
	}
	return i
}
