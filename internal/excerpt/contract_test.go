package excerpt_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

// One test for each sentence of contract 5.9, in its order. That hits are
// located in the original text is tested where they are located, in search.

func TestHitsAtMost36ApartShareAWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := rapid.IntRange(0, 72).Draw(t, "gap")
		fill := strings.Repeat("字", 300)
		text := fill + "aa" + strings.Repeat("間", gap) + "bb" + fill
		// As little as two windows need, which is too little to bridge 37.
		budget := max(2*24+3+2, gap+4+2)
		got := lone(excerpt.Entry{Text: text, Hits: find(text, "aa", "bb")}, []float64{1, 1}, budget)
		if shared := len(got.Windows) == 1; shared != (gap <= 36) {
			t.Fatalf("%d apart: %d windows in %d", gap, len(got.Windows), budget)
		}
		if diff := cmp.Diff([]int{0, 1}, shownTerms(got)); diff != "" {
			t.Fatalf("terms (-want +got):\n%s", diff)
		}
	})
}

func TestASharedWindowIsOfAtMost120(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// One term all over: one window explains it, and as far as the budget
		// allows it shows a run of hits, but no longer one than 120.
		gap := rapid.IntRange(0, 36).Draw(t, "gap")
		fill := strings.Repeat("字", 400)
		text := fill + strings.Repeat("go"+strings.Repeat("間", gap), 200/(gap+2)) + fill
		got := lone(excerpt.Entry{Text: text, Hits: find(text, "go")}, []float64{1}, 122)
		want := (120-2)/(gap+2) + 1
		if hits := strings.Count(got.Text, "go"); len(got.Windows) != 1 || hits != want {
			t.Fatalf("%d hits in %d windows, want %d in one", hits, len(got.Windows), want)
		}
	})
}

func TestAGreedySetCoverTakesTheFewestWindowsThatExplainTheMostTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SliceOfNDistinct(rapid.IntRange(0, termCount-1), 1, 3, rapid.ID)
		groups := rapid.SliceOfN(group, 1, 6).Draw(t, "groups")
		// Room for every term, none to reach from group to group.
		got := lone(spread(groups), drawWeights(t), termCount*(24+3)+2)
		all := slices.Concat(groups...)
		slices.Sort(all)
		if diff := cmp.Diff(slices.Compact(all), shownTerms(got)); diff != "" {
			t.Fatalf("terms (-want +got):\n%s", diff)
		}
		if fewest := fewestWindows(groups); float64(len(got.Windows)) > math.Ceil(float64(fewest)*(1+1./2+1./3)) {
			t.Fatalf("%d windows where %d would do", len(got.Windows), fewest)
		}
		for i := range got.Windows {
			var others excerpt.Terms
			for j, w := range got.Windows {
				if j != i {
					others |= w.Terms
				}
			}
			if got.Windows[i].Terms&^others == 0 {
				t.Fatalf("window %d explains nothing that the others do not: %+v", i, got.Windows)
			}
		}
	})
}

// fewestWindows is how many groups at least have every term that any has.
func fewestWindows(groups [][]int) int {
	fewest, most := 0, 0
	for choice := range 1 << len(groups) {
		var chosen []int
		n := 0
		for i, group := range groups {
			if choice>>i&1 == 1 {
				chosen = append(chosen, group...)
				n++
			}
		}
		slices.Sort(chosen)
		if terms := len(slices.Compact(chosen)); terms > most || terms == most && n < fewest {
			fewest, most = n, terms
		}
	}
	return fewest
}

func TestAfterAFloorPerWindowTheRestIsSplitInProportionToWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := [][]int{{0}, {1}, {2}, {3}, {4}}[:rapid.IntRange(1, termCount).Draw(t, "windows")]
		weights := drawWeights(t)
		n := len(groups)
		budget := n*24 + 3*(n-1) + 2 + rapid.IntRange(0, 500).Draw(t, "rest")
		got := lone(spread(groups), weights, budget)
		if len(got.Windows) != n || size(got.Text) != budget {
			t.Fatalf("%d windows spend %d of %d", len(got.Windows), size(got.Text), budget)
		}
		sum := 0.0
		for i := range n {
			sum += weights[i]
		}
		for i, w := range got.Windows {
			want := 24 + float64(budget-n*24-3*(n-1)-2)*weights[i]/sum
			if shown := float64(w.End - w.Start); math.Abs(shown-want) > 1 { // whole characters
				t.Fatalf("window %d of %v has %v characters, want %.1f", i, weights, shown, want)
			}
		}
	})
}

func TestWindowsAreJoinedAndCutEndsAreMarked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entry := drawEntry(t)
		entry.Else = nil
		got := lone(entry, drawWeights(t), drawBudget(t))
		checkRow(t, entry, got)
		var want strings.Builder
		runes := []rune(entry.Text)
		for i, w := range got.Windows {
			switch {
			case i > 0:
				want.WriteString(" … ")
			case w.Start > 0:
				want.WriteString("…")
			}
			want.WriteString(string(runes[w.Start:w.End]))
			if i == len(got.Windows)-1 && w.End < len(runes) {
				want.WriteString("…")
			}
		}
		if got.Text != want.String() {
			t.Fatalf("got %q, want %q", got.Text, want.String())
		}
	})
}

