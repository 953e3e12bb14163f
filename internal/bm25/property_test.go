package bm25_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

// corpus is generated input: documents of plain words, a filter, and a query.
type corpus struct {
	docs  []bm25.Document
	among *bm25.Set
	query []string
	pairs []bm25.Pair
}

var generatedFields = []bm25.Field{{Boost: 3, Best: 2, Covers: true}, {Boost: 2, Best: 1, Covers: true}, {Boost: 0.25, Best: 0.25}}

var word = rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g"})

func drawDocument(t *rapid.T) bm25.Document {
	doc := make(bm25.Document, len(generatedFields))
	for f := range doc {
		for i, term := range rapid.SliceOfN(word, 0, 24).Draw(t, "words") {
			doc[f] = append(doc[f], bm25.Occurrence{Term: term, Position: 2 * i})
		}
	}
	return doc
}

func drawCorpus(t *rapid.T) corpus {
	var c corpus
	c.docs = rapid.SliceOfN(rapid.Custom(drawDocument), 1, 12).Draw(t, "documents")
	c.query = rapid.SliceOfNDistinct(word, 1, 7, rapid.ID).Draw(t, "query")
	for i := range len(c.query) - 1 {
		if rapid.Bool().Draw(t, "neighbours") {
			c.pairs = append(c.pairs, bm25.Pair{i, i + 1})
		}
	}
	if rapid.Bool().Draw(t, "filtered") {
		c.among = bm25.NewSet(len(c.docs))
		for doc := range c.docs {
			if rapid.Bool().Draw(t, "candidate") {
				c.among.Add(doc)
			}
		}
	}
	return c
}

func (c corpus) terms() []bm25.Term {
	var terms []bm25.Term
	for _, word := range c.query {
		terms = append(terms, bm25.Term{{Words: []string{word}}})
	}
	return terms
}

// bruteForce scores by reading every document again, straight from the formula.
func (c corpus) bruteForce(doc int) bm25.Hit {
	count := func(doc, field int, term string) (n float64) {
		for _, o := range c.docs[doc][field] {
			if o.Term == term {
				n++
			}
		}
		return n
	}
	var candidates []int
	for i := range c.docs {
		if c.among.Has(i) {
			candidates = append(candidates, i)
		}
	}
	n := float64(len(candidates))
	hit := bm25.Hit{Doc: doc}
	idf := make([]float64, len(c.query))
	for bit, term := range c.query {
		df := 0.0
		for _, i := range candidates {
			if count(i, 0, term)+count(i, 1, term)+count(i, 2, term) > 0 {
				df++
			}
		}
		idf[bit] = math.Log(1 + (n-df+0.5)/(df+0.5))
		best, all := 0.0, 0.0
		for f, field := range generatedFields {
			lengths := 0.0
			for _, i := range candidates {
				lengths += float64(len(c.docs[i][f]))
			}
			tf := count(doc, f, term)
			if tf == 0 {
				continue
			}
			hit.Found |= 1 << bit
			if field.Covers {
				hit.Matched |= 1 << bit
				hit.Firm |= 1 << bit // no field here is long enough not to be
			}
			norm := 1.2 * (0.25 + 0.75*float64(len(c.docs[doc][f]))/(lengths/n))
			hit.Sum += field.Boost * idf[bit] * tf * 2.2 / (tf + norm)
			tf = min(tf, 3)
			score := field.Best * idf[bit] * tf * 2.2 / (tf + norm)
			best, all = max(best, score), all+score
		}
		hit.Best += best + 0.3*(all-best)
	}
	for _, pair := range c.pairs {
		earned := 0.0
		for f, field := range generatedFields {
			if besides(c.docs[doc][f], c.query[pair[0]], c.query[pair[1]]) {
				earned = max(earned, field.Best)
			}
		}
		if lighter := min(idf[pair[0]], idf[pair[1]]); lighter >= 1 {
			hit.Best += 0.7 * lighter * earned
		}
	}
	return hit
}

// besides reports whether two words stand side by side, or around a third.
func besides(field []bm25.Occurrence, a, b string) bool {
	for _, x := range field {
		for _, y := range field {
			if distance := x.Position - y.Position; x.Term == a && y.Term == b && -4 <= distance && distance <= 4 {
				return true
			}
		}
	}
	return false
}

func TestScoresEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		hits := score(bm25.Build(generatedFields, c.docs), c.terms(), c.among, c.pairs...)
		var want []int
		for doc := range c.docs {
			if !c.among.Has(doc) {
				continue
			}
			brute := c.bruteForce(doc)
			if brute.Found == 0 {
				continue
			}
			want = append(want, doc)
			if diff := cmp.Diff(brute, hits[doc], cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Fatalf("document %d (-want +got):\n%s", doc, diff)
			}
		}
		got := slices.Sorted(maps.Keys(hits))
		if !slices.Equal(got, want) {
			t.Fatalf("hits are %v, want %v", got, want)
		}
	})
}

func TestAnotherTermNeverLowersAScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		ix := bm25.Build(generatedFields, c.docs)
		all := score(ix, c.terms(), c.among)
		for doc, fewer := range score(ix, c.terms()[1:], c.among) {
			if more := all[doc]; more.Sum < fewer.Sum || more.Best < fewer.Best {
				t.Fatalf("document %d: %+v with one term more than %+v", doc, more, fewer)
			}
		}
	})
}

func TestAPairNeverLowersAScoreNorCountsItsWordsAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		ix := bm25.Build(generatedFields, c.docs)
		with := score(ix, c.terms(), c.among, c.pairs...)
		for doc, without := range score(ix, c.terms(), c.among) {
			hit := with[doc]
			if hit.Best < without.Best {
				t.Fatalf("document %d falls from %v to %v", doc, without.Best, hit.Best)
			}
			if hit.Best = without.Best; hit != without {
				t.Fatalf("document %d: %+v with pairs, %+v without", doc, hit, without)
			}
		}
	})
}

// One more occurrence in place of another word keeps every corpus figure but
// the frequency, as long as the document had the term before.
func TestOneMoreOccurrenceNeverLowersAScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		term := c.query[0]
		doc := append(bm25.Document{}, make([][]bm25.Occurrence, len(generatedFields))...)
		doc[0] = []bm25.Occurrence{{Term: term}, {Term: "filler", Position: 2}}
		more := append(bm25.Document{}, doc...)
		more[0] = []bm25.Occurrence{{Term: term}, {Term: term, Position: 2}}
		before := bm25.Build(generatedFields, append(slices.Clone(c.docs), doc))
		after := bm25.Build(generatedFields, append(slices.Clone(c.docs), more))
		query := c.terms()[:1]
		if was, is := score(before, query, nil)[len(c.docs)], score(after, query, nil)[len(c.docs)]; is.Sum < was.Sum {
			t.Fatalf("score falls from %v to %v", was.Sum, is.Sum)
		}
	})
}

func TestShuffledInputGivesTheSameScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		places := make([]int, len(c.docs))
		for i := range places {
			places[i] = i
		}
		places = rapid.Permutation(places).Draw(t, "order")
		shuffled := make([]bm25.Document, len(c.docs))
		var among *bm25.Set
		if c.among != nil {
			among = bm25.NewSet(len(c.docs))
		}
		for from, to := range places {
			shuffled[to] = c.docs[from]
			if among != nil && c.among.Has(from) {
				among.Add(to)
			}
		}
		want := score(bm25.Build(generatedFields, c.docs), c.terms(), c.among, c.pairs...)
		got := score(bm25.Build(generatedFields, shuffled), c.terms(), among, c.pairs...)
		for from, to := range places {
			a, b := want[from], got[to]
			a.Doc, b.Doc = 0, 0
			if a != b {
				t.Fatalf("document %d: %+v, shuffled %+v", from, a, b)
			}
		}
	})
}

func TestSetsAreSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (map[int]bool, *bm25.Set) {
			model, set := map[int]bool{}, bm25.NewSet(130)
			for _, doc := range rapid.SliceOf(rapid.IntRange(0, 129)).Draw(t, name) {
				model[doc] = true
				set.Add(doc)
			}
			return model, set
		}
		a, left := draw("left")
		b, right := draw("right")
		left.Intersect(right)
		n := 0
		for doc := range 130 {
			if left.Has(doc) != (a[doc] && b[doc]) {
				t.Fatalf("document %d: %v", doc, left.Has(doc))
			}
			if a[doc] && b[doc] {
				n++
			}
		}
		if left.Len() != n {
			t.Fatalf("length %d, want %d", left.Len(), n)
		}
	})
}
