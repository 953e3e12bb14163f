package screen

import "unicode"

// isHidden reports whether a character is not simply shown. The joiners of
// emoji and of Indic and Persian words are, where they belong; a replacement
// character may stand for an invalid byte and is looked at closer.
func isHidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return !unicode.IsPrint(r) && r != nonJoiner && r != joiner || r == unicode.ReplacementChar
}
