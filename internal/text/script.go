package text

import "unicode"

// script tells alphabets apart, so that a word ends where the script changes.
type script uint8

const (
	otherScript script = iota
	latin
	greek
	cyrillic
	arabic
	hebrew
	devanagari
)

func scriptOf(r rune) script {
	switch {
	case r < 0x0250 || unicode.Is(unicode.Latin, r):
		return latin
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	case unicode.Is(unicode.Greek, r):
		return greek
	case unicode.Is(unicode.Arabic, r):
		return arabic
	case unicode.Is(unicode.Hebrew, r):
		return hebrew
	case unicode.Is(unicode.Devanagari, r):
		return devanagari
	}
	return otherScript
}

// IsPaired holds for letters of scripts that are cut into pairs of characters.
func IsPaired(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	if r == 'ー' { // lengthens a kana vowel; Unicode counts it to no script
		return true
	}
	return unicode.IsLetter(r) && unicode.In(r,
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
