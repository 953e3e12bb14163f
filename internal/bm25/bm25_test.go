package bm25_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/bm25"
)

// field reads words; "_" ties a word to the one before it.
func field(s string) []bm25.Occurrence {
	var out []bm25.Occurrence
	position := 0
	for word := range strings.FieldsSeq(s) {
		step := 2
		if bare, tied := strings.CutPrefix(word, "_"); tied {
			word, step = bare, 1
		}
		if len(out) > 0 {
			position += step
		}
		out = append(out, bm25.Occurrence{Term: word, Position: position})
	}
	return out
}

func docs(texts ...string) []bm25.Document {
	var out []bm25.Document
	for _, s := range texts {
		var doc bm25.Document
		for part := range strings.SplitSeq(s, "|") {
			doc = append(doc, field(part))
		}
		out = append(out, doc)
	}
	return out
}

func words(s string) []bm25.Term {
	var terms []bm25.Term
	for word := range strings.FieldsSeq(s) {
		terms = append(terms, bm25.Term{{Words: []string{word}}})
	}
	return terms
}

// score scores all terms of a query, by document.
func score(ix *bm25.Index, terms []bm25.Term, among *bm25.Set, pairs ...bm25.Pair) map[int]bm25.Hit {
	all := make([]int, len(terms))
	for i := range all {
		all[i] = i
	}
	hits := map[int]bm25.Hit{}
	for _, hit := range ix.Look(terms, among).Score(all, pairs...) {
		hits[hit.Doc] = hit
	}
	return hits
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s = %.12f, want %.12f", what, got, want)
	}
}

var twoFields = []bm25.Field{{Boost: 3, Best: 2, Covers: true}, {Boost: 1, Best: 1, Covers: true}}

func TestRepetitionCountsInFull(t *testing.T) {
	ix := bm25.Build(twoFields[1:], docs(strings.Repeat("invoice ", 300), "mail"))
	hits := score(ix, words("invoice"), nil)
	// N = 2, df = 1; the field averages (300+1)/2 words.
	near(t, "300 occurrences", hits[0].Sum, math.Log(2)*300*2.2/(300+1.2*(0.25+0.75*300/150.5)))
	if n := ix.Look(words("invoice"), nil).Explain(nil, 0, 0)[0].Frequency(); n != 300 {
		t.Errorf("%d places, want 300", n)
	}
}

func TestScoreIsThePrintedFormula(t *testing.T) {
	ix := bm25.Build(twoFields, docs("excel reader|read file file", "text reader|read file", "pdf reader|"))
	hits := score(ix, words("excel file"), nil)

	// N = 3. excel: df 1, idf = ln(1 + 2.5/1.5). Field 0 averages 2 words, so its
	// length norm is k1 = 1.2 and one occurrence saturates to 2.2/2.2 = 1.
	excel := math.Log(1 + 2.5/1.5)
	// file: df 2, idf = ln(1 + 1.5/2.5). Field 1 averages (3+2+0)/3 = 5/3 words.
	file := math.Log(1 + 1.5/2.5)
	norm := func(length float64) float64 { return 1.2 * (1 - 0.75 + 0.75*length/(5.0/3)) }
	near(t, "document 0", hits[0].Sum, 3*excel+file*2*2.2/(2+norm(3)))
	near(t, "document 1", hits[1].Sum, file*2.2/(1+norm(2)))
	near(t, "the best fields of document 0", hits[0].Best, 2*excel+file*2*2.2/(2+norm(3)))
	if _, found := hits[2]; found {
		t.Error("a document without any term of the query is a hit")
	}
}

func TestFiguresAreThoseOfTheCandidates(t *testing.T) {
	all := docs("a b", "a", "a c d", "e e e e e e")
	within := bm25.NewSet(len(all))
	within.Add(0)
	within.Add(2)
	one := []bm25.Field{{Boost: 1, Covers: true}}
	filtered := score(bm25.Build(one, all), words("a b"), within)
	alone := score(bm25.Build(one, []bm25.Document{all[0], all[2]}), words("a b"), nil)
	near(t, "document 0", filtered[0].Sum, alone[0].Sum)
	near(t, "document 2", filtered[2].Sum, alone[1].Sum)
	if len(filtered) != 2 {
		t.Errorf("%d hits among 2 candidates", len(filtered))
	}
}

func TestSpellingsMeet(t *testing.T) {
	ix := bm25.Build([]bm25.Field{{Boost: 1, Covers: true}}, docs("workitem", "work _item", "work item", "item work", "work by item", "log in"))
	term := bm25.Term{{Words: []string{"workitem"}}, {Words: []string{"work", "item"}}}
	tight := bm25.Term{{Words: []string{"work", "item"}, Tight: true}}
	three := bm25.Term{{Words: []string{"work", "by", "item"}}}
	for _, c := range []struct {
		name string
		term bm25.Term
		want []int
	}{
		{"one word, two together, two with a space", term, []int{0, 1, 2}},
		{"only together", tight, []int{1}},
		{"three words", three, []int{4}},
		{"an unknown part", bm25.Term{{Words: []string{"log", "out"}}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := ix.Look([]bm25.Term{c.term}, nil)
			var got []int
			for _, hit := range q.Score([]int{0}) {
				got = append(got, hit.Doc)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("documents (-want +got):\n%s", diff)
			}
			if docs, _ := q.Frequency(0); docs != len(c.want) {
				t.Errorf("document frequency %d, want %d", docs, len(c.want))
			}
		})
	}
}