func TestNoCutFallsInsideAGrapheme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, budget := drawEntries(t), drawBudget(t)
		for i, got := range excerpt.Page(entries, drawWeights(t), budget, 0) {
			for _, w := range got.Windows {
				if !slices.ContainsFunc(sources(entries[i], w.Label), func(f excerpt.Field) bool {
					edges := graphemeEdges(f.Text)
					return edges[w.Start] && edges[w.End]
				}) {
					t.Fatalf("window %+v cuts a grapheme: %q", w, got.Text)
				}
			}
		}
	})
}

func TestCutsFallAtWordEdgesWhereOneIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,12}`), 20, 80).Draw(t, "words")
		text := strings.Join(words, " ")
		hit := rapid.IntRange(0, len(words)-1).Draw(t, "word")
		start := len(strings.Join(words[:hit], " "))
		if hit > 0 {
			start++
		}
		hits := []excerpt.Hit{{Start: start, End: start + len(words[hit])}}
		got := lone(excerpt.Entry{Text: text, Hits: hits}, []float64{1}, rapid.IntRange(14, len(text)).Draw(t, "budget"))
		for _, w := range got.Windows {
			if w.Start > 0 && text[w.Start-1] != ' ' || w.End < len(text) && text[w.End] != ' ' {
				t.Fatalf("a word is cut in %q", got.Text)
			}
		}
	})
}

func TestAHitOutsideTheDescriptionIsPrependedWithItsLabel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entry := drawEntry(t)
		got := lone(entry, drawWeights(t), 10_000)
		var described, outside excerpt.Terms
		for _, hit := range entry.Hits {
			described |= 1 << hit.Term
		}
		for _, field := range entry.Else {
			for _, hit := range field.Hits {
				outside |= 1 << hit.Term &^ described
			}
		}
		var labelled excerpt.Terms
		for _, w := range got.Windows {
			if w.Label != "" {
				labelled |= w.Terms &^ described
			}
		}
		if missing := outside &^ labelled; missing != 0 && !hasWideHit(entry) {
			t.Fatalf("terms %v of %+v are not shown: %q", slices.Collect(missing.All()), entry.Else, got.Text)
		}
		if label := len(got.Windows) > 0 && got.Windows[0].Label != ""; label != (labelled != 0) {
			t.Fatalf("labels for %v: %q", slices.Collect(outside.All()), got.Text)
		}
	})
}

// hasWideHit reports whether the fields are too long to show all of them whole.
func hasWideHit(entry excerpt.Entry) bool {
	return slices.ContainsFunc(entry.Else, func(f excerpt.Field) bool { return size(f.Text) > 120 })
}

func TestPageBudgetAndExcerptCapAreNeverExceeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, budget := drawEntries(t), drawBudget(t)
		rowCap := rapid.SampledFrom([]int{0, 0, 1, 2, 5, 60, 300}).Draw(t, "cap")
		checkPage(t, entries, excerpt.Page(entries, drawWeights(t), budget, rowCap), budget, rowCap)
	})
}

func TestWhereARowIsCutThePageIsSpent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, budget := drawEntries(t), drawBudget(t)
		wanted, spent, unspendable := 0, 0, 0
		for i, got := range excerpt.Page(entries, drawWeights(t), budget, 0) {
			wanted += size(entries[i].Text)
			spent += size(got.Text)
			unspendable = max(unspendable, unspendableOf(entries[i]))
		}
		if unused := min(budget, wanted) - spent; unused > unspendable {
			t.Fatalf("%d of %d are unused, of which at most %d find no use", unused, budget, unspendable)
		}
	})
}

func TestTheBudgetIsWaterFilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 400), 1, 12).Draw(t, "sizes")
		entries, total := make([]excerpt.Entry, len(sizes)), 0
		for i, n := range sizes {
			entries[i].Text = strings.Repeat("字", n)
			total += n
		}
		budget := rapid.IntRange(2*len(sizes), 3000).Draw(t, "budget")
		page := excerpt.Page(entries, nil, budget, 0)
		spent, shortest := 0, budget // of the rows that were cut
		for i, row := range page {
			spent += size(row.Text)
			if size(row.Text) < sizes[i] {
				shortest = min(shortest, size(row.Text))
			}
		}
		if spent != min(budget, total) {
			t.Fatalf("%d of %d are spent", spent, min(budget, total))
		}
		for i, row := range page {
			if size(row.Text) > shortest+1 {
				t.Fatalf("row %d has %d while another was cut to %d", i, size(row.Text), shortest)
			}
		}
	})
}

func TestALoneRowGetsNearlyTheWholePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,12}`), 40, 200).Draw(t, "words")
		text := strings.Join(words, " ")
		budget := rapid.IntRange(20, len(text)).Draw(t, "budget")
		got := lone(excerpt.Entry{Text: text, Hits: find(text, words[3], words[30])}, []float64{2, 1}, budget)
		if spent := size(got.Text); spent < budget-13 { // a word and its space
			t.Fatalf("spent %d of %d: %q", spent, budget, got.Text)
		}
	})
}
