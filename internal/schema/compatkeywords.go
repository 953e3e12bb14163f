package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// suspicion is a keyword that does not follow from a premise.
type suspicion struct {
	premise premise
	spot    *spot
	judge   part // the schema that holds the keyword
	pointer string
	keyword string
	message string
	below   string   // where under the spot the error stands, if that is known
	values  [][]byte // to try; nil leaves it to the keyword
}

// keywords suspects the keywords of n, and of the schemas that hold with it,
// which do not follow.
func (c *comparison) keywords(f *facts, n part, s *spot) {
	shapes := c.shapes([]part{n})
	about := suspicion{premise: f.premise, spot: s}
	rest := *f
	for _, d := range shapes {
		about.judge = d.part
		if d.never {
			about.pointer = d.at.pointer()
			c.suspect(about, d.under(), "no value is allowed here any more")
			return
		}
		c.types(&rest, d, about)
	}
	about.judge = n
	rest.types = c.few(&rest, about)
	for _, d := range shapes {
		about.judge = d.part
		if d.words["enum"] != nil || d.words["const"] != nil {
			c.narrowed(&rest, d, about)
		} else {
			c.open(&rest, d, about)
		}
	}
}

// open goes through the keywords of a schema that lists no values.
func (c *comparison) open(f *facts, d *shape, about suspicion) {
	if f.types&(numberType|integerType) != 0 {
		c.numbers(f, d, about)
	}
	if f.types&stringType != 0 {
		c.texts(f, d, about)
	}
	if f.types&arrayType != 0 {
		c.arrays(f, d, about)
	}
	if f.types&objectType != 0 {
		c.objects(f, d, about)
	}
	c.combined(f, d, about)
}

// suspect reports a keyword of the judge.
func (c *comparison) suspect(s suspicion, keyword, format string, args ...any) {
	s.keyword, s.message = keyword, fmt.Sprintf(format, args...)
	if s.pointer == "" {
		s.pointer = s.judge.at.pointer() + "/" + keyword
	}
	c.report(s)
}

// types suspects what is no longer among the types, and goes on with the rest.
func (c *comparison) types(f *facts, d *shape, about suspicion) {
	if lost := f.types &^ d.types; lost != 0 {
		about.premise = f.among(lost)
		if f.only != 0 {
			about.premise.only = lost & f.only
		}
		if lost&numberType != 0 && d.types&integerType == 0 {
			lost &^= integerType
		}
		c.suspect(about, "type", "want %s; before, %s was allowed too", shownTypes(d.types), shownTypes(lost))
	}
	f.types &= d.types
}

// shownTypes spells types as they are written.
func shownTypes(t typeRule) string {
	if t&numberType != 0 {
		t &^= integerType
	}
	return t.String()
}

