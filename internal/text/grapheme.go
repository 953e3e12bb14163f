package text

import (
	"iter"
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
		if !isIndic(next) || !endsInLinker(cluster) {
			return s[:end]
		}
	}
}

// Edges gives the byte offset of every code point of s, and whether a grapheme
// starts there, as FirstGrapheme says.
func Edges(s string) iter.Seq2[int, bool] {
	return func(yield func(int, bool) bool) {
		start, end := 0, 0 // of the grapheme before; its end is looked for where that is in doubt
		loner := true      // whether the code point before stands alone
		for i, r := range s {
			alone := standsAlone(r)
			inDoubt := i > 0 && (!loner || !alone)
			if inDoubt && end <= start {
				end = start + len(FirstGrapheme(s[start:]))
			}
			starts := end <= i
			if starts {
				start = i
			}
			if !yield(i, starts) {
				return
			}
			loner = alone
		}
	}
}

// standsAlone holds for common characters that are of no class which UAX 29
// joins to another one of these: between two of them there is always an edge,
// and uniseg, which is far slower, need not be asked.
func standsAlone(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' ' || r == '\n' || r == '\t'
	case r < 0x0300:
		return r >= 0xA0 && r != 0xAD // Latin
	case r < 0x2000:
		return 0x0370 <= r && r <= 0x0482 || 0x048A <= r && r <= 0x052F || // Greek, Cyrillic
			0x05D0 <= r && r <= 0x05EA || 0x0620 <= r && r <= 0x064A // Hebrew, Arabic letters
	case r < 0x3000:
		return 0x2010 <= r && r <= 0x2027 // dashes, quotes, ellipsis
	case r < 0x3400:
		return r <= 0x3029 || 0x3041 <= r && r <= 0x3096 || 0x30A1 <= r && r <= 0x30FF // kana
	}
	return r <= 0x4DBF || 0x4E00 <= r && r <= 0x9FFF || // Han
		0xAC00 <= r && r <= 0xD7A3 || 0xFF01 <= r && r <= 0xFF60 // Hangul syllables, full width
}

// isIndic holds for the letters of the scripts that write conjuncts with a linker.
func isIndic(r rune) bool { return 0x0900 <= r && r <= 0x0D7F && unicode.IsLetter(r) }

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
