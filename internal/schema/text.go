package schema

import (
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// textCost is the price of a byte of text in steps: decoding its escapes.
const textCost = 3

// textRule is minLength, maxLength and pattern. Lengths count code points.
type textRule struct {
	least, most int // most is -1 when there is none
	pattern     *pattern
}

func (c *compiler) textKeyword(d *draft, k keyword) bool {
	switch k.name {
	case "minLength":
		d.texts.least = c.count(k)
	case "maxLength":
		d.texts.most = c.count(k)
	case "pattern":
		if source, ok := c.text(k); ok {
			d.texts.pattern = c.pattern(k, source)
		}
	default:
		return false
	}
	return true
}

func (r *textRule) used() bool { return r.least > 0 || r.most >= 0 || r.pattern != nil }

func (r *textRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if kind != jsontext.String {
		return true
	}
	if !v.spend(textCost * len(value)) {
		return false
	}
	text := textOf(value)
	length := utf8.RuneCount(text)
	ok := true
	if length < r.least {
		ok = v.fail("minLength", "want at least %d characters, got %d: %s", r.least, length, excerpt(value))
	}
	if r.most >= 0 && length > r.most {
		ok = v.fail("maxLength", "want at most %d characters, got %d: %s", r.most, length, excerpt(value))
	}
	if r.pattern != nil && !r.pattern.match(v, text) {
		ok = v.fail("pattern", "want a match of %s, got %s", r.pattern, shown(value))
	}
	return ok
}
