package dialect

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const (
	ellipsis = "…"
	// wordReach is how many characters a cut may give up to end at a word.
	wordReach = 64
)

// cutAtWord shortens text to at most chars code points, the ellipsis
// included, and reports whether it had to. It cuts at a word's end where one
// is near and never inside a grapheme.
func cutAtWord(text string, chars int) (string, bool) {
	if utf8.RuneCountInString(text) <= chars {
		return text, false
	}
	room := chars - 1
	end, used, word, wordAt := 0, 0, 0, 0
	for rest, state := text, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if cluster == " " {
			word, wordAt = end, used
		}
		n := utf8.RuneCountInString(cluster)
		if used+n > room {
			break
		}
		end, used = end+len(cluster), used+n
	}
	if word > 0 && used-wordAt <= wordReach {
		end = word
	}
	return strings.TrimRight(text[:end], " ") + ellipsis, true
}
