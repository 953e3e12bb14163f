package search_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// wholly compares an index with all that is inside.
var wholly = cmp.Exporter(func(reflect.Type) bool { return true })

// changing is a catalog on its way through a sequence of changes.
type changing struct {
	records  []*tool.Record // deleted ones included, in no order
	concepts []tool.Concept
}

func (c *changing) build() *search.Index { return search.Build(tool.NewSet(c.records), c.concepts) }

func (c *changing) next(ix *search.Index) *search.Index {
	return ix.Next(tool.NewSet(c.records), c.concepts)
}

// put replaces the record of the same name, or adds one.
func (c *changing) put(r *tool.Record) {
	c.records = slices.DeleteFunc(c.records, func(old *tool.Record) bool { return old.Name == r.Name })
	c.records = append(c.records, r)
}

var (
	someConcept = rapid.SampledFrom([]tool.ConceptKey{
		{Kind: "capability", ID: "file"},
		{Kind: "capability", ID: "item:read"},
		{Kind: "domain", ID: "mail"},
		{Kind: "entity", ID: "file"},
		{Kind: "relationship", ID: "item.has.file"},
	})
	someRelationship = rapid.SampledFrom([]string{"item.has.file", "mail.has.item"})
)

func drawRecord(t *rapid.T, place int) *tool.Record {
	r := &tool.Record{Spec: tool.Spec{
		Name:          drawnName(place),
		Description:   someWords.Draw(t, "description"),
		Domains:       rapid.SliceOfNDistinct(someID, 0, 2, rapid.ID).Draw(t, "domains"),
		Entities:      rapid.SliceOfNDistinct(someID, 0, 2, rapid.ID).Draw(t, "entities"),
		Relationships: rapid.SliceOfNDistinct(someRelationship, 0, 1, rapid.ID).Draw(t, "relationships"),
		Examples:      rapid.SliceOfN(someWords, 0, 1).Draw(t, "examples"),
		Parameters:    fmt.Sprintf(`{"properties":{"%s":{"type":"string"}}}`, someWord.Draw(t, "parameter")),
	}}
	if rapid.Bool().Draw(t, "has capabilities") {
		r.Capabilities = []string{someID.Draw(t, "root") + ":read"}
	}
	if rapid.Bool().Draw(t, "has an alias") { // said like the name of another tool
		r.Aliases = []string{fmt.Sprintf("file.tool_%d", place+3)}
	}
	return r
}

// change makes one change of a kind that the service knows.
func (c *changing) change(t *rapid.T) {
	place := rapid.IntRange(0, 15).Draw(t, "tool")
	present := slices.IndexFunc(c.records, func(r *tool.Record) bool { return r.Name == drawnName(place) })
	switch kind := rapid.SampledFrom([]string{"apply", "apply", "delete", "describe", "put concept", "delete concept", "settings"}).Draw(t, "change"); {
	case kind == "apply":
		c.put(drawRecord(t, place))
	case kind == "put concept":
		c.putConcept(t)
	case kind == "delete concept":
		key := someConcept.Draw(t, "concept")
		c.concepts = slices.DeleteFunc(slices.Clone(c.concepts), func(old tool.Concept) bool { return old.ConceptKey == key })
	case present >= 0 && kind == "delete":
		gone := *c.records[present]
		gone.Deleted = true
		c.put(&gone)
	case present >= 0 && kind == "describe":
		described := *c.records[present]
		described.LiveDescription = rapid.OneOf(rapid.Just(""), someWords).Draw(t, "live description")
		c.put(&described)
	}
}

func drawnName(place int) string {
	return fmt.Sprintf("%s.tool%d", []string{"file", "item", "mail"}[place%3], place)
}

func (c *changing) putConcept(t *rapid.T) {
	concept := tool.Concept{ConceptKey: someConcept.Draw(t, "concept"), Label: someWord.Draw(t, "label"), Glossary: someWords.Draw(t, "glossary")}
	concept.Synonyms = rapid.SliceOfN(someWord, 0, 2).Draw(t, "synonyms")
	c.concepts = slices.DeleteFunc(slices.Clone(c.concepts), func(old tool.Concept) bool { return old.ConceptKey == concept.ConceptKey })
	c.concepts = append(c.concepts, concept)
}

// One index follows every change, or several at once; each time it is the one
// built from nothing, inside and in its answers.
func TestChangedIndexIsTheOneBuiltFromNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c changing
		for place := range rapid.IntRange(0, 12).Draw(t, "tools") {
			c.put(drawRecord(t, place))
		}
		ix := c.build()
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				c.change(t)
			}
			ix = c.next(ix)
			fresh := c.build()
			if diff := cmp.Diff(fresh, ix, wholly); diff != "" {
				t.Fatalf("indexes differ (-from nothing +changed):\n%s", diff)
			}
			q := drawQuery(t)
			if diff := cmp.Diff(fresh.Search(q), ix.Search(q)); diff != "" {
				t.Fatalf("answers differ (-from nothing +changed):\n%s", diff)
			}
		}
	})
}

func TestNextLeavesTheIndexBeforeAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c changing
		for place := range 12 {
			c.put(drawRecord(t, place))
		}
		c.putConcept(t)
		ix, same := c.build(), c.build()
		c.change(t)
		c.next(ix)
		if diff := cmp.Diff(same, ix, wholly); diff != "" {
			t.Fatalf("the index before has changed:\n%s", diff)
		}
	})
}

func TestAChangedConceptReachesTheToolsTaggedWithIt(t *testing.T) {
	c := changing{
		records: []*tool.Record{
			{Spec: tool.Spec{Name: "a.one", Description: "First.", Capabilities: []string{"ticket:open"}}},
			{Spec: tool.Spec{Name: "b.two", Description: "Second.", Domains: []string{"desk"}}},
			{Spec: tool.Spec{Name: "c.three", Description: "Third."}},
		},
		concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "capability", ID: "ticket"}, Glossary: "A bug somebody found."}},
	}
	ix := c.build()
	c.concepts = []tool.Concept{
		{ConceptKey: tool.ConceptKey{Kind: "capability", ID: "ticket"}, Glossary: "A complaint."},
		{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "desk"}, Glossary: "Furniture."},
	}
	next := c.next(ix)
	for text, want := range map[string]string{"complaint": "a.one", "furniture": "b.two", "bug": ""} {
		if got := namesOf(next.Search(query(text))); got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
}

// BenchmarkNext makes the index that follows one changed description, one new
// tool, or 500 changes.
func BenchmarkNext(b *testing.B) {
	const n = 20_000
	records := benchSet(n).All()
	ix := search.Build(tool.NewSet(records), nil)
	changed := func(count int) *tool.Set {
		after := slices.Clone(records)
		for i := range count {
			r := *after[i*n/count]
			r.LiveDescription = benchWord(uint64(i)) + " " + r.Description
			after[i*n/count] = &r
		}
		return tool.NewSet(after)
	}
	added := tool.NewSet(append(slices.Clone(records), &tool.Record{Spec: tool.Spec{Name: "many.more", Description: "One more."}}))
	for _, change := range []struct {
		name string
		set  *tool.Set
	}{{"1 changed", changed(1)}, {"1 new", added}, {"500 changed", changed(500)}} {
		b.Run(change.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ix.Next(change.set, nil)
			}
		})
	}
}
