package schema

import (
	"math/big"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// edge is one end of a range of numbers.
type edge struct {
	value   *big.Rat
	open    bool // the value itself is outside
	literal string
}

// edge is the end of a range that a keyword sets, nil where it is absent.
func (s *shape) edge(keyword string, open bool) *edge {
	value := s.words[keyword]
	if value == nil {
		return nil
	}
	return &edge{ratOf(value), open, string(value)}
}

// narrowed is the end that leaves less.
func (e *edge) narrowed(other *edge, sign int) *edge {
	if e.beyond(other, sign) {
		return other
	}
	return e
}

// ratOf is the exact value of a number.
func ratOf(literal []byte) *big.Rat {
	d := parseDecimal(literal)
	if d.count == 0 {
		return new(big.Rat)
	}
	r := new(big.Rat).SetInt(d.whole())
	shift := d.exponent - d.count
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(shift, -shift))), nil)
	if shift >= 0 {
		r.Mul(r, new(big.Rat).SetInt(power))
	} else {
		r.Quo(r, new(big.Rat).SetInt(power))
	}
	if d.negative {
		r.Neg(r)
	}
	return r
}

// beyond reports whether another edge leaves less than e does: for a lower end
// (sign 1) one that is higher, for an upper end (sign -1) one that is lower.
// No edge leaves everything.
func (e *edge) beyond(other *edge, sign int) bool {
	switch {
	case other == nil:
		return false
	case e == nil:
		return true
	}
	order := sign * other.value.Cmp(e.value)
	return order > 0 || order == 0 && other.open && !e.open
}

// whole is the same end of a range of integers, as an integer inside it.
func (e *edge) whole(sign int) *edge {
	if e == nil || e.value.IsInt() && !e.open {
		return e
	}
	floor := new(big.Int).Div(e.value.Num(), e.value.Denom())
	value := new(big.Rat).SetInt(floor)
	one := big.NewRat(1, 1)
	switch {
	case sign > 0: // the least integer above
		value.Add(value, one)
	case e.value.IsInt(): // the greatest below
		value.Sub(value, one)
	}
	return &edge{value: value, literal: value.RatString()}
}

// spelled is the literal of a decimal number, nil where it is longer than one may be.
func spelled(value *big.Rat) []byte {
	text := value.RatString()
	if !value.IsInt() {
		text = strings.TrimRight(value.FloatString(limits.NumberLength), "0")
	}
	if len(text) > limits.NumberLength {
		return nil
	}
	return []byte(text)
}
