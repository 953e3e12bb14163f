package schema

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// maxNamePatterns bounds the patterns of names of which every combination is
// looked at.
const maxNamePatterns = 4

// objects suspects what n asks of objects. Every name that either schema
// mentions is looked at, and then the names that neither does.
func (c *comparison) objects(f *facts, d *shape, about suspicion) {
	c.presence(f, d, about)
	if n := d.keyword("propertyNames"); n != nil {
		c.propertyNames(f, *n, about)
	}
	if len(d.members) == 0 && len(d.patterns) == 0 && d.others == nil {
		return
	}
	for _, name := range c.mentioned(f, d) {
		if f.forbids(c, name) {
			continue
		}
		for _, n := range d.applied(name) {
			c.property(f, d, about, name, n)
		}
	}
	c.unmentioned(f, d, about)
}

func (c *comparison) property(f *facts, d *shape, about suspicion, name string, n part) {
	p := premise{parts: f.applied(name)}
	spot := &spot{above: about.spot, holder: f.premise, name: name}
	if jsontext.KindOf(n.value) != jsontext.False {
		c.compare(p, n, spot)
		return
	}
	about.premise, about.spot, about.judge = p, spot, n
	if d.others != nil && n.at == d.others.at {
		about.pointer = d.at.pointer() + "/properties/" + jsontext.EscapePointer(name)
	}
	c.suspect(about, n.under(), "the property %s is no longer allowed", quotedNames([]string{name}))
}

// unmentioned looks at properties that neither schema names, one case for
// every set of patterns that such a name may match.
func (c *comparison) unmentioned(f *facts, d *shape, about suspicion) {
	if d.others == nil && len(d.patterns) == 0 {
		return
	}
	sources := f.sources(d)
	if len(sources) > maxNamePatterns {
		c.suspect(about, "patternProperties", "there are too many patterns of names to compare what they allow together")
		return
	}
	for set := range 1 << len(sources) {
		matched := func(source string) bool { return set&(1<<slices.Index(sources, source)) != 0 }
		p := premise{}
		for _, o := range f.shapes {
			p.parts = append(p.parts, o.appliedWhere(matched)...)
		}
		if c.facts(p).never {
			continue
		}
		for _, n := range d.appliedWhere(matched) {
			spot := &spot{above: about.spot, holder: f.premise, name: f.unused(d, matched)}
			if jsontext.KindOf(n.value) != jsontext.False {
				c.compare(p, n, spot)
				continue
			}
			inner := about
			inner.premise, inner.spot, inner.judge, inner.pointer = p, spot, n, n.at.pointer()
			c.suspect(inner, n.under(), "properties that are not described are no longer allowed")
		}
	}
}

// presence is required, dependentRequired, minProperties and maxProperties.
func (c *comparison) presence(f *facts, d *shape, about suspicion) {
	for _, name := range d.required {
		if !f.required[name] {
			c.absent(about, "required", name, "the property %s is required now", quotedNames([]string{name}))
		}
	}
	for _, n := range d.needs {
		for _, name := range n.names {
			if !f.required[name] && !f.asks(n.trigger, name) && !f.forbids(c, n.trigger) {
				c.absent(about, "dependentRequired", name, "beside %s, the property %s is required now", quotedNames([]string{n.trigger}), quotedNames([]string{name}))
			}
		}
	}
	if least := d.size("minProperties", 0); least > f.minProperties {
		c.suspect(about, "minProperties", "at least %d properties are wanted now; before, %d were enough", least, f.minProperties)
	}
	most := d.size("maxProperties", -1)
	if fewer(f.maxProperties, most) != f.maxProperties && (!f.closed() || len(f.names()) > most) {
		c.suspect(about, "maxProperties", "at most %d properties are allowed now; before, %s", most, atMost(f.maxProperties))
	}
}

// absent suspects a property that may be missing. Each name is a finding of its own.
func (c *comparison) absent(about suspicion, keyword, name, format string, args ...any) {
	about.below = "/" + jsontext.EscapePointer(name)
	about.pointer = about.judge.at.pointer() + "/properties" + about.below
	c.suspect(about, keyword, format, args...)
}

