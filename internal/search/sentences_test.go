package search_test

import (
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// score is what `balanced` orders a tool by.
func score(t *testing.T, ix *search.Index, text, name string) float64 {
	t.Helper()
	q := query(text)
	q.Ranking, q.Explain = "balanced", true
	for _, row := range ix.Search(q).Rows {
		if row.Tool.Name == name {
			return row.Explain.Score
		}
	}
	t.Fatalf("%q does not find %s", text, name)
	return 0
}

func TestARequestOfSeveralSentencesIsAnsweredOneByOne(t *testing.T) {
	ix := build(
		tool.Spec{Name: "weather.forecast", Description: "Forecast the weather of a town."},
		tool.Spec{Name: "train.book", Description: "Book a seat on a train."},
		tool.Spec{Name: "mail.send", Description: "Send a letter to a friend."},
	)
	const apart, together = "Forecast the weather. Book a seat on the train!", "Forecast the weather, book a seat on the train"
	for _, name := range []string{"weather.forecast", "train.book"} {
		if one, both := score(t, ix, apart, name), score(t, ix, together, name); one <= both {
			t.Errorf("%s scores %.3f for two sentences and %.3f for one", name, one, both)
		}
	}
	for _, same := range []string{
		"Forecast the weather, book a seat on the train?",       // one that ends
		"... Forecast the weather, book a seat on the train ??", // and begins
	} {
		if a, b := score(t, ix, same, "train.book"), score(t, ix, together, "train.book"); a != b {
			t.Errorf("%q scores %v, want %v", same, a, b)
		}
	}
}

func TestKeywordsAreNotCoveredByAListOfEveryWord(t *testing.T) {
	specs := []tool.Spec{
		{Name: "zoo.feed", Description: "Feed an animal."},
		{Name: "all.words", Description: strings.Repeat("feed the lion on time with much more ", 30)},
	}
	for name := range strings.FieldsSeq("a b c d e f g h i j k l m n o p q r s t") {
		specs = append(specs, tool.Spec{Name: "mail." + name, Description: "Send a letter."})
	}
	if got := namesOf(build(specs...).Search(query("feed lion"))); !strings.HasPrefix(got, "zoo.feed") {
		t.Errorf("found %s, want zoo.feed first", got)
	}
}
