package retrieval

import (
	"strings"
	"unicode"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// registryName gives a tool a legal name that keeps the words of its own: its
// family is its server or group. A name that is taken or too long ends in a
// hash of the tool's id. Set files spell names as their sources did, so every
// name goes this way, legal or not.
func registryName(raw rawTool, taken map[string]bool) string {
	const familyBytes = 20
	family := strings.Trim(firstBytes(slug(raw.family(), "s"), familyBytes), "_")
	name := slug(raw.Name, "t")
	full := family + "." + name
	if taken[full] || len(full)+1 > limits.WireNameBytes { // the wire spelling has "__" for the dot
		full = tagged(family, name, raw.ID)
	}
	taken[full] = true
	return full
}

// tagged makes a name of its own out of one that cannot be had.
func tagged(family, name, id string) string {
	tag := "_x" + Hash(id)[:8]
	room := limits.WireNameBytes - len(family) - len("__") - len(tag) - 1
	return family + "." + strings.Trim(firstBytes(name, room), "_") + tag
}

// slug is text in lower-case letters, digits and single underscores, split at
// inner capitals. It begins with a letter, if need be with lead, which also
// stands for a text without any such character.
func slug(text, lead string) string {
	var out strings.Builder
	last := ' '
	for _, r := range text {
		if isUpper(r) && (isLower(last) || isDigit(last)) {
			out.WriteByte('_')
		}
		last = r
		if r = unicode.ToLower(r); isLower(r) || isDigit(r) {
			out.WriteRune(r)
		} else {
			out.WriteByte('_')
		}
	}
	words := strings.FieldsFunc(out.String(), func(r rune) bool { return r == '_' })
	joined := strings.Join(words, "_")
	if joined == "" || isDigit(rune(joined[0])) {
		return lead + joined
	}
	return joined
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }
func isLower(r rune) bool { return 'a' <= r && r <= 'z' }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func firstBytes(ascii string, n int) string { return ascii[:min(n, len(ascii))] }