// propertyNames compares what is asked of names, and asks about every name
// where only some are possible.
func (c *comparison) propertyNames(f *facts, n part, about suspicion) {
	var names [][]byte
	for _, name := range f.names() {
		if !f.forbids(c, name) {
			names = append(names, jsontext.AppendQuoted(nil, name))
		}
	}
	for _, name := range names {
		if !c.accepts(n, name) {
			text := string(textOf(name))
			inner := about
			inner.spot = &spot{above: about.spot, holder: f.premise, name: text}
			inner.premise, inner.judge, inner.pointer = premise{parts: f.applied(text)}, n, n.at.pointer()
			c.suspect(inner, "propertyNames", "the name %s is no longer allowed", excerpt(name))
		}
	}
	if f.closed() {
		return
	}
	p := premise{only: stringType}
	for _, o := range f.shapes {
		if has := o.keyword("propertyNames"); has != nil {
			p.parts = append(p.parts, *has)
		}
	}
	if !c.holds(func() { c.compare(p, n, nil) }) {
		c.suspect(about, "propertyNames", "names of properties are asked more of than before")
	}
}

// applied are the old schemas for the property of a name.
func (f *facts) applied(name string) []part {
	var parts []part
	for _, o := range f.shapes {
		parts = append(parts, o.applied(name)...)
	}
	return parts
}

// forbids reports whether no object of the premise has a property of that name.
func (f *facts) forbids(c *comparison, name string) bool {
	quoted := jsontext.AppendQuoted(nil, name)
	for _, o := range f.shapes {
		if names := o.keyword("propertyNames"); names != nil && !c.accepts(*names, quoted) {
			return true
		}
	}
	return c.facts(premise{parts: f.applied(name)}).never
}

// asks reports whether one property requires another already.
func (f *facts) asks(trigger, name string) bool {
	for _, o := range f.shapes {
		for _, n := range o.needs {
			if n.trigger == trigger && slices.Contains(n.names, name) {
				return true
			}
		}
	}
	return false
}

// closed reports whether only described names are possible.
func (f *facts) closed() bool {
	return slices.ContainsFunc(f.shapes, func(o *shape) bool {
		return o.others != nil && jsontext.KindOf(o.others.value) == jsontext.False && len(o.patterns) == 0
	})
}

// names are those that the old schemas mention, each once.
func (f *facts) names() []string {
	var names []string
	for _, o := range f.shapes {
		names = append(append(names, o.names...), o.required...)
	}
	return distinct(names)
}

// mentioned are the names of both sides.
func (c *comparison) mentioned(f *facts, d *shape) []string {
	names := append(append(f.names(), d.names...), d.required...)
	c.spend(len(names) * shapeCost)
	return distinct(names)
}

func distinct(names []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// sources are the patterns of names on both sides, each once.
func (f *facts) sources(d *shape) []string {
	var sources []string
	for _, o := range append(slices.Clip(f.shapes), d) {
		for _, p := range o.patterns {
			sources = append(sources, p.source)
		}
	}
	return distinct(sources)
}

// appliedWhere are the schemas for a name that is not described and matches
// some of the patterns.
func (s *shape) appliedWhere(matched func(source string) bool) []part {
	var parts []part
	for _, p := range s.patterns {
		if matched(p.source) {
			parts = append(parts, p.part)
		}
	}
	if parts == nil && s.others != nil {
		parts = append(parts, *s.others)
	}
	return parts
}

// unused is a name that neither side mentions and that matches the patterns,
// as far as one is found.
func (f *facts) unused(d *shape, matched func(source string) bool) string {
	taken := append(append(f.names(), d.names...), d.required...)
	for _, source := range f.sources(d) {
		if matched(source) {
			for _, name := range textsLike(source) {
				if !slices.Contains(taken, name) {
					return name
				}
			}
		}
	}
	name := "another"
	for slices.Contains(taken, name) {
		name += "_"
	}
	return name
}
