package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// FirstGrapheme returns what a reader takes for the first character of s (UAX
// 29). Conjuncts of Indic scripts are whole: that is rule GB9c, which uniseg
// does not have yet.
func FirstGrapheme(s string) string {
	end := 0
	for {
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(s[end:], -1)
		end += len(cluster)
		next, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsLetter(next) || !endsInLinker(cluster) {
			return s[:end]
		}
	}
}

// endsInLinker reports whether a grapheme ends in a virama that joins the next
// consonant to it, marks and joiners after the virama aside.
func endsInLinker(grapheme string) bool {
	for grapheme != "" {
		r, n := utf8.DecodeLastRuneInString(grapheme)
		switch r {
		case 0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D: // Unicode 15.1, InCB=Linker
			return true
		}
		if r != '\u200D' && !unicode.Is(unicode.Mn, r) {
			return false
		}
		grapheme = grapheme[:len(grapheme)-n]
	}
	return false
}
