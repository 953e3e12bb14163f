package text_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/text"
)

func TestGraphemesAreWhole(t *testing.T) {
	for name, want := range map[string][]string{
		"plain letters":                  {"a", "b"},
		"a letter and its accents":       {"e\u0301\u0301", "x"},
		"a family of emoji":              {"👨‍👩‍👧‍👦", "👍🏽"},
		"two flags":                      {"🇩🇪", "🇫🇷"},
		"a line end":                     {"\r\n", "\n"},
		"Hangul":                         {"한", "국"},
		"a conjunct":                     {"न", "म", "स्ते"},
		"a conjunct of three":            {"स्त्री"},
		"a joiner in a conjunct":         {"क्\u200dष", "क"},
		"a virama at the end":            {"वा", "क्"},
		"a virama before something else": {"क्", " ", "ष"},
		"no conjuncts in Tamil":          {"க்", "க"},
		"bytes that are no text":         {"\xff", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			whole := ""
			for _, grapheme := range want {
				whole += grapheme
			}
			var got []string
			for rest := whole; rest != ""; {
				grapheme := text.FirstGrapheme(rest)
				got, rest = append(got, grapheme), rest[len(grapheme):]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("graphemes (-want +got):\n%s", diff)
			}
		})
	}
	if got := text.FirstGrapheme(""); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
