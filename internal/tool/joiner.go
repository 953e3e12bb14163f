package tool

import (
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// isJoined reports whether U+200C or U+200D has work to do between two texts:
// it stands inside an emoji sequence, or between letters of one script that
// uses joiners. Anywhere else it is only a place to hide something.
func isJoined(before, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return isPictograph(baseBefore(before, isEmojiModifier)) && isPictograph(next) ||
		shareScript(baseBefore(before, isInheritedMark), next)
}

// baseBefore returns the last code point of text that is not one to skip. Real
// sequences stack no more than two of those.
func baseBefore(text string, skip func(rune) bool) rune {
	const most = 2
	for range most {
		r, n := utf8.DecodeLastRuneInString(text)
		if !skip(r) {
			return r
		}
		text = text[:len(text)-n]
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// isEmojiModifier holds for the emoji presentation selector and the skin tones.
func isEmojiModifier(r rune) bool { return r == 0xFE0F || 0x1F3FB <= r && r <= 0x1F3FF }

// isInheritedMark holds for marks that take the script of their base, such as
// the Arabic vowel signs.
func isInheritedMark(r rune) bool { return unicode.In(r, unicode.Inherited) && unicode.IsMark(r) }

// isPictograph reports the property Extended_Pictographic, which package
// unicode lacks: such a code point, and no other symbol or punctuation mark,
// is held to a heart by a joiner (UAX 29, rule GB11).
func isPictograph(r rune) bool {
	if !unicode.In(r, unicode.So, unicode.Sm, unicode.Po, unicode.Pd) {
		return false
	}
	_, rest, _, _ := uniseg.FirstGraphemeClusterInString("\u2764\u200D"+string(r), -1)
	return rest == ""
}

// shareScript reports whether two code points are letters, or marks that belong
// to letters, of one script in which joiners change how text reads (UAX 31, 2.3).
func shareScript(a, b rune) bool {
	if !unicode.In(a, unicode.L, unicode.M) || !unicode.In(b, unicode.L, unicode.M) {
		return false
	}
	for _, script := range []*unicode.RangeTable{
		unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Adlam,
		unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
		unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
		unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese, unicode.Meetei_Mayek,
	} {
		if unicode.Is(script, a) && unicode.Is(script, b) {
			return true
		}
	}
	return false
}
