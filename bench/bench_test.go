package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// each runs a test for every engine that can run here and names what it finds,
// and says which cannot run.
func each(t *testing.T, test func(t *testing.T, c contender)) {
	t.Helper()
	taking, note := contenders()
	for _, c := range taking {
		if !c.nameless {
			t.Run(c.name, func(t *testing.T) { test(t, c) })
		}
	}
	if note != "" {
		t.Run("Orama", func(t *testing.T) { t.Skip(note) })
	}
}

func TestEveryEngineFindsAToolByItsName(t *testing.T) {
	docs := invented(50).docs
	var queries []string
	for _, doc := range docs {
		queries = append(queries, doc.texts[0])
	}
	each(t, func(t *testing.T, c contender) {
		e := started(t, c)
		if _, err := e.Build(docs); err != nil {
			t.Fatal(err)
		}
		answers, err := e.Search(queries, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, doc := range docs {
			if names := answers[i].names; !slices.Contains(names, doc.record.Name) || len(names) > rows {
				t.Errorf("%q gives %q, want %q among at most %d", queries[i], names, doc.record.Name, rows)
			}
		}
	})
}

func started(t *testing.T, c contender) engine {
	t.Helper()
	e, err := c.start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestAReportHasALineForEveryEngine(t *testing.T) {
	taking, _ := contenders()
	result, err := compare(taking, invented(50), time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Engines {
		if f.Keyword.P50 <= 0 || f.Long.P99 < f.Long.P50 {
			t.Errorf("%+v has figures that nothing real has", f)
		}
	}
	var out strings.Builder
	if err := (report{Catalogs: []results{result}}).table(&out); err != nil {
		t.Fatal(err)
	}
	for _, c := range taking {
		if !strings.Contains(out.String(), c.name) {
			t.Errorf("%s is not in the table:\n%s", c.name, &out)
		}
	}
}

func TestFTS5IsAskedForAnyWordThatIsNoStopWord(t *testing.T) {
	for query, want := range map[string]string{
		"Archive the work item":     `"archive" OR "work" OR "item"`,
		`say "hi" AND NEAR(x, hi)*`: `"say" OR "hi" OR "near" OR "x"`,
		"to be or not to be":        `""`,
		"Überweisung für 3 Konten":  `"überweisung" OR "für" OR "3" OR "konten"`,
	} {
		stop, err := stopWords()
		if err != nil {
			t.Fatal(err)
		}
		if got := anyWord(query, stop); got != want {
			t.Errorf("%q asks for %s, want %s", query, got, want)
		}
	}
}

func TestKeywordsAreTheFirstWordsOfAName(t *testing.T) {
	for turn, want := range []string{"archive", "archive work", "archive work item", "archive"} {
		if got := keywords("board.archive_work_item_now", turn); got != want {
			t.Errorf("turn %d gives %q, want %q", turn, got, want)
		}
	}
	if got := keywords("board.archive", 2); got != "archive" {
		t.Errorf("a short name gives %q", got)
	}
}
