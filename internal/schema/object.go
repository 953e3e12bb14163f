package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// memberCost is the price of one member in steps: finding the schema for its name.
const memberCost = 16

// objectRule is properties, patternProperties, additionalProperties and propertyNames.
type objectRule struct {
	members  map[string]*node
	patterns []patternMember
	others   *node // additionalProperties
	names    *node // propertyNames
	known    []string
	allowed  listing
	closed   bool // others is the schema false
}

// patternMember is the schema for the names that match a pattern.
type patternMember struct {
	pattern *pattern
	node    *node
}

func (c *compiler) objectKeyword(d *draft, k keyword) bool {
	r := &d.objects
	switch k.name {
	case "properties":
		r.members = map[string]*node{}
		c.schemaMap(k, func(name string, _ *place, n *node) {
			r.members[name] = n
			r.known = append(r.known, name)
			r.allowed.add(name)
			d.node.inside = append(d.node.inside, n)
		})
	case "patternProperties":
		c.schemaMap(k, func(name string, at *place, n *node) {
			p := c.pattern(keyword{name: k.name, at: at, order: c.clock}, name)
			r.patterns = append(r.patterns, patternMember{p, n})
			d.node.inside = append(d.node.inside, n)
		})
	case "additionalProperties":
		r.others = c.schema(k.value, k.at, k.name)
		r.closed = jsontext.KindOf(k.value) == jsontext.False
		d.node.inside = append(d.node.inside, r.others)
	case "propertyNames":
		r.names = c.schema(k.value, k.at, k.name)
		d.node.inside = append(d.node.inside, r.names)
	default:
		return false
	}
	return true
}

func (r *objectRule) used() bool {
	return len(r.members) > 0 || len(r.patterns) > 0 || r.others != nil || r.names != nil
}

func (r *objectRule) check(v *validation, value []byte, kind jsontext.Kind) bool {
	if kind != jsontext.Object {
		return true
	}
	if !v.spend(len(value)) {
		return false
	}
	ok := true
	for key, member := range jsontext.Members(value) {
		v.path = append(v.path, token{key: key})
		fits := r.member(v, key, member)
		v.path = v.path[:len(v.path)-1]
		if !fits {
			ok = false
			if v.hasty() {
				break
			}
		}
	}
	return ok
}

func (r *objectRule) member(v *validation, key, value []byte) bool {
	if !v.spend(memberCost) {
		return false
	}
	name := textOf(key)
	ok := r.names == nil || r.name(v, key)
	n, described := r.members[string(name)]
	if described && !v.check(n, value) {
		ok = false
	}
	for _, p := range r.patterns {
		if p.pattern.match(v, name) {
			described = true
			ok = v.check(p.node, value) && ok
		}
	}
	switch {
	case described || r.others == nil:
		return ok
	case !r.closed:
		return v.check(r.others, value) && ok
	case v.mode == verdict:
		return false
	}
	return v.fail("additionalProperties", "unknown property%s; %s", r.near(v, name), r.want())
}

// name checks a name against propertyNames: one error, at the property.
func (r *objectRule) name(v *validation, key []byte) bool {
	ok, why := v.attempt(r.names, key, true)
	switch {
	case ok:
		return true
	case why == nil:
		return v.fail("propertyNames", "the name %s is not allowed", excerpt(key))
	}
	return v.fail("propertyNames", "this name is not allowed: %s", why.Message)
}

func (r *objectRule) near(v *validation, name []byte) string {
	if !v.hint() {
		return ""
	}
	if near := nearest(string(name), r.known); near != "" {
		return ", did you mean " + shorten(near) + "?"
	}
	return ""
}

func (r *objectRule) want() string {
	switch {
	case len(r.patterns) > 0:
		return "want a name that properties or patternProperties describe"
	case len(r.known) == 0:
		return "no properties are allowed here"
	}
	return "allowed are " + r.allowed.String()
}
