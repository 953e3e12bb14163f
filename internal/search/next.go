package search

import (
	"cmp"
	"slices"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Next returns the index of a set and a glossary that came out of this index's
// by some changes. It is the index that Build makes of them, to the last byte,
// but analyses only the records that are not this index's own (the same
// pointers) and those tagged with a changed concept. This index stays as it is.
func (ix *Index) Next(set *tool.Set, concepts []tool.Concept) *Index {
	next := &Index{tools: set.All(), glossary: newGlossary(concepts)}
	c := ix.compare(next)
	switch work := len(c.fresh) + len(c.gone); {
	case work == 0:
		next.texts, next.spans, next.axes, next.names, next.words = ix.texts, ix.spans, ix.axes, ix.names, ix.words
	case work > len(next.tools): // Build analyses less
		return Build(set, concepts)
	default:
		next.follow(ix, c)
	}
	return next
}

// change is what is not the same in two indexes.
type change struct {
	move  bm25.Move
	fresh []*tool.Record // of the next index
	gone  []*tool.Record // of the one before
}

// compare finds what changes on the way to an index's tools and glossary.
func (ix *Index) compare(next *Index) change {
	concepts := ix.glossary.differences(next.glossary)
	c := change{move: bm25.Move{Kept: make([]int, len(ix.tools)), Docs: len(next.tools)}}
	i := 0
	drop := func() {
		c.move.Kept[i] = bm25.Gone
		c.gone = append(c.gone, ix.tools[i])
		i++
	}
	for doc, r := range next.tools {
		for i < len(ix.tools) && ix.tools[i].Name < r.Name {
			drop()
		}
		if i < len(ix.tools) && ix.tools[i] == r && !isTagged(r, concepts) {
			c.move.Kept[i] = doc
			i++
			continue
		}
		c.move.Fresh = append(c.move.Fresh, doc)
		c.fresh = append(c.fresh, r)
	}
	for i < len(ix.tools) {
		drop()
	}
	return c
}

// isTagged reports whether a tool's glossary has one of the concepts.
func isTagged(r *tool.Record, concepts map[tool.ConceptKey]bool) bool {
	if len(concepts) == 0 {
		return false
	}
	for key := range tags(r) {
		if concepts[key] {
			return true
		}
	}
	return false
}

// follow makes an index of what the one before has and of the fresh records.
func (ix *Index) follow(before *Index, c change) {
	fresh, gone := analyse(c.fresh, ix.glossary), analyse(c.gone, before.glossary)
	ix.texts = before.texts.Next(c.move, fresh.docs)
	ix.spans = before.spans.next(&fresh.spans, c.move)
	ix.axes = before.axes.next(newAxes(c.fresh), c.move)
	ix.names = before.names.next(newNames(c.fresh), c.move)
	for word, n := range gone.uses {
		fresh.uses[word] -= n
	}
	ix.words = before.words.plus(fresh.uses)
}

func (s *spans) next(fresh *spans, m bm25.Move) spans {
	next := spans{ends: make([]uint32, 0, m.Docs*int(fieldCount)), data: make([]byte, 0, len(s.data)+len(fresh.data))}
	added := 0
	addBelow := func(place int) {
		for ; added < len(m.Fresh) && m.Fresh[added] < place; added++ {
			next.copy(fresh, added)
		}
	}
	for doc, place := range m.Kept {
		if place != bm25.Gone {
			addBelow(place)
			next.copy(s, doc)
		}
	}
	addBelow(m.Docs)
	next.pack()
	return next
}

func (a axes) next(fresh axes, m bm25.Move) axes {
	return axes{
		capabilities:  nextLists(a.capabilities, fresh.capabilities, m),
		domains:       nextLists(a.domains, fresh.domains, m),
		entities:      nextLists(a.entities, fresh.entities, m),
		relationships: nextLists(a.relationships, fresh.relationships, m),
		families:      nextLists(a.families, fresh.families, m),
	}
}

// next relies on the names and aliases of a catalog being different ones.
func (n names) next(fresh names, m bm25.Move) names {
	next, moved := n.join(fresh, m)
	for w := range wayCount {
		next.ways[w] = n.ways[w].next(fresh.ways[w], moved)
	}
	return next
}

// join returns the next names without their ways, and how names are numbered there.
func (n names) join(fresh names, m bm25.Move) (next names, moved bm25.Move) {
	room := len(n.all) + len(fresh.all)
	next = names{all: make([]string, 0, room), tools: make([]int32, 0, room)}
	moved.Kept = make([]int, len(n.all))
	add := func(name string, tool int) int {
		next.all, next.tools = append(next.all, name), append(next.tools, int32(tool))
		return len(next.all) - 1
	}
	for i, j := 0, 0; i < len(n.all) || j < len(fresh.all); {
		switch {
		case i < len(n.all) && m.Kept[n.tools[i]] == bm25.Gone:
			moved.Kept[i] = bm25.Gone
			i++
		case j == len(fresh.all) || i < len(n.all) && n.all[i] < fresh.all[j]:
			moved.Kept[i] = add(n.all[i], m.Kept[n.tools[i]])
			i++
		default:
			moved.Fresh = append(moved.Fresh, add(fresh.all[j], m.Fresh[fresh.tools[j]]))
			j++
		}
	}
	return next, moved
}

func (s sayings) next(fresh sayings, moved bm25.Move) sayings {
	room := len(s.sums) + len(fresh.sums)
	next := sayings{sums: make([]uint32, 0, room), names: make([]uint32, 0, room)}
	add := func(sum uint32, name int) {
		next.sums, next.names = append(next.sums, sum), append(next.names, uint32(name))
	}
	j := 0
	for i, sum := range s.sums {
		name := moved.Kept[s.names[i]]
		if name == bm25.Gone {
			continue
		}
		for ; j < len(fresh.sums); j++ {
			other := moved.Fresh[fresh.names[j]]
			if cmp.Or(cmp.Compare(fresh.sums[j], sum), cmp.Compare(other, name)) > 0 {
				break
			}
			add(fresh.sums[j], other)
		}
		add(sum, name)
	}
	for ; j < len(fresh.sums); j++ {
		add(fresh.sums[j], moved.Fresh[fresh.names[j]])
	}
	return next
}

// nextLists are the documents under each key, renumbered, without those that
// are gone and with the fresh ones. All lists share one array.
func nextLists[M ~map[string][]int](old, fresh M, m bm25.Move) M {
	next := make(M, len(old)+len(fresh))
	room := 0
	for _, docs := range old {
		room += len(docs)
	}
	for _, docs := range fresh {
		room += len(docs)
	}
	all := make([]int, 0, room)
	put := func(key string, kept, added []int) {
		start := len(all)
		all = appendPlaces(appendPlaces(all, kept, m.Kept), added, m.Fresh)
		list := slices.Clip(all[start:])
		if len(added) > 0 {
			slices.Sort(list)
		}
		if len(list) > 0 {
			next[key] = list
		}
	}
	for key, docs := range old {
		put(key, docs, fresh[key])
	}
	for key, docs := range fresh {
		if _, known := old[key]; !known {
			put(key, nil, docs)
		}
	}
	return next
}

func appendPlaces(list, docs, places []int) []int {
	for _, doc := range docs {
		if places[doc] != bm25.Gone {
			list = append(list, places[doc])
		}
	}
	return list
}
