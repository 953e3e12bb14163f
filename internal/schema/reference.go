package schema

import (
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// refRule is $ref. It applies beside its sibling keywords, as in 2020-12.
type refRule struct{ target *node }

// reference is a $ref to be resolved when every place is known.
type reference struct {
	keyword keyword
	text    string
	holder  *node
	rule    *refRule
}

func (c *compiler) reference(d *draft, k keyword) rule {
	r := &refRule{}
	if text, ok := c.text(k); ok {
		c.references = append(c.references, reference{k, text, d.node, r})
	}
	return r
}

func (r *refRule) check(v *validation, value []byte, _ jsontext.Kind) bool {
	return v.check(r.target, value)
}

// resolve finds the schema of every reference.
func (c *compiler) resolve() {
	for _, r := range c.references {
		fragment, local := strings.CutPrefix(r.text, "#")
		tokens, spelled := pointerTokens(fragment)
		switch {
		case !local:
			c.refuse(r.keyword, "%s is outside of this schema and is never fetched; put it under $defs and refer to #/$defs/name", excerpt(r.keyword.value))
			continue
		case !spelled:
			c.refuse(r.keyword, "want # or a JSON pointer such as #/$defs/name, got %s", excerpt(r.keyword.value))
			continue
		}
		at := c.find(tokens)
		switch {
		case at == nil:
			c.refuse(r.keyword, "%s leads nowhere in this schema", excerpt(r.keyword.value))
		case at.node == nil:
			c.refuse(r.keyword, "%s leads to a place that is no schema", excerpt(r.keyword.value))
		default:
			r.rule.target = at.node
			r.holder.inPlace = append(r.holder.inPlace, at.node)
		}
	}
}

// find walks from the root to the place that tokens name, or nil.
func (c *compiler) find(tokens []string) *place {
	at := c.places[step{nil, ""}]
	for _, token := range tokens {
		if at = c.places[step{at, token}]; at == nil {
			return nil
		}
	}
	return at
}

// pointerTokens splits the fragment of a URI that is a JSON pointer (RFC 6901, section 6).
func pointerTokens(fragment string) ([]string, bool) {
	decoded, ok := percentDecoded(fragment)
	if !ok || decoded == "" {
		return nil, ok
	}
	if decoded[0] != '/' {
		return nil, false
	}
	tokens := strings.Split(decoded[1:], "/")
	for i, token := range tokens {
		plain := strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		if jsontext.EscapePointer(plain) != token {
			return nil, false
		}
		tokens[i] = plain
	}
	return tokens, true
}

func percentDecoded(fragment string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(fragment); i++ {
		if fragment[i] != '%' {
			out.WriteByte(fragment[i])
			continue
		}
		if i+2 >= len(fragment) {
			return "", false
		}
		b, err := strconv.ParseUint(fragment[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		out.WriteByte(byte(b))
		i += 2
	}
	return out.String(), true
}
