package schema

import "slices"

// combined suspects anyOf, oneOf, not and if, unless something says that they
// follow. That is looked for type by type: of a list of types, each is often
// taken by an alternative of its own.
func (c *comparison) combined(f *facts, d *shape, about suspicion) {
	if d.words["anyOf"] != nil && !c.kept(f, d, "anyOf") {
		c.anyOf(f, d, about)
	}
	if d.words["oneOf"] != nil && !c.kept(f, d, "oneOf") {
		c.oneOf(f, d, about)
	}
	if n := d.keyword("not"); n != nil && !c.kept(f, d, "not") && !c.apart(f, *n) {
		c.suspect(about, "not", "the schema under not is another than before, or new")
	}
	if n := d.keyword("if"); n != nil && !c.conditionsKept(f, d) {
		c.conditions(f, d, about)
	}
}

// kept reports whether an old schema has the keyword with the same schemas.
func (c *comparison) kept(f *facts, d *shape, keyword string) bool {
	return slices.ContainsFunc(f.shapes, func(o *shape) bool {
		if o.words[keyword] == nil {
			return false
		}
		s := sameness{c: c, asked: map[[2]*place]bool{}}
		return s.keyword(keyword, o.word(keyword), d.word(keyword))
	})
}

// eachType calls try for one type at a time.
func (f *facts) eachType(try func(p premise)) {
	for i := range typeNames() {
		one := typeRule(1 << i)
		if one == integerType && f.types&numberType != 0 || f.types&one == 0 {
			continue
		}
		if one == numberType {
			one |= integerType
		}
		try(f.among(one))
	}
}

func (c *comparison) anyOf(f *facts, d *shape, about suspicion) {
	branches := d.word("anyOf").elements()
	f.eachType(func(p premise) {
		if !c.someFollows(p, branches) {
			about.premise = p
			c.suspect(about, "anyOf", "there is no single alternative that takes all that was taken before")
		}
	})
}

func (c *comparison) someFollows(p premise, branches []part) bool {
	return slices.ContainsFunc(branches, func(branch part) bool {
		return c.holds(func() { c.compare(p, branch, nil) })
	})
}

func (c *comparison) oneOf(f *facts, d *shape, about suspicion) {
	branches := d.word("oneOf").elements()
	f.eachType(func(p premise) {
		follows := slices.IndexFunc(branches, func(branch part) bool {
			return c.holds(func() { c.compare(p, branch, nil) })
		})
		ok := follows >= 0
		for i, branch := range branches {
			ok = ok && (i == follows || c.apart(c.facts(p), branch))
		}
		if !ok {
			about.premise = p
			c.suspect(about, "oneOf", "there is no single alternative that takes all that was taken before, and alone")
		}
	})
}

// apart reports whether no value fits both: there is no common type, none of
// the values listed fits, or a property that both need has no common value.
func (c *comparison) apart(f *facts, n part) bool {
	if f.never {
		return true
	}
	if f.values != nil {
		return !slices.ContainsFunc(f.values, func(value []byte) bool { return c.accepts(n, value) })
	}
	g := c.facts(premise{parts: []part{n}})
	if g.never || f.types&g.types == 0 {
		return true
	}
	if g.values != nil {
		return !slices.ContainsFunc(g.values, func(value []byte) bool { return c.fits(f.premise, value) })
	}
	if f.types&g.types != objectType {
		return false
	}
	for _, name := range f.names() {
		if !f.required[name] || !g.required[name] {
			continue
		}
		inner := c.facts(premise{parts: f.applied(name)})
		if inner.values == nil {
			continue
		}
		theirs := premise{parts: g.applied(name)}
		if !slices.ContainsFunc(inner.values, func(value []byte) bool { return c.fits(theirs, value) }) {
			return true
		}
	}
	return false
}

func (c *comparison) conditionsKept(f *facts, d *shape) bool {
	return slices.ContainsFunc(f.shapes, func(o *shape) bool {
		for _, keyword := range [...]string{"if", "then", "else"} {
			a, b := o.keyword(keyword), d.keyword(keyword)
			if (a == nil) != (b == nil) || a != nil && !c.same(*a, *b) {
				return false
			}
		}
		return true
	})
}

// conditions follow where both branches do, whatever the condition.
func (c *comparison) conditions(f *facts, d *shape, about suspicion) {
	for _, keyword := range [...]string{"then", "else"} {
		branch := d.keyword(keyword)
		if branch != nil && !c.holds(func() { c.compare(f.premise, *branch, nil) }) {
			c.suspect(about, keyword, "the conditions of if, then and else are others than before, or new")
		}
	}
}
