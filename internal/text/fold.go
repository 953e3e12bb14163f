package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// character is one folded character and the bytes of the original it stands for.
type character struct {
	r          rune
	kind       kind
	script     script
	start, end int
}

// kind is what a character does to the words around it.
type kind uint8

const (
	hard       kind = iota // ends a word; the next one is no neighbour
	space                  // ends a word
	joint                  // one of _ - . : / which join words into a name
	apostrophe             // may introduce a contraction
	mark                   // belongs to the letter before it
	lower
	upper
	caseless // a letter without case
	digit
	paired // a character of a script that writes no spaces
)

func (k kind) isLetter() bool { return k == lower || k == upper || k == caseless }
func (k kind) inWord() bool   { return k.isLetter() || k == digit }

// appendFolded appends the folded characters of s. One character of s may give
// several (ß), and several may give one (e and an accent).
func appendFolded(dst []character, s string) []character {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
			dst = appendRune(dst, rune(s[i]), i, i+1)
			i++
			continue
		}
		n := max(1, norm.NFKC.NextBoundaryInString(s[i:], true))
		dst = appendSegment(dst, s[i:i+n], i)
		i += n
	}
	return dst
}

// appendSegment folds one normalisation segment: a base and its marks.
func appendSegment(dst []character, segment string, start int) []character {
	end := start + len(segment)
	if !utf8.ValidString(segment) {
		return append(dst, character{r: utf8.RuneError, start: start, end: end})
	}
	if _, n := utf8.DecodeRuneInString(segment); n < len(segment) || !norm.NFKD.IsNormalString(segment) {
		segment = withoutAccents(segment)
	}
	for _, r := range segment {
		if plain := spelling(unicode.ToLower(r)); plain != "" {
			if unicode.IsUpper(r) {
				plain = strings.ToUpper(plain)
			}
			for _, r := range plain {
				dst = appendRune(dst, r, start, end)
			}
			continue
		}
		dst = appendRune(dst, r, start, end)
	}
	return dst
}

func withoutAccents(segment string) string {
	bare := make([]byte, 0, 2*len(segment))
	for _, r := range norm.NFKD.String(segment) {
		if !isAccent(r) {
			bare = utf8.AppendRune(bare, r)
		}
	}
	return norm.NFKC.String(string(bare)) // Hangul and voiced kana are one character again
}

func appendRune(dst []character, r rune, start, end int) []character {
	if isSilent(r) {
		return dst
	}
	c := character{r: unicode.ToLower(r), kind: kindOf(r), start: start, end: end}
	if c.kind.isLetter() {
		c.script = scriptOf(r)
	}
	if c.r == 'ς' {
		c.r = 'σ'
	}
	return append(dst, c)
}

// isSilent holds for joiners, soft hyphens and the like, and for the Arabic
// tatweel, which only stretches a word.
func isSilent(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.Is(unicode.Cf, r) || r == '\u0640')
}

func kindOf(r rune) kind {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return digit
	case r == '_' || r == '-' || r == '.' || r == ':' || r == '/' || r == '\u2010' || r == '\u2011':
		return joint
	case r == '\'' || r == '\u2019':
		return apostrophe
	case unicode.IsSpace(r):
		return space
	case r < utf8.RuneSelf:
		return hard
	}
	return wideKindOf(r)
}

func wideKindOf(r rune) kind {
	switch {
	case IsPaired(r):
		return paired
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r) || unicode.IsTitle(r):
		return upper
	case unicode.IsLetter(r):
		return caseless
	case unicode.IsDigit(r):
		return digit
	case unicode.IsMark(r):
		return mark
	}
	return hard
}

// isAccent holds for marks that decorate a letter without making another word
// of it. The other marks of Indic and South-East Asian scripts are vowels and stay.
func isAccent(r rune) bool {
	switch {
	case 0x0300 <= r && r <= 0x036F, 0x1AB0 <= r && r <= 0x1AFF, 0x1DC0 <= r && r <= 0x1DFF, 0x20D0 <= r && r <= 0x20FF:
		return true
	case r == 0x093C, r == 0x09BC, r == 0x0A3C: // nukta, left out as often as not
		return true
	case 0x0591 <= r && r <= 0x05C7, 0x064B <= r && r <= 0x065F, r == 0x0670, 0x06D6 <= r && r <= 0x06ED:
		return unicode.IsMark(r) // Hebrew points, Arabic vowel signs
	}
	return false
}

// spelling is the plain spelling of a letter that decomposition leaves whole.
func spelling(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ø':
		return "o"
	case 'đ', 'ð':
		return "d"
	case 'þ':
		return "th"
	case 'ł':
		return "l"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	case 'ى', 'ی': // alef maksura and the Persian yeh
		return "ي"
	case 'ک': // the Persian kaf
		return "ك"
	case 'ة': // at a word's end it is often written as a plain ha
		return "ه"
	case 'ँ': // is written as an anusvara as often
		return "ं"
	}
	return ""
}
