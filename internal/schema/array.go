package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// itemCost is the price of one item kept for uniqueItems, in steps.
const itemCost = 64

// arrayRule is prefixItems, items, minItems, maxItems and uniqueItems.
type arrayRule struct {
	least, most int // most is -1 when there is none
	prefix      []*node
	items       *node
	unique      bool
}

func (c *compiler) arrayKeyword(d *draft, k keyword) bool {
	r := &d.arrays
	switch k.name {
	case "minItems":
		r.least = c.count(k)
	case "maxItems":
		r.most = c.count(k)
	case "prefixItems":
		r.prefix = c.schemas(k)
		d.node.inside = append(d.node.inside, r.prefix...)
	case "items":
		r.items = c.schema(k.value, k.at, k.name)
		d.node.inside = append(d.node.inside, r.items)
	case "uniqueItems":
		kind := jsontext.KindOf(k.value)
		r.unique = kind == jsontext.True
		if kind != jsontext.True && kind != jsontext.False {
			c.refuse(k, "want true or false, got %s", shown(k.value))
		}
	default:
		return false
	}
	return true
}

func (r *arrayRule) used() bool {
	return r.least > 0 || r.most >= 0 || len(r.prefix) > 0 || r.items != nil || r.unique
}

func (r *arrayRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if kind != jsontext.Array {
		return true
	}
	if !v.spend(len(value)) {
		return false
	}
	ok, count := true, 0
	for i, item := range jsontext.Elements(value) {
		count++
		v.path = append(v.path, token{index: i})
		fits := r.item(v, i, item)
		v.path = v.path[:len(v.path)-1]
		if !fits {
			ok = false
			if v.hasty() {
				return false
			}
		}
	}
	if count < r.least {
		ok = v.fail("minItems", "want at least %d items, got %d", r.least, count)
	}
	if r.most >= 0 && count > r.most {
		ok = v.fail("maxItems", "want at most %d items, got %d", r.most, count)
	}
	return (!r.unique || r.distinct(v, value)) && ok
}

func (r *arrayRule) item(v *validation, i int, item []byte) bool {
	switch {
	case i < len(r.prefix):
		return v.check(r.prefix[i], item)
	case r.items != nil:
		return v.check(r.items, item)
	}
	return true
}

// distinct looks every item up by its canonical form, so that a long list
// costs its length and not the square of it.
func (r *arrayRule) distinct(v *validation, array []byte) bool {
	seen := map[string]int{}
	var canonical []byte
	for i, item := range jsontext.Elements(array) {
		if canonical = v.canonical(canonical[:0], item); !v.spend(itemCost) {
			return false
		}
		if first, again := seen[string(canonical)]; again {
			return v.fail("uniqueItems", "want items that all differ, but items %d and %d are both %s", first, i, shown(item))
		}
		seen[string(canonical)] = i
	}
	return true
}