// listed asks about every value that the old schema lists.
func (c *comparison) listed(values [][]byte, n part, about suspicion) {
	about.judge = n
	var refused listing
	for _, value := range values {
		if c.accepts(n, value) {
			continue
		}
		refused.add(string(jsontext.AppendCompact(nil, value)))
		about.values = append(about.values, value)
	}
	if about.values == nil {
		return
	}
	keyword := c.keywordAgainst(n, about.values[0])
	if n.keyword(keyword) == nil {
		about.pointer = n.at.pointer()
	}
	c.suspect(about, keyword, "%s %s no longer allowed", refused.String(), isOrAre(len(about.values)))
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// keywordAgainst is the first keyword that refuses a value.
func (c *comparison) keywordAgainst(n part, value []byte) string {
	v := validation{steps: max(0, c.steps)}
	v.check(n.at.node, value)
	c.steps = v.steps
	if len(v.errors) == 0 {
		return ""
	}
	return v.errors[0].Keyword
}

// narrowed suspects a list of values where there was none before.
func (c *comparison) narrowed(f *facts, d *shape, about suspicion) {
	for _, keyword := range [...]string{"enum", "const"} {
		if d.words[keyword] != nil && f.types != 0 {
			c.suspect(about, keyword, "only the values listed are allowed; before, any %s was, as far as its other keywords let it", shownTypes(f.types))
		}
	}
}

// few asks about every value of the types that have few, and returns the others.
func (c *comparison) few(f *facts, about suspicion) typeRule {
	var values [][]byte
	left := f.types &^ (nullType | booleanType)
	if f.types&nullType != 0 {
		values = append(values, []byte("null"))
	}
	if f.types&booleanType != 0 {
		values = append(values, []byte("false"), []byte("true"))
	}
	if integers, few := f.integers(); few {
		values = append(values, integers...)
		left &^= integerType
	}
	values = slices.DeleteFunc(values, func(value []byte) bool { return !c.fits(f.premise, value) })
	c.listed(values, about.judge, about)
	return left
}

// integers are those of a small range.
func (f *facts) integers() ([][]byte, bool) {
	const most = 64
	if f.types&integerType == 0 || f.types&numberType != 0 || f.low == nil || f.high == nil {
		return nil, false
	}
	if width := new(big.Rat).Sub(f.high.value, f.low.value); width.Cmp(big.NewRat(most, 1)) >= 0 {
		return nil, false
	}
	var values [][]byte
	for n := f.low.value; n.Cmp(f.high.value) <= 0; n = new(big.Rat).Add(n, big.NewRat(1, 1)) {
		literal := spelled(n)
		if literal == nil {
			return nil, false
		}
		values = append(values, literal)
	}
	return values, true
}

func (c *comparison) numbers(f *facts, d *shape, about suspicion) {
	bound := func(keyword string, has, want *edge, sign int) {
		if f.types&numberType == 0 {
			want = want.whole(sign)
		}
		if want != nil && has.beyond(want, sign) {
			c.suspect(about, keyword, "%s is %s now; before, %s", keyword, d.words[keyword], has.words(sign))
		}
	}
	bound("minimum", f.low, d.edge("minimum", false), 1)
	bound("exclusiveMinimum", f.low, d.edge("exclusiveMinimum", true), 1)
	bound("maximum", f.high, d.edge("maximum", false), -1)
	bound("exclusiveMaximum", f.high, d.edge("exclusiveMaximum", true), -1)
	unit := d.number("multipleOf")
	if unit == nil || f.types&numberType == 0 && new(big.Rat).Inv(unit).IsInt() {
		return
	}
	if !slices.ContainsFunc(f.units, func(has *big.Rat) bool { return new(big.Rat).Quo(has, unit).IsInt() }) {
		c.suspect(about, "multipleOf", "only multiples of %s are allowed now", d.words["multipleOf"])
	}
}

// words says where a range ended.
func (e *edge) words(sign int) string {
	side := "above"
	if sign > 0 {
		side = "below"
	}
	switch {
	case e == nil:
		return "there was no bound " + side
	case e.open:
		return "the bound was " + e.literal + ", itself left out"
	}
	return "the bound was " + e.literal
}

func (c *comparison) texts(f *facts, d *shape, about suspicion) {
	if least := d.size("minLength", 0); least > f.minLength {
		c.suspect(about, "minLength", "at least %d characters are wanted now; before, %d were enough", least, f.minLength)
	}
	if most := d.size("maxLength", -1); fewer(f.maxLength, most) != f.maxLength {
		c.suspect(about, "maxLength", "at most %d characters are allowed now; before, %s", most, atMost(f.maxLength))
	}
	if pattern := d.words["pattern"]; pattern != nil && !slices.Contains(f.patterns, string(textOf(pattern))) {
		c.suspect(about, "pattern", "the pattern is another than before, or new")
	}
}

func atMost(n int) string {
	if n < 0 {
		return "any number was"
	}
	return fmt.Sprintf("%d were", n)
}

// quoted lists names for a sentence.
func quotedNames(names []string) string {
	var l listing
	for _, name := range names {
		l.add(string(jsontext.AppendQuoted(nil, name)))
	}
	return strings.TrimSpace(l.String())
}
