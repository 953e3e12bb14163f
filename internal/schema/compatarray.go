package schema

import "github.com/discoveryd/discoveryd/internal/jsontext"

// arrays suspects what n asks of arrays: of the items in front that either
// schema describes one by one, and of all that follow.
func (c *comparison) arrays(f *facts, d *shape, about suspicion) {
	if least := d.size("minItems", 0); least > f.minItems {
		c.suspect(about, "minItems", "at least %d items are wanted now; before, %d were enough", least, f.minItems)
	}
	if most := d.size("maxItems", -1); fewer(f.maxItems, most) != f.maxItems {
		c.suspect(about, "maxItems", "at most %d items are allowed now; before, %s", most, atMost(f.maxItems))
	}
	unique := jsontext.KindOf(d.words["uniqueItems"]) == jsontext.True
	if unique && !f.unique && (f.maxItems < 0 || f.maxItems > 1) {
		c.suspect(about, "uniqueItems", "items have to differ now")
	}
	front := len(d.prefix)
	for _, o := range f.shapes {
		front = max(front, len(o.prefix))
	}
	for i := 0; i <= front; i++ {
		if f.maxItems >= 0 && i >= f.maxItems {
			return
		}
		p := premise{}
		for _, o := range f.shapes {
			p.parts = append(p.parts, o.appliedAt(i)...)
		}
		for _, n := range d.appliedAt(i) {
			c.compare(p, n, &spot{above: about.spot, holder: f.premise, index: i, item: true})
		}
	}
}
