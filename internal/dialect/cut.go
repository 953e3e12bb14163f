package dialect

import (
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/text"
)

const (
	ellipsis = "…"
	// wordReach is how many characters a cut may give up to end at a word.
	wordReach = 64
)

// cutAtWord shortens s to at most chars code points, the ellipsis
// included, and reports whether it had to. It cuts at a word's end where one
// is near and never inside a grapheme.
func cutAtWord(s string, chars int) (string, bool) {
	if utf8.RuneCountInString(s) <= chars {
		return s, false
	}
	room := chars - 1
	end, used, word, wordAt := 0, 0, 0, 0
	for end < len(s) {
		grapheme := text.FirstGrapheme(s[end:])
		if grapheme == " " {
			word, wordAt = end, used
		}
		n := utf8.RuneCountInString(grapheme)
		if used+n > room {
			break
		}
		end, used = end+len(grapheme), used+n
	}
	if word > 0 && used-wordAt <= wordReach {
		end = word
	}
	return strings.TrimRight(s[:end], " ") + ellipsis, true
}
