package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// same reports whether two schemas say the same, keyword for keyword: what is
// not checked does not count, and references are followed.
func (c *comparison) same(a, b part) bool {
	s := sameness{c: c, asked: map[[2]*place]bool{}}
	return s.schemas(a, b)
}

// sameness is one question; asked are the pairs of referred schemas that are
// taken to be the same until they are found not to be.
type sameness struct {
	c     *comparison
	asked map[[2]*place]bool
}

func (s *sameness) schemas(a, b part) bool {
	if !s.c.spend(len(a.value) + len(b.value)) {
		return false
	}
	kind := jsontext.KindOf(a.value)
	if kind != jsontext.Object || jsontext.KindOf(b.value) != jsontext.Object {
		return kind == jsontext.KindOf(b.value)
	}
	rest := keywordsOf(b.value)
	for name, value := range keywordsOf(a.value) {
		twin, both := rest[name]
		if !both || !s.keyword(name, a.below(name, value), b.below(name, twin)) {
			return false
		}
		delete(rest, name)
	}
	return len(rest) == 0
}

// keywordsOf are the keywords that are checked where they stand.
func keywordsOf(schema []byte) map[string][]byte {
	words := map[string][]byte{}
	for key, value := range jsontext.Members(schema) {
		if name := string(textOf(key)); !isAnnotation(name) && name != "$defs" {
			words[name] = value
		}
	}
	return words
}

func (s *sameness) keyword(name string, a, b part) bool {
	switch name {
	case "items", "additionalProperties", "not", "if", "then", "else", "propertyNames":
		return s.schemas(a, b)
	case "properties", "patternProperties":
		return s.maps(a, b)
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return s.lists(a, b)
	case "$ref":
		return s.references(a, b)
	}
	free := validation{steps: maxInt} // a schema's text is bounded already
	return string(free.canonical(nil, a.value)) == string(free.canonical(nil, b.value))
}

func (s *sameness) maps(a, b part) bool {
	rest := map[string][]byte{}
	for key, value := range jsontext.Members(b.value) {
		rest[string(textOf(key))] = value
	}
	for key, value := range jsontext.Members(a.value) {
		name := string(textOf(key))
		twin, both := rest[name]
		if !both || !s.schemas(a.below(name, value), b.below(name, twin)) {
			return false
		}
		delete(rest, name)
	}
	return len(rest) == 0
}

func (s *sameness) lists(a, b part) bool {
	others := b.elements()
	elements := a.elements()
	for i, element := range elements {
		if i >= len(others) || !s.schemas(element, others[i]) {
			return false
		}
	}
	return len(elements) == len(others)
}

func (s *sameness) references(a, b part) bool {
	from, ok := a.in.referred(a.value)
	to, both := b.in.referred(b.value)
	if !ok || !both {
		return false
	}
	pair := [2]*place{from.at, to.at}
	if s.asked[pair] {
		return true
	}
	s.asked[pair] = true
	return s.schemas(from, to)
}
