package tool_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/tool"
)

func refused(text string) bool { return len(tool.CheckText("", text, "title", 1<<20)) > 0 }

func TestRefusedCodePointsAreExactlyThoseOfTheContract(t *testing.T) {
	// Contract 3, without the four ranges that depend on their neighbours.
	ranges := [][2]rune{
		{0x00, 0x1F},
		{0x7F, 0x9F},
		{0x2028, 0x2029},
		{0xAD, 0xAD},
		{0x34F, 0x34F},
		{0x61C, 0x61C},
		{0x180E, 0x180E},
		{0x200B, 0x200B},
		{0x200E, 0x200F},
		{0x202A, 0x202E},
		{0x2060, 0x206F},
		{0xFEFF, 0xFEFF},
		{0xFFF9, 0xFFFB},
		{0xE0000, 0xE0FFF},
	}
	listed := func(r rune) bool {
		for _, pair := range ranges {
			if pair[0] <= r && r <= pair[1] {
				return true
			}
		}
		return false
	}
	for r := rune(0); r <= 0x10FFFF; r++ {
		if 0xD800 <= r && r <= 0xDFFF || r == 0x200C || r == 0x200D || 0xFE00 <= r && r <= 0xFE0F {
			continue
		}
		if got := refused("a" + string(r) + "b"); got != listed(r) {
			t.Errorf("U+%04X refused = %v, the contract says %v", r, got, listed(r))
		}
	}
}

func TestARefusalNamesTheCodePoint(t *testing.T) {
	for _, r := range []rune{0, '\n', 0x1B, 0x9B, 0x200B, 0x202E, 0xFEFF, 0xE0041} {
		problems := tool.CheckText("/title", "a"+string(r), "title", 200)
		want := fmt.Sprintf("U+%04X", r)
		if len(problems) != 1 || problems[0].Field != "/title" || !strings.Contains(problems[0].Description, want) {
			t.Errorf("U+%04X: problems %v, want one that names %s", r, problems, want)
		}
	}
	if problems := tool.CheckText("", "a\xff", "title", 200); len(problems) != 1 || !strings.Contains(problems[0].Description, "invalid UTF-8") {
		t.Errorf("invalid UTF-8: problems %v", problems)
	}
}

func TestJoinersAndSelectorsAreTakenOnlyWhereTheyDoWork(t *testing.T) {
	taken := map[string]string{
		"family":                                  "👨\u200D👩\u200D👧",
		"with a skin tone":                        "👩🏽\u200D🚀",
		"with a presentation selector":            "❤\uFE0F\u200D🔥",
		"with a selector on both sides":           "🏳\uFE0F\u200D🌈",
		"with a mathematical arrow":               "🙂\u200D↔\uFE0F",
		"keycap":                                  "1\uFE0F\u20E3",
		"Persian":                                 "می\u200Cخواهم",
		"Persian after a vowel sign":              "مِ\u200Cخ",
		"Hindi with a virama":                     "क्\u200Dष",
		"Hindi with a virama and a non-joiner":    "क्\u200Cष",
		"Bengali before a virama":                 "র\u200D্য",
		"Sinhala":                                 "ශ්\u200Dරී",
		"variation selector after an ideograph":   "葛\uFE00",
		"Chinese, Thai, Greek and Hebrew letters": "漢字 ไทย Ελλάδα שלום",
	}
	for name, text := range taken {
		if refused(text) {
			t.Errorf("%s: %q is refused: %v", name, text, tool.CheckText("", text, "title", 1000))
		}
	}
	notTaken := map[string]string{
		"joiner between Latin letters":        "a\u200Db",
		"non-joiner between Latin letters":    "a\u200Cb",
		"joiner after a space":                "می \u200Cخ",
		"joiner at the end":                   "می\u200C",
		"joiner at the start":                 "\u200Cمی",
		"two joiners":                         "می\u200C\u200Cخ",
		"joiner between two scripts":          "می\u200Cक",
		"joiner after an emoji, before text":  "🔥\u200Da",
		"joiner after text, before an emoji":  "a\u200D🔥",
		"emoji, two joiners":                  "👩\u200D\u200D🚀",
		"joiner between punctuation marks":    "!\u200D!",
		"joiner before a skin tone":           "👩\u200D🏽",
		"joiner between Arabic digits":        "۱\u200C۲",
		"joiner between Greek letters":        "α\u200Dβ",
		"selector at the start":               "\uFE0F1",
		"selector after a space":              "a \uFE0F",
		"two selectors":                       "❤\uFE0F\uFE0F",
		"selector after a combining mark":     "e\u0301\uFE01",
		"flag of a region in tag characters":  "🏴\U000E0067\U000E0062\U000E007F",
		"selector of the supplementary plane": "葛\U000E0100",
	}
	for name, text := range notTaken {
		if !refused(text) {
			t.Errorf("%s: %q is taken", name, text)
		}
	}
}
