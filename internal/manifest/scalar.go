package manifest

import (
	"math/big"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// coreScalar reads a plain scalar by the core schema of YAML 1.2 (section
// 10.3.2). A number keeps its literal where JSON has the same one. A message
// says why a scalar has no JSON form, or would mean something else in YAML 1.1.
func coreScalar(plain string) (kind jsontext.Kind, text, message string) {
	switch plain {
	case "", "~", "null", "Null", "NULL":
		return jsontext.Null, "null", ""
	case "true", "True", "TRUE":
		return jsontext.True, "true", ""
	case "false", "False", "FALSE":
		return jsontext.False, "false", ""
	}
	sign, digits := "", plain
	if plain[0] == '-' || plain[0] == '+' {
		sign, digits = strings.TrimPrefix(plain[:1], "+"), plain[1:]
	}
	switch {
	case strings.EqualFold(digits, ".inf") || strings.EqualFold(plain, ".nan"):
		return jsontext.String, plain, plain + " has no JSON form: leave it out, or put it in quotes if it is text"
	case strings.HasPrefix(plain, "0o"):
		return based(plain, 8)
	case strings.HasPrefix(plain, "0x"):
		return based(plain, 16)
	}
	literal, ok := decimal(digits)
	if !ok {
		return jsontext.String, plain, ""
	}
	if len(digits) > 1 && digits[0] == '0' && isDigit(digits[1]) {
		return jsontext.String, plain, plain + " is octal to some readers of YAML: drop the leading zero, or put it in quotes if it is text"
	}
	return jsontext.Number, sign + literal, ""
}

// based reads 0o17 and 0x1F; anything else with such a beginning is text.
func based(plain string, base int) (kind jsontext.Kind, text, message string) {
	if strings.ContainsAny(plain[2:], "+-_") {
		return jsontext.String, plain, ""
	}
	if n, ok := new(big.Int).SetString(plain[2:], base); ok {
		return jsontext.Number, n.String(), ""
	}
	return jsontext.String, plain, ""
}

// decimal reads an unsigned number of the core schema and returns its JSON
// literal, which differs only where YAML leaves out a zero that JSON wants.
func decimal(s string) (literal string, ok bool) {
	whole, rest := leadingDigits(s)
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		var digits string
		digits, rest = leadingDigits(rest[1:])
		if whole == "" && digits == "" {
			return "", false
		}
		fraction = "." + orZero(digits)
	} else if whole == "" {
		return "", false
	}
	exponent := ""
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		exponent = rest[:1]
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			exponent += rest[:1]
			rest = rest[1:]
		}
		var digits string
		digits, rest = leadingDigits(rest)
		if digits == "" {
			return "", false
		}
		exponent += digits
	}
	return orZero(whole) + fraction + exponent, rest == ""
}

func leadingDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

func orZero(digits string) string {
	if digits == "" {
		return "0"
	}
	return digits
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
