package schema

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

const (
	// sampleDepth bounds how deep made-up values nest.
	sampleDepth = 8
	// longestSample is the longest text that is made up, in characters.
	longestSample = 1 << 14
)

// sample makes up one plain value that fits a premise.
func (c *comparison) sample(p premise, depth int) ([]byte, bool) {
	f := c.facts(p)
	for i, value := range c.candidates(f, nil, depth) {
		if i == maxTried || !c.spend(len(value)) {
			break
		}
		if c.fits(p, value) {
			return value, true
		}
	}
	return nil, false
}

// candidates makes up values that may fit f, many of them at the bounds of f
// and just outside those of g. Without g a few plain ones do.
func (c *comparison) candidates(f, g *facts, depth int) [][]byte {
	switch {
	case f.never || depth == 0 || !c.spend(checkCost):
		return nil
	case f.values != nil:
		return f.values
	}
	var values [][]byte
	if f.types&stringType != 0 {
		values = append(values, f.textSamples(g)...)
	}
	if f.types&(numberType|integerType) != 0 {
		values = append(values, f.numberSamples(g)...)
	}
	if f.types&objectType != 0 {
		values = append(values, c.objectSamples(f, g, depth)...)
	}
	if f.types&arrayType != 0 {
		values = append(values, c.arraySamples(f, g, depth)...)
	}
	if f.types&booleanType != 0 {
		values = append(values, []byte("true"), []byte("false"))
	}
	if f.types&nullType != 0 {
		values = append(values, []byte("null"))
	}
	if f.branching != nil {
		var chosen [][]byte
		for _, branch := range f.branching.parts {
			chosen = append(chosen, c.candidates(c.facts(f.with(branch, f.branching.at)), g, depth-1)...)
		}
		values = append(chosen, values...)
	}
	return values
}

// textSamples are texts of the lengths that matter.
func (f *facts) textSamples(g *facts) [][]byte {
	lengths := []int{max(1, f.minLength), f.minLength, f.minLength + 1, f.maxLength}
	var texts []string
	if g != nil {
		lengths = append(lengths, g.minLength-1, g.maxLength+1)
		texts = append(texts, "A", "1", " ", "a b", "é", "2025-01-31", "a@b.example")
	}
	for _, pattern := range f.patterns {
		texts = append(textsLike(pattern), texts...)
	}
	for _, length := range lengths {
		if 0 <= length && length <= longestSample {
			texts = append(texts, strings.Repeat("a", length))
		}
	}
	var values [][]byte
	for _, text := range texts {
		values = append(values, jsontext.AppendQuoted(nil, text))
	}
	return values
}

// numberSamples are numbers at the bounds and beside them.
func (f *facts) numberSamples(g *facts) [][]byte {
	points := []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1)}
	edges := []*edge{f.low, f.high}
	units := f.units
	if g != nil {
		points = append(points, big.NewRat(1, 2))
		edges = append(edges, g.low, g.high)
		units = append(slices.Clip(units), g.units...)
	}
	for _, e := range edges {
		if e == nil {
			continue
		}
		for _, step := range [...]*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 8), big.NewRat(-1, 8)} {
			points = append(points, new(big.Rat).Add(e.value, step))
		}
	}
	for _, unit := range units {
		for _, point := range slices.Clip(points) {
			below := new(big.Rat).Quo(point, unit)
			whole := new(big.Rat).SetInt(new(big.Int).Div(below.Num(), below.Denom()))
			points = append(points, new(big.Rat).Mul(whole, unit), new(big.Rat).Mul(whole.Add(whole, big.NewRat(1, 1)), unit))
		}
		if len(points) > maxTried {
			break
		}
	}
	var values [][]byte
	for _, point := range points {
		if literal := spelled(point); literal != nil {
			values = append(values, literal)
		}
	}
	return values
}

// arraySamples are lists of the lengths that matter.
func (c *comparison) arraySamples(f, g *facts, depth int) [][]byte {
	lengths := []int{f.minItems}
	if g != nil {
		lengths = append(lengths, f.minItems+1, f.maxItems, g.minItems-1, g.maxItems+1, 2)
	}
	var values [][]byte
	for _, length := range lengths {
		if length < 0 || length > maxTried {
			continue
		}
		if value, ok := c.plainArray(f, length, depth); ok {
			values = append(values, value)
		}
	}
	return values
}

// plainArray is a list of samples, which differ if they must.
func (c *comparison) plainArray(f *facts, length, depth int) ([]byte, bool) {
	items := [][]byte{}
	for i := range length {
		p := premise{parts: f.appliedAt(i)}
		item, ok := c.sample(p, depth-1)
		if ok && f.unique && i > 0 {
			item, ok = c.otherThan(p, items, depth)
		}
		if !ok {
			return nil, false
		}
		items = append(items, item)
	}
	return joined('[', items, ']'), true
}

// otherThan is a sample that is not among the items.
func (c *comparison) otherThan(p premise, items [][]byte, depth int) ([]byte, bool) {
	f := c.facts(p)
	for _, value := range c.candidates(f, f, depth-1) {
		again := slices.ContainsFunc(items, func(item []byte) bool { return string(item) == string(value) })
		if !again && c.fits(p, value) {
			return value, true
		}
	}
	return nil, false
}

// objectSamples are objects of the required properties alone, and with others.
func (c *comparison) objectSamples(f, g *facts, depth int) [][]byte {
	base, ok := c.plainObject(f, nil, depth)
	if !ok {
		return nil
	}
	values := [][]byte{base}
	if g == nil {
		return values
	}
	everything := map[string][]byte{}
	for _, name := range f.names() {
		if f.required[name] || len(everything) == maxTried/2 {
			continue
		}
		value, ok := c.sample(premise{parts: f.applied(name)}, depth-1)
		if !ok {
			continue
		}
		everything[name] = value
		if with, ok := c.plainObject(f, map[string][]byte{name: value}, depth); ok {
			values = append(values, with)
		}
	}
	for _, name := range strangers(g.maxProperties) {
		if value, ok := c.sample(premise{parts: f.applied(name)}, depth-1); ok {
			everything[name] = value
		}
	}
	if all, ok := c.plainObject(f, everything, depth); ok {
		values = append(values, all)
	}
	return values
}

// strangers are one name more than may be, of names that nobody describes.
func strangers(most int) []string {
	var names []string
	for i := range min(most+1, maxTried) {
		names = append(names, "another"+strings.Repeat("_", i))
	}
	return names
}

// plainObject is an object of the given properties, the required ones, and as
// many others as there have to be.
func (c *comparison) plainObject(f *facts, given map[string][]byte, depth int) ([]byte, bool) {
	names := f.names()
	names = distinct(append(names, slices.Sorted(maps.Keys(given))...))
	if !c.spend(shapeCost * len(names)) {
		return nil, false
	}
	missing := f.minProperties - len(given)
	for name := range f.required {
		if given[name] == nil {
			missing--
		}
	}
	var members [][]byte
	for _, name := range names {
		value, ok := given[name], true
		switch {
		case value != nil:
		case f.required[name]:
			value, ok = c.sample(premise{parts: f.applied(name)}, depth-1)
		case missing > 0:
			if value, _ = c.sample(premise{parts: f.applied(name)}, depth-1); value == nil {
				continue
			}
			missing--
		default:
			continue
		}
		if !ok {
			return nil, false
		}
		members = append(members, append(append(jsontext.AppendQuoted(nil, name), ':'), value...))
	}
	return joined('{', members, '}'), true
}
