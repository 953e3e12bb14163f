package search_test

import (
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// TestHitsAreLocatedInTheOriginalText asks for words that are spelled otherwise
// in a long description, by folding that makes them longer or shorter, and
// looks for the original spelling in a short excerpt and its window.
func TestHitsAreLocatedInTheOriginalText(t *testing.T) {
	for name, c := range map[string]struct{ query, original string }{
		"a letter that becomes two":        {"strasse", "Straße"},
		"a capital with a dot":             {"istanbul", "İstanbul"},
		"a ligature":                       {"file", "ﬁle"},
		"one sign for two letters":         {"kg", "㎏"},
		"one sign after a digit":           {"kg", "5㎏"},
		"accents of their own":             {"cafe", "cafe\u0301"},
		"many accents":                     {"zalgo", "z\u0351\u036b\u0343a\u0300\u0301l\u0302g\u0303o\u0304"},
		"full width":                       {"file", "ｆｉｌｅ"},
		"full width in the query":          {"ｆｉｌｅ", "file"},
		"a syllable in jamo":               {"한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"},
		"half-width kana and their sign":   {"ガイド", "ｶﾞｲﾄﾞ"},
		"a soft hyphen":                    {"cooperate", "co\u00adoperate"},
		"Arabic with its vowels":           {"ملف", "مِلَفّ"},
		"Greek at the end of a word":       {"λογος", "ΛΌΓΟΣ"},
		"a joined word asked as two":       {"work item", "workItem"},
		"two words asked as one":           {"workitem", "work item"},
		"Han":                              {"电子", "电子"},
		"a conjunct":                       {"स्त्री", "स्त्री"},
		"an ideograph off the basic plane": {"𠮷野", "𠮷野"},
	} {
		t.Run(name, func(t *testing.T) {
			filler := strings.Repeat("ﬃ ŉ ǆ 👨‍👩‍👧‍👦 e\u0301 ", 30)
			description := filler + c.original + " " + filler
			q := query(c.query)
			q.ExcerptCap, q.Explain = 40, true
			answer := build(tool.Spec{Name: "a", Description: description}).Search(q)
			if len(answer.Rows) != 1 {
				t.Fatalf("%d rows", len(answer.Rows))
			}
			row := answer.Rows[0]
			if !strings.Contains(row.Excerpt, c.original) {
				t.Fatalf("excerpt %q", row.Excerpt)
			}
			w := row.Explain.Windows[0]
			if shown := string([]rune(description)[w.Start:w.End]); !strings.Contains(shown, c.original) || len(w.Terms) == 0 {
				t.Errorf("window %+v shows %q", w, shown)
			}
		})
	}
}

func TestOneTextOfAFieldShowsAllTheTermsItHas(t *testing.T) {
	ix := buildWith(
		[]tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "entity", ID: "label"}, Label: "Tag", Glossary: "A colored tag that marks work items."}},
		tool.Spec{Name: "define_label", Description: "Create a label.", Entities: []string{"label"}},
		tool.Spec{Name: "tag.list", Description: "Shows each tag."},
	)
	for _, row := range ix.Search(query("colored tag")).Rows {
		if row.Tool.Name == "define_label" && row.Excerpt != "Glossary: A colored tag that marks work items. · Create a label." {
			t.Errorf("excerpt %q", row.Excerpt)
		}
	}
}
