package schema

import (
	"bytes"
	"math"
	"math/big"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/limits"
)

const maxInt = math.MaxInt

// decimal is the exact value of a number literal: 0.d1d2d3… × 10^exponent,
// with neither leading nor trailing zeros among its digits. Zero has none.
type decimal struct {
	negative bool
	digits   [limits.NumberLength]byte
	count    int
	exponent int
}

// parseDecimal reads a literal that has passed jsontext.Check with the number
// bounds of this package.
func parseDecimal(literal []byte) decimal {
	var d decimal
	mantissa := literal
	if at := bytes.IndexAny(literal, "eE"); at >= 0 {
		mantissa = literal[:at]
		d.exponent, _ = strconv.Atoi(string(literal[at+1:]))
	}
	point := false
	for _, b := range mantissa {
		switch {
		case b == '-':
			d.negative = true
			continue
		case b == '.':
			point = true
			continue
		case b != '0' || d.count > 0:
			d.digits[d.count] = b
			d.count++
			if !point {
				d.exponent++
			}
		case point:
			d.exponent--
		}
	}
	for d.count > 0 && d.digits[d.count-1] == '0' {
		d.count--
	}
	if d.count == 0 {
		return decimal{}
	}
	return d
}

// isInteger reports whether a number literal has a whole value; 1.0 and 1e2 have.
func isInteger(literal []byte) bool {
	if !bytes.ContainsAny(literal, ".eE") {
		return true
	}
	d := parseDecimal(literal)
	return d.integer()
}

func (d *decimal) integer() bool { return d.count <= d.exponent || d.count == 0 }

// saturated is the value of a non-negative integer, or the largest int that
// no count of characters or items reaches.
func (d *decimal) saturated() int {
	const largest = math.MaxInt32
	value := 0
	for i := range d.exponent {
		value *= 10
		if i < d.count {
			value += int(d.digits[i] - '0')
		}
		if value > largest {
			return largest
		}
	}
	return value
}

func (d *decimal) compare(other *decimal) int {
	sign, otherSign := d.sign(), other.sign()
	if sign != otherSign || sign == 0 {
		return sign - otherSign
	}
	magnitude := d.exponent - other.exponent
	if magnitude == 0 {
		magnitude = bytes.Compare(d.digits[:d.count], other.digits[:other.count])
	}
	return sign * magnitude
}

func (d *decimal) sign() int {
	switch {
	case d.count == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// multipleOf reports whether d divided by a positive unit is whole. With whole
// digits D and U, d/unit = D/U × 10^k; as D does not end in zero, a negative k
// cannot be whole, and 10^k need only be known modulo U.
func (d *decimal) multipleOf(unit *decimal) bool {
	if d.count == 0 {
		return true
	}
	k := (d.exponent - d.count) - (unit.exponent - unit.count)
	if k < 0 {
		return false
	}
	u := unit.whole()
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k)), u)
	product := power.Mul(power, d.whole())
	return product.Mod(product, u).Sign() == 0
}

// whole is the number that the digits spell; its size is bounded by limits.NumberLength.
func (d *decimal) whole() *big.Int {
	n, _ := new(big.Int).SetString(string(d.digits[:d.count]), 10)
	return n
}

// append writes the one spelling of the value.
func (d *decimal) append(dst []byte) []byte {
	if d.count == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(dst, d.digits[:d.count]...)
	if shift := d.exponent - d.count; shift != 0 {
		dst = strconv.AppendInt(append(dst, 'e'), int64(shift), 10)
	}
	return dst
}
