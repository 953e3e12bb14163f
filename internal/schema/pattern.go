package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
)

const (
	// classUnits is the price of one \p{…}: such classes hold hundreds of ranges.
	classUnits = 256
	// rangesPerUnit is how much of a class a compiled program holds for a unit.
	rangesPerUnit = 16
	// meteredCost is the price in steps from which a match is paid for rune by rune.
	meteredCost = 1 << 16
)

// pattern is an RE2 expression with the size that bounds what a match costs.
type pattern struct {
	source     string
	expression *regexp.Regexp
	size       int // instructions of its program, about
}

// pattern compiles an expression, nil when it is refused. Its cost is known
// before it is compiled: RE2 matches in linear time, but the factor is the
// size of a program that counted repeats blow up.
func (c *compiler) pattern(k keyword, source string) *pattern {
	if len(source) > limits.PatternBytes {
		c.refuseLimit(k, "pattern", "pattern of %d bytes, at most %d are allowed", len(source), limits.PatternBytes)
		return nil
	}
	if foldsBeyondASCII(source) {
		c.refuse(k, "with (?i) only plain ASCII is allowed in a pattern; spell both cases of other characters")
		return nil
	}
	c.patterns += len(source) + classUnits*(strings.Count(source, `\p`)+strings.Count(source, `\P`))
	if c.patterns > limits.PatternUnits {
		c.refuseLimit(k, "pattern_units", "the patterns of this schema take more than %d units", limits.PatternUnits)
		return nil
	}
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		c.refuse(k, "RE2 cannot compile this pattern: %s%s", syntaxMessage(err), patternAdvice(source))
		return nil
	}
	size, ranges := measure(tree)
	if c.patterns += size + ranges/rangesPerUnit; c.patterns > limits.PatternUnits {
		c.refuseLimit(k, "pattern_units", "with its repeats written out, this pattern takes the patterns of this schema over %d units; use smaller counts, or maxLength", limits.PatternUnits)
		return nil
	}
	expression, err := regexp.Compile(source)
	if err != nil {
		c.refuse(k, "RE2 cannot compile this pattern: %s", syntaxMessage(err))
		return nil
	}
	return &pattern{source: source, expression: expression, size: size}
}

// foldsBeyondASCII sees patterns in which a range may be folded code point by
// code point, which takes milliseconds for a few bytes.
func foldsBeyondASCII(source string) bool {
	folds := false
	for rest := source; !folds; {
		_, flags, found := strings.Cut(rest, "(?")
		if !found {
			return false
		}
		end := len(flags) - len(strings.TrimLeft(flags, "imsU-"))
		folds = strings.Contains(flags[:end], "i")
		rest = flags
	}
	for i := range len(source) {
		escaped := i > 0 && source[i-1] == '\\' && strings.IndexByte("xpP01234567", source[i]) >= 0
		if escaped || source[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// measure returns about the number of instructions of the program and of the
// bounds of ranges in its classes, repeats written out, saturated.
func measure(tree *syntax.Regexp) (size, ranges int) {
	size = 1
	for _, sub := range tree.Sub {
		s, r := measure(sub)
		size, ranges = saturated(size+s+1), saturated(ranges+r)
	}
	if tree.Op == syntax.OpLiteral {
		return saturated(size + len(tree.Rune)), 0
	}
	if tree.Op == syntax.OpRepeat {
		times := max(tree.Min+1, tree.Max)
		return saturated(size * times), saturated(ranges * times)
	}
	return size, ranges + len(tree.Rune)
}

func saturated(n int) int { return min(n, rangesPerUnit*limits.PatternUnits+1) }

func syntaxMessage(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	return e.Code.String() + " at " + shorten(e.Expr)
}

func patternAdvice(source string) string {
	switch {
	case strings.Contains(source, "(?=") || strings.Contains(source, "(?!") || strings.Contains(source, "(?<"):
		return "; it has no look-around"
	case strings.Contains(source, `\u`):
		return `; it writes \u0041 as \x{0041}`
	case strings.Contains(source, "[^]"):
		return `; it writes [^] as (?s:.)`
	}
	return ""
}

// String is the source, shortened.
func (p *pattern) String() string { return shorten(p.source) }

// match reports whether the expression matches anywhere in text.
func (p *pattern) match(v *validation, text []byte) bool {
	if cost := (len(text) + 1) * p.size; cost < meteredCost {
		return v.spend(cost) && p.expression.Match(text)
	}
	return p.expression.MatchReader(&meter{v: v, text: text, price: p.size}) && !v.exhausted()
}

// meter hands out runes as long as they are paid for: most long texts decide
// a match early, and only those that do not run into the bound.
type meter struct {
	v     *validation
	text  []byte
	price int
}

// ReadRune implements io.RuneReader.
func (m *meter) ReadRune() (r rune, size int, err error) {
	if len(m.text) == 0 || !m.v.spend(m.price) {
		return 0, 0, errors.New("end of text")
	}
	r, size = utf8.DecodeRune(m.text)
	m.text = m.text[size:]
	return r, size, nil
}
