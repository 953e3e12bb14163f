package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/text"
)

func words(s string) string {
	var out []string
	for _, token := range text.Analyse(s) {
		out = append(out, token.Word)
	}
	return strings.Join(out, " ")
}

func TestWordsEndWhereTheyShould(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"camel case":                    {"createWorkItem", "create work item"},
		"snake and dots":                {"work_item.create", "work item create"},
		"wire spelling":                 {"work_item__create", "work item create"},
		"capability id":                 {"work-item:create/now", "work item create now"},
		"an acronym before a word":      {"HTTPServer", "http server"},
		"a plural acronym":              {"PDFs and IDs", "pdfs and ids"},
		"digits":                        {"base64 to mp3", "base 64 to mp 3"},
		"possessives and contractions":  {"the user's file doesn't load", "the user file doesn load"},
		"I'd is no id":                  {"I'd like", "i like"},
		"a French apostrophe":           {"l'eau d’Or", "l eau d or"},
		"programming languages":         {"C++, c# and F#; not #1", "c++ c# and f# not 1"},
		"a letter before a number sign": {"a#b", "a b"},
		"accents":                       {"Café Ångström naïve", "cafe angstrom naive"},
		"decomposed accents":            {"cafe\u0301 A\u030angstrom", "cafe angstrom"},
		"letters without a plain form":  {"Straße ŁÓDŹ Ørsted", "strasse lodz orsted"},
		"compatibility forms":           {"ﬁle ＰＤＦ", "file pdf"},
		"Turkish dotted capital":        {"İstanbul ısı", "istanbul isi"},
		"Han by pairs":                  {"查询订单", "查询 询订 订单"},
		"a lone Han character":          {"单", "单"},
		"a script border":               {"解析pdf文件", "解析 pdf 文件"},
		"kana with a long vowel":        {"データ", "デー ータ"},
		"half-width kana":               {"ﾃﾞｰﾀ", "デー ータ"},
		"Hangul, composed or not":       {"검색어 \u1100\u1165\u11b7색", "검색 색어 검색"},
		"Cyrillic":                      {"Ёлка Йод", "елка иод"},
		"Greek with a final sigma":      {"ΟΔΟΣ οδός", "οδοσ οδοσ"},
		"Arabic vowel signs":            {"كِتَابٌ أحمد كتـــاب", "كتاب احمد كتاب"},
		"Devanagari keeps its vowels":   {"हिन्दी भाषा", "हिन्दी भाषा"},
		"Latin beside Cyrillic":         {"apiКлюч", "api ключ"},
		"Thai by pairs":                 {"ค้นหา", "ค้น นห หา"},
		"only punctuation":              {"?! -- ...", ""},
		"only marks":                    {"\u0301\u0301\u093e", ""},
		"invalid UTF-8":                 {"ab\xffcd", "ab cd"},
		"a soft hyphen":                 {"work\u00aditem", "workitem"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, words(c.text)); diff != "" {
				t.Errorf("words of %q (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

func TestStemsMeetAndKeepApart(t *testing.T) {
	meet := [][]string{
		{"create", "creates", "created", "creating"},
		{"query", "queries"},
		{"organise", "organize", "organising", "organized"},
		{"organisation", "organizations"},
		{"colour", "color", "coloured", "colors"},
		{"analyse", "analyze", "analysing"},
		{"notify", "notification", "notifications"},
		{"convert", "converting", "conversion"},
		{"catalogue", "catalog", "catalogs"},
		{"license", "licence"},
		{"people", "person"},
		{"advise", "advised"},
		{"labels", "label", "labelled"},
		{"analyze", "analysis", "analyses", "analyser"},
		{"classify", "classification", "classifications"},
		{"subscribe", "subscription", "subscriptions"},
		{"summarize", "summary", "summaries", "summarise"},
		{"find", "finder", "finders", "finding"},
		{"parse", "parser", "parsers"},
		{"plan", "planner", "planning"},
		{"format", "formatter"},
		{"repository", "repositories", "repo", "repos"},
		{"information", "info"},
		{"quiz", "quizzes"},
	}
	for _, group := range meet {
		for _, word := range group[1:] {
			if got, want := text.Stem(word), text.Stem(group[0]); got != want {
				t.Errorf("Stem(%s) = %s, Stem(%s) = %s, want the same", word, got, group[0], want)
			}
		}
	}
	apart := []string{
		"universe", "university", "organic", "organize", "organ", "add", "ad", "custom", "customer", "import",
		"important", "experience", "experiment", "author", "authority", "authorize", "conversation", "conversion",
		"position", "positive", "international", "internal", "intern", "past", "paste", "play", "player", "print", "printer",
	}
	seen := map[string]string{}
	for _, word := range apart {
		stem := text.Stem(word)
		if other, known := seen[stem]; known {
			t.Errorf("%s and %s have the same stem %s", other, word, stem)
		}
		seen[stem] = word
	}
}

func TestTokensPointIntoTheOriginal(t *testing.T) {
	s := "Ouvre le CAFE\u0301 (Straße)"
	var got []string
	for _, token := range text.Analyse(s) {
		got = append(got, token.Word+"="+s[token.Start:token.End])
	}
	want := []string{"ouvre=Ouvre", "le=le", "cafe=CAFE\u0301", "strasse=Straße"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tokens of %q (-want +got):\n%s", s, diff)
	}
}

func TestPositionsSayHowWordsAreWritten(t *testing.T) {
	positions := func(s string) []int {
		var out []int
		for _, token := range text.Analyse(s) {
			out = append(out, token.Position)
		}
		return out
	}
	for s, want := range map[string][]int{
		"work_item":        {0, 1},
		"workItem":         {0, 1},
		"work item":        {0, 2},
		"work, item":       {0, 3},
		"work. Item":       {0, 3},
		"work__item":       {0, 3},
		"(work) item type": {0, 3, 5},
		"user's item":      {0, 2},
	} {
		if diff := cmp.Diff(want, positions(s)); diff != "" {
			t.Errorf("positions of %q (-want +got):\n%s", s, diff)
		}
	}
}

func TestStopWordsSayHowNotWhat(t *testing.T) {
	for word := range strings.FieldsSeq("the and we please tell want how doesn detailed best") {
		if !text.IsStop(word) {
			t.Errorf("%s is no stop word", word)
		}
	}
	for word := range strings.FieldsSeq("get list find show search create file id up2 new latest related range") {
		if text.IsStop(word) {
			t.Errorf("%s is a stop word", word)
		}
	}
}

func TestLongInputIsBounded(t *testing.T) {
	const size = 1 << 18
	for name, s := range map[string]string{
		"marks":       strings.Repeat("\u0301", size/2),
		"one letter":  strings.Repeat("a", size),
		"a and marks": "a" + strings.Repeat("\u0301", size/2),
		"ligatures":   strings.Repeat("\ufdfa", size/3),
		"camel case":  strings.Repeat("aB", size/2),
		"jamo":        strings.Repeat("\u1100\u1161", size/6),
		"virama":      strings.Repeat("\u0e33\u093c", size/6),
	} {
		t.Run(name, func(t *testing.T) {
			for _, token := range text.Analyse(s) {
				if len(token.Word) > 64 {
					t.Fatalf("word of %d bytes", len(token.Word))
				}
			}
		})
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, seed := range []string{
		"createWorkItem of the user's café", "查询订单 データ 검색", "C++ c# a#b", "\xff\xfe", "\u0301\u0301", "İ ß ﷺ ǅ",
		"हिन्दी ค้นหา", "a\u200db \u00ad", "PDFs'ABc9", "e\u0301\u0301x", "\u1100\u1161\u11a8",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tokens := text.Analyse(s)
		last := text.Token{Position: -1}
		for _, token := range tokens {
			switch {
			case token.Start < last.Start, token.End < last.End, token.Start >= token.End, token.End > len(s):
				t.Fatalf("token %+v after %+v is out of order or range in %q", token, last, s)
			case token.Position <= last.Position:
				t.Fatalf("position of %+v after %+v does not grow in %q", token, last, s)
			case token.Term == "" || !utf8.ValidString(token.Term) || !utf8.ValidString(token.Word) || len(token.Word) > 64:
				t.Fatalf("bad term in %+v of %q", token, s)
			}
			last = token
		}
		analyser := text.NewAnalyser()
		analyser.Analyse("other words first")
		if diff := cmp.Diff(tokens, analyser.Analyse(s)); diff != "" {
			t.Fatalf("a used analyser differs on %q:\n%s", s, diff)
		}
	})
}
