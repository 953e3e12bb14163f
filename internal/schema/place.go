package schema

import (
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// place is a point of the schema's document. Its pointer is spelled only when
// a problem asks for it: spelling all of them would cost the square of the text.
type place struct {
	step
	node *node // the schema that stands here, or nil
}

// step leads from a place to one below it.
type step struct {
	parent *place
	token  string
}

// place records a place that a $ref may name.
func (c *compiler) place(parent *place, token string) *place {
	s := step{parent, token}
	c.places[s] = &place{step: s}
	return c.places[s]
}

// child is a place that only a problem names.
func (p *place) child(token string) *place { return &place{step: step{p, token}} }

func (p *place) pointer() string {
	var tokens []string
	for ; p.parent != nil; p = p.parent {
		tokens = append(tokens, "/"+jsontext.EscapePointer(p.token))
	}
	slices.Reverse(tokens)
	return strings.Join(tokens, "")
}
