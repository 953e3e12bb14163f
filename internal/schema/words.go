package schema

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// How long the parts of a message may get, in bytes.
const (
	shownBytes   = 60  // a value, a name, a pattern
	reasonBytes  = 200 // why one alternative does not fit
	listingBytes = 300 // what is allowed
	hintBytes    = 256 // a text that is looked at for a hint
)

// shown spells a value for a message: what was got, shortened. Strings show
// the JSON text that was sent.
type shown []byte

// String implements fmt.Stringer.
func (s shown) String() string {
	switch jsontext.KindOf(s) {
	case jsontext.Object:
		return "an object"
	case jsontext.Array:
		return "an array"
	case jsontext.String:
		return "the string " + excerpt(s).String()
	case jsontext.Number:
		return "the number " + string(s)
	default:
		return string(s)
	}
}

// excerpt spells a string value alone.
type excerpt []byte

// String implements fmt.Stringer.
func (e excerpt) String() string {
	if len(e) <= shownBytes {
		return string(e)
	}
	cut := e[:shownBytes]
	if at := bytes.LastIndexByte(cut, '\\'); at > 0 && len(cut)-at < len(`\ud83d\ude00`) {
		cut = cut[:at]
	}
	return strings.ToValidUTF8(string(cut), "") + `…"`
}

func shorten(text string) string { return shortenTo(text, shownBytes) }

func shortenTo(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// listing is a list of names or values for a message, shortened.
type listing struct {
	items []string
	size  int
	more  int // not listed
}

func (l *listing) add(item string) {
	item = shorten(item)
	if l.size += len(item); l.size > listingBytes {
		l.more++
		return
	}
	l.items = append(l.items, item)
}

// String implements fmt.Stringer.
func (l *listing) String() string {
	text := strings.Join(l.items, ", ")
	if l.more > 0 {
		text += fmt.Sprintf(" and %d more", l.more)
	}
	return text
}
