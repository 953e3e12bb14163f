package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// Prices in steps: a comparison reads both literals, a division takes a
// modular power of up to 700.
const (
	compareCost  = 64
	divisionCost = 4096
)

// numberRule is minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf.
type numberRule struct {
	least, most, above, below, unit *bound
}

// bound is a number a schema names, with its spelling for messages.
type bound struct {
	value   decimal
	literal string
}

func (c *compiler) numberKeyword(d *draft, k keyword) bool {
	switch k.name {
	case "minimum":
		d.numbers.least = c.number(k)
	case "maximum":
		d.numbers.most = c.number(k)
	case "exclusiveMinimum":
		d.numbers.above = c.number(k)
	case "exclusiveMaximum":
		d.numbers.below = c.number(k)
	case "multipleOf":
		d.numbers.unit = c.number(k)
		if unit := d.numbers.unit; unit != nil && unit.value.sign() <= 0 {
			c.refuse(k, "want a number above 0, got %s", shown(k.value))
		}
	default:
		return false
	}
	return true
}

func (r *numberRule) used() bool { return *r != numberRule{} }

func (r *numberRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if kind != jsontext.Number {
		return true
	}
	if !v.spend(compareCost) {
		return false
	}
	d := parseDecimal(value)
	ok := true
	refuse := func(keyword, want string, b *bound) {
		ok = v.fail(keyword, "want %s %s, got %s", want, b.literal, value)
	}
	if r.least != nil && d.compare(&r.least.value) < 0 {
		refuse("minimum", "at least", r.least)
	}
	if r.most != nil && d.compare(&r.most.value) > 0 {
		refuse("maximum", "at most", r.most)
	}
	if r.above != nil && d.compare(&r.above.value) <= 0 {
		refuse("exclusiveMinimum", "more than", r.above)
	}
	if r.below != nil && d.compare(&r.below.value) >= 0 {
		refuse("exclusiveMaximum", "less than", r.below)
	}
	if r.unit != nil && v.spend(divisionCost) && !d.multipleOf(&r.unit.value) {
		refuse("multipleOf", "a multiple of", r.unit)
	}
	return ok
}
