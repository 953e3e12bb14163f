package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// presenceRule is what needs no look at the values of an object: required,
// dependentRequired, minProperties and maxProperties.
type presenceRule struct {
	least, most int // most is -1 when there is none
	required    []int
	dependent   []dependency
	slots       map[string]int // of the names asked for, into the marks of one check
	names       []string       // by slot
}

// dependency says that a property needs others, by their slots.
type dependency struct {
	trigger int
	needs   []int
}

func (c *compiler) presenceKeyword(d *draft, k keyword) bool {
	r := &d.presence
	switch k.name {
	case "minProperties":
		r.least = c.count(k)
	case "maxProperties":
		r.most = c.count(k)
	case "required":
		r.required = r.ask(c.names(k))
	case "dependentRequired":
		if jsontext.KindOf(k.value) != jsontext.Object {
			c.refuse(k, "want an object of lists of property names, got %s", shown(k.value))
		}
		for key, value := range jsontext.Members(k.value) {
			name := string(textOf(key))
			needs := c.names(keyword{name: k.name, value: value, at: k.at.child(name), order: k.order})
			r.dependent = append(r.dependent, dependency{r.ask([]string{name})[0], r.ask(needs)})
		}
	default:
		return false
	}
	return true
}

// ask returns the slots of names.
func (r *presenceRule) ask(names []string) []int {
	if r.slots == nil {
		r.slots = map[string]int{}
	}
	slots := make([]int, len(names))
	for i, name := range names {
		slot, known := r.slots[name]
		if !known {
			slot = len(r.names)
			r.slots[name] = slot
			r.names = append(r.names, name)
		}
		slots[i] = slot
	}
	return slots
}

func (r *presenceRule) used() bool { return r.least > 0 || r.most >= 0 || len(r.names) > 0 }

func (r *presenceRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if kind != jsontext.Object {
		return true
	}
	if !v.spend(len(value) + len(r.names)) {
		return false
	}
	var small [32]bool
	present := small[:]
	if len(r.names) > len(small) {
		present = make([]bool, len(r.names))
	}
	count := 0
	for key := range jsontext.Members(value) {
		count++
		if slot, asked := r.slots[string(textOf(key))]; asked {
			present[slot] = true
		}
	}
	ok := true
	if count < r.least {
		ok = v.fail("minProperties", "want at least %d properties, got %d", r.least, count)
	}
	if r.most >= 0 && count > r.most {
		ok = v.fail("maxProperties", "want at most %d properties, got %d", r.most, count)
	}
	return r.checkNames(v, present) && ok
}

func (r *presenceRule) checkNames(v *validation, present []bool) bool {
	ok := true
	for _, slot := range r.required {
		if !present[slot] {
			ok = v.failBelow(r.names[slot], "required", "missing; this property is required")
			if v.hasty() {
				return false
			}
		}
	}
	for _, d := range r.dependent {
		if !present[d.trigger] || !v.spend(len(d.needs)) {
			continue
		}
		for _, slot := range d.needs {
			if !present[slot] {
				ok = v.failBelow(r.names[slot], "dependentRequired", "missing; this property is required beside %s", shorten(r.names[d.trigger]))
				if v.hasty() {
					return false
				}
			}
		}
	}
	return ok
}
