package search

import (
	"maps"
	"slices"

	"github.com/discoveryd/discoveryd/internal/bm25"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// axis lists the tools under every id of one kind.
type axis map[string][]int

// axes are what a search can be narrowed by.
type axes struct {
	capabilities  axis // every prefix of a capability, by ':' segment
	domains       axis
	entities      axis
	relationships axis
	families      axis // families and sub-families
}

func newAxes(tools []*tool.Record) axes {
	a := axes{capabilities: axis{}, domains: axis{}, entities: axis{}, relationships: axis{}, families: axis{}}
	for doc, r := range tools {
		for _, id := range r.CapabilityIDs() {
			a.capabilities.addPrefixes(id, doc)
		}
		a.domains.add(doc, r.Domains...)
		a.entities.add(doc, r.Entities...)
		a.relationships.add(doc, r.Relationships...)
		for _, id := range r.Relationships {
			from, to := tool.Ends(id)
			a.entities.add(doc, from, to)
		}
		a.families.add(doc, slices.Collect(tool.Families(r.Name))...)
	}
	return a
}

// add lists a tool under ids. Tools come in their order, so that a repeated id is the last entry.
func (x axis) add(doc int, ids ...string) {
	for _, id := range ids {
		if docs := x[id]; len(docs) == 0 || docs[len(docs)-1] != doc {
			x[id] = append(docs, doc)
		}
	}
}

func (x axis) addPrefixes(capability string, doc int) {
	for i := range len(capability) {
		if capability[i] == ':' {
			x.add(doc, capability[:i])
		}
	}
	x.add(doc, capability)
}

// filter returns the candidates of a query, nil for all, and near ids for ids
// that no tool has. Axes intersect; the ids of one axis unite (S1).
func (ix *Index) filter(q Query) (among *bm25.Set, near []string) {
	families := make([]string, len(q.Families))
	for i, family := range q.Families {
		families[i] = tool.Dotted(family)
	}
	for _, narrow := range []struct {
		axis axis
		ids  []string
	}{
		{ix.axes.capabilities, q.Capabilities},
		{ix.axes.domains, q.Domains},
		{ix.axes.entities, q.Entities},
		{ix.axes.relationships, q.Relationships},
		{ix.axes.families, families},
	} {
		if len(narrow.ids) == 0 {
			continue
		}
		union := bm25.NewSet(len(ix.tools))
		for _, id := range narrow.ids {
			docs, known := narrow.axis[id]
			if !known {
				near = append(near, nearest(id, sortedKeys(narrow.axis), nearIDs)...)
			}
			for _, doc := range docs {
				union.Add(doc)
			}
		}
		if among == nil {
			among = union
		} else {
			among.Intersect(union)
		}
	}
	return among, near
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