func TestExplainAddsUpAndPointsAtThePlaces(t *testing.T) {
	ix := bm25.Build(twoFields, docs("read file|a file to read file by file", "x|y"))
	q := ix.Look(words("file read"), nil)
	hit := q.Score([]int{0, 1})[0]
	sum := 0.0
	for term := range 2 {
		for _, match := range q.Explain(nil, term, 0) {
			sum += match.Score
		}
	}
	near(t, "the sum of the explanation", sum, hit.Sum)
	var places []bm25.Place
	second := q.Explain(nil, 0, 0)[1]
	for i := range second.Frequency() {
		places = append(places, second.Place(i))
	}
	want := []bm25.Place{{First: 2, Last: 2}, {First: 8, Last: 8}, {First: 12, Last: 12}}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("places of file in field 1 (-want +got):\n%s", diff)
	}
}

func TestExamplesDoNotCover(t *testing.T) {
	ix := bm25.Build([]bm25.Field{{Boost: 2, Covers: true}, {Boost: 0.25}}, docs("a|b", "b|"))
	q := ix.Look(words("b"), nil)
	if docs, covered := q.Frequency(0); docs != 2 || covered != 1 {
		t.Errorf("frequency = %d, %d, want 2, 1", docs, covered)
	}
	for _, hit := range q.Score([]int{0}) {
		if covered := hit.Matched != 0; covered != (hit.Doc == 1) || hit.Sum <= 0 {
			t.Errorf("hit %+v", hit)
		}
	}
}

func TestStuffingDoesNotPay(t *testing.T) {
	catalog := []string{strings.Repeat("file ", 100_000)}
	for range 20 {
		catalog = append(catalog, "read file")
	}
	ix := bm25.Build([]bm25.Field{{Boost: 1, Best: 1, Covers: true}}, docs(catalog...))
	hits := score(ix, words("file"), nil)
	if hits[0].Best >= hits[1].Best {
		t.Errorf("a stuffed document scores %f, an honest one %f", hits[0].Best, hits[1].Best)
	}
}

func TestNothingToFind(t *testing.T) {
	for name, ix := range map[string]*bm25.Index{
		"no documents":       bm25.Build(twoFields, nil),
		"an empty document":  bm25.Build(twoFields, docs("|")),
		"documents of words": bm25.Build(twoFields, docs("a|b")),
	} {
		t.Run(name, func(t *testing.T) {
			if hits := score(ix, words("unknown"), nil); len(hits) != 0 {
				t.Errorf("hits %v", hits)
			}
			if hits := score(ix, words("a"), bm25.NewSet(ix.Len())); len(hits) != 0 {
				t.Errorf("hits among no candidates: %v", hits)
			}
		})
	}
}

func TestWhatOnlyAnOverlongFieldHasIsNotFirm(t *testing.T) {
	crowd := slices.Repeat([]string{"mail|send a letter"}, 40)
	cases := map[string]struct {
		doc  string
		firm uint64
	}{
		"a field of ordinary length":           {"note|invoice", 1},
		"a hundred words":                      {"note|" + strings.Repeat("word ", 99) + "invoice", 1},
		"more words, and far more than others": {"note|" + strings.Repeat("word ", 100) + "invoice", 0},
		"another field that is short":          {"invoice|" + strings.Repeat("word ", 100) + "invoice", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			hit := score(bm25.Build(twoFields, docs(slices.Concat(crowd, []string{c.doc})...)), words("invoice"), nil)[len(crowd)]
			if hit.Matched != 1 || hit.Firm != c.firm {
				t.Errorf("matched %b and firm %b, want 1 and %b", hit.Matched, hit.Firm, c.firm)
			}
		})
	}
}

func TestNeighboursEarnMoreWhereTheyStandSideBySide(t *testing.T) {
	crowd := make([]string, 20) // so that the words asked for are rare
	for i := range crowd {
		crowd[i] = "mail|send a letter to a friend"
	}
	pair := bm25.Pair{0, 1}
	earned := func(doc string) float64 {
		ix := bm25.Build(twoFields, docs(slices.Concat(crowd, []string{doc})...))
		with, without := score(ix, words("stock price"), nil, pair), score(ix, words("stock price"), nil)
		return with[len(crowd)].Best - without[len(crowd)].Best
	}
	idf := math.Log(1 + 20.5/1.5) // one document of 21
	for doc, want := range map[string]float64{
		"note|tell the stock price now":        0.7 * idf,
		"note|tell the price of stock now":     0.7 * idf,
		"note|stock of any other price":        0,
		"note|stock price stock price":         0.7 * idf,
		"stock price|tell the stock price now": 0.7 * idf * 2, // the best field alone
		"stock|price":                          0,
		"note|stock":                           0,
	} {
		near(t, doc, earned(doc), want)
	}
}
