package schema_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// literal draws a number literal within the bounds, with many near neighbours.
func literal(t *rapid.T) string {
	sign := rapid.SampledFrom([]string{"", "", "-"}).Draw(t, "sign")
	whole := rapid.SampledFrom([]string{"0", "1", "10", "12", "9007199254740992", "9007199254740993", "3", "25", "100"}).Draw(t, "whole")
	fraction := rapid.SampledFrom([]string{"", "", ".0", ".5", ".10", ".01", ".000000000000000000000000001"}).Draw(t, "fraction")
	exponent := ""
	if rapid.Bool().Draw(t, "scientific") {
		exponent = fmt.Sprintf("e%d", rapid.OneOf(rapid.IntRange(-4, 4), rapid.IntRange(-308, 308)).Draw(t, "exponent"))
	}
	return sign + whole + fraction + exponent
}

func rational(t *rapid.T, literal string) *big.Rat {
	t.Helper()
	value, ok := new(big.Rat).SetString(literal)
	if !ok {
		t.Fatalf("%s is no number", literal)
	}
	return value
}

// TestNumbersAreExact holds every comparison of two literals against rational numbers.
func TestNumbersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := literal(t), literal(t)
		order := rational(t, a).Cmp(rational(t, b))
		want := map[string]bool{
			"minimum": order >= 0, "maximum": order <= 0, "exclusiveMinimum": order > 0, "exclusiveMaximum": order < 0,
			"const": order == 0, "type": rational(t, a).IsInt(),
		}
		unit := strings.TrimPrefix(b, "-")
		if rational(t, unit).Sign() > 0 {
			want["multipleOf"] = new(big.Rat).Quo(rational(t, a), rational(t, unit)).IsInt()
		}
		for keyword, fits := range want {
			operand := map[string]string{"type": `"integer"`, "multipleOf": unit}[keyword]
			if operand == "" {
				operand = b
			}
			s := compiled(t, property(fmt.Sprintf("{%q:%s}", keyword, operand)))
			if found := errorsOf(t, s, `{"v":`+a+`}`); (len(found) == 0) != fits {
				t.Errorf("%s against %s %s: %v, want it to fit: %t", a, keyword, operand, found, fits)
			}
		}
	})
}
