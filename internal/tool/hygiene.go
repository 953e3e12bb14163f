package tool

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// layout says which white space other than spaces a string may hold.
type layout bool

const (
	oneLine   layout = false
	multiLine layout = true // TAB, LF and CR too
)

// refusedIn names the first thing in s that no stored string may hold, as
// U+202E, or returns "" when there is none. Descriptions end in a model's
// prompt: characters that a reviewer cannot see must not get there (contract 3).
func refusedIn(s string, l layout) string {
	for i, r := range s {
		if r < 0x7F && r >= 0x20 {
			continue
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return fmt.Sprintf("invalid UTF-8 (byte 0x%02X)", s[i])
			}
		}
		if isRefused(s, i, r, l) {
			return fmt.Sprintf("U+%04X", r)
		}
	}
	return ""
}

// isRefused judges the code point r, which stands at byte i of s.
func isRefused(s string, i int, r rune, l layout) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return l == oneLine
	case r == 0x200C || r == 0x200D:
		return !isJoined(s[:i], s[i+utf8.RuneLen(r):])
	case 0xFE00 <= r && r <= 0xFE0F: // variation selectors
		base, _ := utf8.DecodeLastRuneInString(s[:i])
		return i == 0 || !unicode.In(base, unicode.L, unicode.N, unicode.P, unicode.S)
	default:
		return isInvisible(r)
	}
}

// isInvisible is the list of contract 3 without its exceptions.
func isInvisible(r rune) bool {
	switch {
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
		return true
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x180E, r == 0x200B, r == 0xFEFF:
		return true
	case 0x200E <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x206F:
		return true
	case 0xFFF9 <= r && r <= 0xFFFB, 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return false
}

// maxPointer bounds a pointer in bytes: a violation has to fit into a trailer.
const maxPointer = 512

// Visible makes a pointer that may hold a caller's property names fit for
// printing: what refusedIn refuses is escaped, and one that is too long points
// at the nearest ancestor that is not.
func Visible(pointer string) string {
	if refusedIn(pointer, oneLine) != "" {
		pointer = escaped(pointer)
	}
	for len(pointer) > maxPointer {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return pointer
}

func escaped(pointer string) string {
	var b strings.Builder
	for i, r := range pointer {
		if isRefused(pointer, i, r, oneLine) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
