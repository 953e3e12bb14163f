package text_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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
		"a virama before Latin":          {"क्", "a"},
		"no conjuncts in Tamil":          {"க்", "க"},
		"a soft hyphen":                  {"a", "\u00ad", "b"},
		"half-width voicing marks":       {"ｶﾞ", "ｶ"},
		"jamo that make a syllable":      {"\u1112\u1161\u11ab", "국"},
		"a syllable and a final jamo":    {"하\u11ab", "국"},
		"a keycap":                       {"1️⃣", "2"},
		"a Thai vowel after its letter":  {"กำ", "น้"},
		"an Arabic letter and its vowel": {"مَ", "ل"},
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
			if diff := cmp.Diff(want, parts(whole)); diff != "" {
				t.Errorf("between edges (-want +got):\n%s", diff)
			}
		})
	}
	if got := text.FirstGrapheme(""); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

// parts cuts a text at its edges.
func parts(s string) []string {
	var out []string
	last := 0
	for i, starts := range text.Edges(s) {
		if starts && i > 0 {
			out, last = append(out, s[last:i]), i
		}
	}
	return append(out, s[last:])
}

// kinds has a character of every kind that UAX 29 tells apart, and some of
// those for which Edges does not ask uniseg.
var kinds = []rune{
	'a', ' ', '\n', '\r', '\u00ad', '\u0301', 'ß', 'я', 'ם', 'م', '\u064e', '\u0600', 'ก', '\u0e33', 'क', '\u094d', '\u093f',
	'\u1112', '\u1161', '\u11ab', '\u200b', '\u200d', '—', '、', '\u3099', 'か', '字', '한', '하', '\ufe0f', 'ｶ', '\uff9e', '👍', '🏽', '🇫',
}

func TestEdgesPartEveryPairOfCharactersAsGraphemesDo(t *testing.T) {
	check := func(s string) {
		first := text.FirstGrapheme(s)
		if got := parts(s)[0]; got != first {
			t.Errorf("the first part of %+q is %+q, want %+q", s, got, first)
		}
	}
	const alike, step = 0x3400, 61 // from here on, blocks of thousands of characters of one kind
	for r := rune(0); r < 0x10000; r++ {
		if utf8.ValidRune(r) {
			for _, kind := range kinds {
				check(string(kind) + string(r))
				check(string(r) + string(kind))
			}
		}
		if alike <= r && r < 0xD700 {
			r += step
		}
	}
}

func TestEdgesPartTextsAsGraphemesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.SampledFrom(kinds), 1, 20).Draw(t, "text"))
		var want []string
		for rest := s; rest != ""; rest = rest[len(want[len(want)-1]):] {
			want = append(want, text.FirstGrapheme(rest))
		}
		if diff := cmp.Diff(want, parts(s)); diff != "" {
			t.Fatalf("graphemes of %+q (-want +got):\n%s", s, diff)
		}
	})
}
