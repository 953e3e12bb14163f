package schema

import (
	"math/big"
	"regexp"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// shape is one schema read for a comparison.
type shape struct {
	part
	never bool // the schema false
	words map[string][]byte
	types typeRule

	members  map[string]part
	names    []string // of members, in order
	patterns []patternPart
	others   *part // additionalProperties
	required []string
	needs    []need

	prefix []part
	items  *part

	all          []part // the branches of allOf and what $ref names
	alternatives []alternatives
}

// patternPart is the schema for the names that match a pattern.
type patternPart struct {
	source     string
	expression *regexp.Regexp
	part
}

// need is one entry of dependentRequired.
type need struct {
	trigger string
	names   []string
}

// alternatives are the branches of an anyOf or oneOf.
type alternatives struct {
	at    *place
	parts []part
}

const everyType = arrayType | booleanType | integerType | nullType | numberType | objectType | stringType

func (c *comparison) shape(p part) *shape {
	if known := p.in.shapes[p.at]; known != nil {
		return known
	}
	s := &shape{part: p, types: everyType, never: jsontext.KindOf(p.value) == jsontext.False}
	p.in.shapes[p.at] = s
	if jsontext.KindOf(p.value) == jsontext.Object {
		c.spend(len(p.value))
		s.words = keywordsOf(p.value)
		s.read()
	}
	return s
}

func (s *shape) read() {
	if value := s.words["type"]; value != nil {
		s.types = typesOf(value)
	}
	s.readObject()
	if s.words["prefixItems"] != nil {
		s.prefix = s.word("prefixItems").elements()
	}
	s.items = s.keyword("items")
	if s.words["$ref"] != nil {
		if target, ok := s.in.referred(s.words["$ref"]); ok {
			s.all = append(s.all, target)
		}
	}
	if s.words["allOf"] != nil {
		s.all = append(s.all, s.word("allOf").elements()...)
	}
	for _, name := range [...]string{"anyOf", "oneOf"} {
		if s.words[name] != nil {
			list := s.word(name)
			s.alternatives = append(s.alternatives, alternatives{list.at, list.elements()})
		}
	}
}

func (s *shape) readObject() {
	s.members = map[string]part{}
	properties := s.word("properties")
	for key, value := range jsontext.Members(properties.value) {
		name := string(textOf(key))
		s.members[name] = properties.below(name, value)
		s.names = append(s.names, name)
	}
	patterns := s.word("patternProperties")
	for key, value := range jsontext.Members(patterns.value) {
		source := string(textOf(key))
		s.patterns = append(s.patterns, patternPart{source, regexp.MustCompile(source), patterns.below(source, value)})
	}
	s.others = s.keyword("additionalProperties")
	s.required = namesIn(s.words["required"])
	for key, value := range jsontext.Members(s.words["dependentRequired"]) {
		s.needs = append(s.needs, need{string(textOf(key)), namesIn(value)})
	}
}

// word is the value of a keyword, which may be absent.
func (s *shape) word(name string) part { return s.below(name, s.words[name]) }

// keyword is the schema under a keyword, nil where it is absent. The text is
// not searched for it again.
func (s *shape) keyword(name string) *part {
	if s.words[name] == nil {
		return nil
	}
	p := s.word(name)
	return &p
}

// applied are the schemas that hold for the property of a name.
func (s *shape) applied(name string) []part {
	var parts []part
	if p, described := s.members[name]; described {
		parts = append(parts, p)
	}
	for _, p := range s.patterns {
		if p.expression.MatchString(name) {
			parts = append(parts, p.part)
		}
	}
	if parts == nil && s.others != nil {
		parts = append(parts, *s.others)
	}
	return parts
}

// appliedAt are the schemas that hold for the item at an index.
func (s *shape) appliedAt(i int) []part {
	switch {
	case i < len(s.prefix):
		return s.prefix[i : i+1]
	case s.items != nil:
		return []part{*s.items}
	}
	return nil
}

// size is the value of a keyword that counts, or the fallback.
func (s *shape) size(name string, fallback int) int {
	value := s.words[name]
	if value == nil {
		return fallback
	}
	d := parseDecimal(value)
	return d.saturated()
}

// number is the value of a keyword, nil where it is absent.
func (s *shape) number(name string) *big.Rat {
	if value := s.words[name]; value != nil {
		return ratOf(value)
	}
	return nil
}

// typesOf reads type. Every integer is a number.
func typesOf(value []byte) typeRule {
	var types typeRule
	one := func(value []byte) {
		for i, known := range typeNames() {
			if string(textOf(value)) == known {
				types |= 1 << i
			}
		}
	}
	if jsontext.KindOf(value) == jsontext.String {
		one(value)
	}
	for _, element := range jsontext.Elements(value) {
		one(element)
	}
	if types&numberType != 0 {
		types |= integerType
	}
	return types
}

func namesIn(list []byte) []string {
	var names []string
	for _, element := range jsontext.Elements(list) {
		names = append(names, string(textOf(element)))
	}
	return names
}
