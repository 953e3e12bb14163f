package excerpt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

func TestCoverTakesTheFewestWindows(t *testing.T) {
	fill := strings.Repeat(" filler words", 20) + " "
	tests := []struct {
		name    string
		text    string
		weights []float64
		want    [][]int
	}{
		{"one window that has both terms beats two with one each", "alpha" + fill + "beta" + fill + "alpha beta" + fill, []float64{1, 1}, [][]int{{0, 1}}},
		{"a second window comes only for a new term", "alpha" + fill + "alpha gamma" + fill + "beta" + fill, []float64{1, 1, 1}, [][]int{{0, 2}, {1}}},
		{"of equal windows the earlier stays", fill + "alpha one" + fill + "alpha two" + fill, []float64{1}, [][]int{{0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := lone(excerpt.Entry{Text: test.text, Hits: find(test.text, "alpha", "beta", "gamma")}, pad(test.weights), 120)
			var shown [][]int
			for _, w := range got.Windows {
				shown = append(shown, terms(w))
			}
			if diff := cmp.Diff(test.want, shown); diff != "" {
				t.Errorf("windows' terms (-want +got):\n%s\n%s", diff, got.Text)
			}
		})
	}
}

func pad(weights []float64) []float64 {
	for len(weights) < 3 {
		weights = append(weights, 1)
	}
	return weights
}

func TestWhereOnlyOneWindowFitsTheHeavierWins(t *testing.T) {
	fill := strings.Repeat(" filler words", 20) + " "
	text := fill + "common" + fill + "rare" + fill
	got := lone(excerpt.Entry{Text: text, Hits: find(text, "common", "rare")}, []float64{1, 1.7}, 40)
	if !strings.Contains(got.Text, "rare") || strings.Contains(got.Text, "common") {
		t.Errorf("got %q", got.Text)
	}
}

func TestTheRestIsSplitInProportionToWeight(t *testing.T) {
	// Ideographs may be cut anywhere, so the split shows to the code point:
	// 300 − 2 ends − 3 join − 2·24 floors = 247, of which 1/3 and 2/3.
	text := strings.Repeat("一", 400) + "aa" + strings.Repeat("二", 400) + "bb" + strings.Repeat("三", 400)
	got := lone(excerpt.Entry{Text: text, Hits: find(text, "aa", "bb")}, []float64{1, 2}, 300)
	sizes := []int{got.Windows[0].End - got.Windows[0].Start, got.Windows[1].End - got.Windows[1].Start}
	if diff := cmp.Diff([]int{24 + 82, 24 + 165}, sizes); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
	if size(got.Text) != 300 {
		t.Errorf("spent %d of 300", size(got.Text))
	}
}

func TestWindowsThatMeetBecomeOne(t *testing.T) {
	text := strings.Repeat("一", 200) + "aa" + strings.Repeat("二", 50) + "bb" + strings.Repeat("三", 200)
	got := lone(excerpt.Entry{Text: text, Hits: find(text, "aa", "bb")}, []float64{1, 1}, 150)
	if len(got.Windows) != 1 || size(got.Text) != 150 {
		t.Errorf("got %d windows in %d: %q", len(got.Windows), size(got.Text), got.Text)
	}
	if diff := cmp.Diff([]int{0, 1}, terms(got.Windows[0])); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

func TestAWindowAtAnEndOfTheTextGrowsToTheOtherSide(t *testing.T) {
	text := "go" + strings.Repeat("一", 400)
	got := lone(excerpt.Entry{Text: text, Hits: find(text, "go")}, []float64{1}, 100)
	if want := text[:2+97*len("一")] + "…"; got.Text != want {
		t.Errorf("got %q", got.Text)
	}
}

func TestRowTexts(t *testing.T) {
	archive := excerpt.Field{Label: "Tool name", Text: "archive work item", Hits: find("archive work item", "archive")}
	long := "Moves a finished card out of the way, keeps its history, and lets people bring it back later on."
	glossary := strings.Repeat("Something else entirely. ", 10) + "A colored tag that people attach. " + strings.Repeat("And more. ", 20)
	tests := []struct {
		name   string
		entry  excerpt.Entry
		budget int
		want   string
	}{
		{"without hits the opening is shown, cut at a word", excerpt.Entry{Text: long}, 40, "Moves a finished card out of the way,…"},
		{"a description that fits is shown whole", excerpt.Entry{Text: long, Hits: find(long, "history")}, 200, long},
		{"cut ends are marked", excerpt.Entry{Text: long, Hits: find(long, "history")}, 40, "…the way, keeps its history, and lets…"},
		{"a hit in the name is prepended with its label", excerpt.Entry{Text: long, Else: []excerpt.Field{archive}}, 200, "Tool name: archive work item · " + long},
		{"the opening follows where it fits", excerpt.Entry{Text: long, Else: []excerpt.Field{archive}}, 70, "Tool name: archive work item · Moves a finished card out of the way,…"},
		{"a stump of an opening is left out", excerpt.Entry{Text: long, Else: []excerpt.Field{archive}}, 50, "Tool name: archive work item"},
		{"a long field is cut around its hits", excerpt.Entry{Text: "Paints.", Else: []excerpt.Field{{Label: "Glossary", Text: glossary, Hits: find(glossary, "colored", "tag")}}}, 80, "Glossary: …else entirely. A colored tag that people attach. And more.… · Paints."},
		{"no field is repeated for a term the description has", excerpt.Entry{Text: "Archives.", Hits: find("Archives.", "archive"), Else: []excerpt.Field{archive}}, 200, "Archives."},
		{"one field is enough for a term that two have", excerpt.Entry{Text: "Moves.", Else: []excerpt.Field{archive, {Label: "Capability", Text: "work-item:archive", Hits: find("work-item:archive", "archive")}}}, 200, "Tool name: archive work item · Moves."},
		{"an empty description leaves the label alone", excerpt.Entry{Else: []excerpt.Field{archive}}, 200, "Tool name: archive work item"},
		{"a budget of two shows one character", excerpt.Entry{Text: long}, 2, "M…"},
		{"a budget of one shows nothing", excerpt.Entry{Text: long}, 1, ""},
		{"a budget of one shows a text of one", excerpt.Entry{Text: "字"}, 1, "字"},
		{"a budget below a label shows the opening", excerpt.Entry{Text: long, Else: []excerpt.Field{archive}}, 9, "Moves a…"},
		{"a window that ends one before the end shows it", excerpt.Entry{Text: "一二三四五六七八九十"}, 9, "一二三四五六七八…"},
		{"a budget of nothing shows nothing", excerpt.Entry{Text: long}, 0, ""},
		{"an emoji family is never cut", excerpt.Entry{Text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦 at home"}, 8, "👨‍👩‍👧‍👦…"},
		{"an emoji family without room is left out", excerpt.Entry{Text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦 at home"}, 7, ""},
		{"a flag is never cut", excerpt.Entry{Text: "🇫🇷🇩🇪🇮🇹🇪🇸"}, 6, "🇫🇷🇩🇪…"},
		{"an accent stays with its letter", excerpt.Entry{Text: "e\u0301e\u0301e\u0301e\u0301e\u0301"}, 7, "e\u0301e\u0301e\u0301…"},
		{"jamo stay in their syllable", excerpt.Entry{Text: strings.Repeat("\u1112\u1161\u11ab", 5)}, 9, strings.Repeat("\u1112\u1161\u11ab", 2) + "…"},
		{"a conjunct is whole", excerpt.Entry{Text: "स्त्रीस्त्रीस्त्री"}, 11, "स्त्री…"},
		{"a joined Persian word is cut at its space", excerpt.Entry{Text: "این را می\u200cخواهم بگویم"}, 12, "این را…"},
		{"Khmer is cut at a zero width space", excerpt.Entry{Text: "ទិន្នន័យ\u200bឯកសារ\u200bឯកសារ"}, 18, "ទិន្នន័យ\u200bឯកសារ…"},

		{"markup is left as it is", excerpt.Entry{Text: "The <script> tag & co"}, 200, "The <script> tag & co"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := lone(test.entry, []float64{1, 1}, test.budget)
			if diff := cmp.Diff(test.want, got.Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkPage(t, []excerpt.Entry{test.entry}, []excerpt.Excerpt{got}, test.budget, 0)
		})
	}
}

func TestRowCapBoundsEveryRow(t *testing.T) {
	text := strings.Repeat("some words ", 100)
	page := excerpt.Page([]excerpt.Entry{{Text: text}, {Text: text}}, nil, 1000, 90)
	for _, row := range page {
		if size(row.Text) > 90 || size(row.Text) < 70 {
			t.Errorf("spent %d of 90", size(row.Text))
		}
	}
}

func TestAnEmptyPageHasNoRows(t *testing.T) {
	if got := excerpt.Page(nil, nil, 100, 0); len(got) != 0 {
		t.Errorf("got %d rows", len(got))
	}
}
