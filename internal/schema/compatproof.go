package schema

import (
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// spot is where in an instance two schemas are being compared: below a spot in
// a value of which the old document knows the holder's facts. nil is the root.
type spot struct {
	above  *spot
	holder premise
	name   string // of the property
	item   bool   // it is an item, at the index
	index  int
}

// maxTried bounds the values made up for one suspicion.
const maxTried = 128

// proof makes up arguments that the old schema accepts and the new one refuses
// because of what is suspected, or returns "".
func (c *comparison) proof(s suspicion) string {
	values := s.values
	if values == nil {
		values = c.suspects(s)
	}
	for i, value := range values {
		if i == maxTried || !c.spend(len(value)) {
			return ""
		}
		if !c.fits(s.premise, value) || s.keyword != "propertyNames" && !c.refuses(s, s.judge, value, "") {
			continue
		}
		whole, path, ok := c.lifted(s.spot, value)
		if !ok {
			return ""
		}
		if c.accepts(c.old.whole(), whole) && c.refuses(s, c.new.whole(), whole, path) {
			return string(jsontext.AppendCompact(nil, whole))
		}
	}
	return ""
}

// suspects are values at the bounds that the old schema has, and just outside
// those of the judge and of the schemas right inside it. Names of properties
// are judged apart from their values, so there any value does.
func (c *comparison) suspects(s suspicion) [][]byte {
	f := c.facts(s.premise)
	judges := []part{s.judge}
	for _, keyword := range [...]string{"anyOf", "oneOf"} {
		if list := s.judge.keyword(keyword); list != nil {
			judges = append(judges, list.elements()...)
		}
	}
	for _, keyword := range [...]string{"not", "if", "then", "else"} {
		if inner := s.judge.keyword(keyword); inner != nil {
			judges = append(judges, *inner)
		}
	}
	var values [][]byte
	for _, judge := range judges {
		g := c.facts(premise{parts: []part{judge}})
		values = append(values, c.candidates(f, g, sampleDepth)...)
		values = append(values, g.values...)
	}
	return values
}

// refuses reports whether a schema refuses a value with the suspected keyword
// at a path or below.
func (c *comparison) refuses(s suspicion, p part, value []byte, path string) bool {
	v := validation{steps: max(0, c.steps)}
	v.check(p.at.node, value)
	c.steps = v.steps
	c.spend(shapeCost * len(v.errors))
	for _, e := range v.errors {
		inside, within := strings.CutPrefix(e.Path, path)
		if !within || s.below != "" && inside != s.below {
			continue
		}
		if e.Keyword == s.keyword || s.keyword == "then" || s.keyword == "else" {
			return true
		}
	}
	return false
}

// lifted puts a value where its spot is: into arguments that are otherwise as
// plain as the old schema lets them be.
func (c *comparison) lifted(s *spot, value []byte) (whole []byte, path string, ok bool) {
	if s == nil {
		return value, "", true
	}
	f := c.facts(s.holder)
	var around []byte
	token := jsontext.EscapePointer(s.name)
	if s.item {
		around, ok = c.arrayWith(f, s.index, value)
		token = strconv.Itoa(s.index)
	} else {
		around, ok = c.plainObject(f, map[string][]byte{s.name: value}, sampleDepth)
	}
	if !ok {
		return nil, "", false
	}
	whole, path, ok = c.lifted(s.above, around)
	return whole, path + "/" + token, ok
}

// arrayWith is an array with a value at an index.
func (c *comparison) arrayWith(f *facts, index int, value []byte) ([]byte, bool) {
	items := make([][]byte, 0, index+1)
	for i := range max(index+1, f.minItems) {
		if i == index {
			items = append(items, value)
			continue
		}
		item, ok := c.sample(premise{parts: f.appliedAt(i)}, sampleDepth)
		if !ok || i >= maxTried {
			return nil, false
		}
		items = append(items, item)
	}
	return joined('[', items, ']'), true
}

// appliedAt are the old schemas for the item at an index.
func (f *facts) appliedAt(i int) []part {
	var parts []part
	for _, o := range f.shapes {
		parts = append(parts, o.appliedAt(i)...)
	}
	return parts
}

func joined(open byte, values [][]byte, end byte) []byte {
	text := []byte{open}
	for i, value := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, value...)
	}
	return append(text, end)
}
