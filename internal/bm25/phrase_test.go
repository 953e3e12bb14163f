package bm25_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

// standing are the places where words stand together in a field, by trying
// every occurrence for every word.
func standing(field []bm25.Occurrence, words []string, reach, after int) []bm25.Place {
	var places []bm25.Place
	for i, o := range field {
		if o.Term != words[0] || after >= 0 && (o.Position <= after || o.Position > after+reach) {
			continue
		}
		if len(words) == 1 {
			places = append(places, bm25.Place{First: o.Position, Last: o.Position})
			continue
		}
		for _, rest := range standing(field[i+1:], words[1:], reach, o.Position) {
			places = append(places, bm25.Place{First: o.Position, Last: rest.Last})
		}
	}
	return places
}

func TestSpellingsAreFoundWhereTheirWordsStand(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c"})
	field := rapid.Custom(func(t *rapid.T) []bm25.Occurrence {
		var out []bm25.Occurrence
		position := 0
		for _, term := range rapid.SliceOfN(word, 0, 15).Draw(t, "words") {
			out = append(out, bm25.Occurrence{Term: term, Position: position})
			position += rapid.IntRange(1, 3).Draw(t, "step")
		}
		return out
	})
	rapid.Check(t, func(t *rapid.T) {
		docs := make([]bm25.Document, rapid.IntRange(1, 6).Draw(t, "documents"))
		for i := range docs {
			docs[i] = bm25.Document{field.Draw(t, "field 0"), field.Draw(t, "field 1")}
		}
		spelling := bm25.Spelling{Words: rapid.SliceOfN(word, 1, 4).Draw(t, "spelling"), Tight: rapid.Bool().Draw(t, "tight")}
		other := bm25.Spelling{Words: []string{word.Draw(t, "other spelling")}}
		reach := 2
		if spelling.Tight {
			reach = 1
		}
		q := bm25.Build(twoFields, docs).Look([]bm25.Term{{spelling, other}}, nil)
		for doc, fields := range docs {
			matches := q.Explain(nil, 0, doc)
			for f, occurrences := range fields {
				want := map[bm25.Place]int{}
				for _, p := range append(standing(occurrences, spelling.Words, reach, -1), standing(occurrences, other.Words, 0, -1)...) {
					want[p]++
				}
				got := map[bm25.Place]int{}
				if len(matches) > 0 && matches[0].Field == f {
					for i := range matches[0].Frequency() {
						if i > 0 && matches[0].Place(i).First < matches[0].Place(i-1).First {
							t.Fatalf("places of document %d out of order", doc)
						}
						got[matches[0].Place(i)]++
					}
					matches = matches[1:]
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("places in field %d of document %d (-want +got):\n%s", f, doc, diff)
				}
			}
		}
	})
}
