package excerpt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/excerpt"
	"github.com/discoveryd/discoveryd/internal/text"
)

// scripts are texts of many scripts, for the fuzzer to start from.
var scripts = []string{
	"Reads a spreadsheet file and turns each row into a record; see file-by-file notes.",    // Latin
	"Ou\u0300 vas-tu ? Ame\u0301lie e\u0301crit \u00e0 Zo\u0308e Z\u0351\u036b\u0343.",      // combining marks
	"Straße, İstanbul, ﬁle, ㎏, ｆｉｌｅ, ĳ, ŉ, ǅ",                                               // folding changes the length
	"读取电子表格文件，并把每一行转换成记录。",                                                                  // Han
	"ファイルを読み込んで、カ\u3099イドを作ります。",                                                            // kana
	"파일을 읽고 \u1112\u1161\u11ab국어로 알려 줍니다.",                                                  // Hangul, one syllable in jamo
	"يقرأ المِلَفَّ ويحوّل كل سطر إلى سجل. می\u200cخواهم",                                   // Arabic
	"फ़ाइल पढ़ता है, स्त्री क्षि क्\u200dष और हर पंक्ति लिखता है।",                          // Devanagari
	"อ่านไฟล์แล้วทำให้แต่ละแถวเป็นระเบียน กำน้ำ",                                            // Thai
	"👨‍👩‍👧‍👦👍🏽🇫🇷🇩🇪🇮 1️⃣ ❤️‍🔥 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", // emoji
	"Читает файл Excel, 表計算 and 👍🏽 für मित्र — قراءة\r\n\tтоже.",                            // all at once
	strings.Repeat("\u0301", 300),        // marks without a letter
	"x" + strings.Repeat("\u200d👩", 100), // one endless grapheme
}

func FuzzPage(f *testing.F) {
	for i, s := range scripts {
		f.Add(s+" file "+s, scripts[(i+1)%len(scripts)], uint16(20+i*11), uint8(i), uint64(0x9e3779b97f4a7c15)*uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, description, field string, budget uint16, rowCap uint8, seed uint64) {
		if !utf8.ValidString(description) || !utf8.ValidString(field) {
			return
		}
		entries := []excerpt.Entry{
			{Text: description, Hits: scatter(description, seed)},
			{Text: field + description, Hits: words(field + description)},
			{Text: field, Hits: scatter(field, seed>>7), Else: []excerpt.Field{{Label: "Glossary", Text: description, Hits: scatter(description, seed>>13)}}},
		}
		page := excerpt.Page(entries, []float64{1, 1.7, 2.4, 1.1}, int(budget), int(rowCap))
		checkPage(t, entries, page, int(budget), int(rowCap))
	})
}

// words makes a hit of every word, as the analyser cuts them.
func words(s string) []excerpt.Hit {
	var hits []excerpt.Hit
	for i, token := range text.Analyse(s) {
		hits = append(hits, excerpt.Hit{Start: token.Start, End: token.End, Term: i % 4})
	}
	return hits
}

// scatter puts hits on a text at places that the seed decides.
func scatter(text string, seed uint64) []excerpt.Hit {
	var hits []excerpt.Hit
	for i := range text {
		seed = seed*6364136223846793005 + 1442695040888963407
		if seed>>60 != 0 {
			continue
		}
		end := i
		for range 1 + seed>>56&7 {
			_, width := utf8.DecodeRuneInString(text[end:])
			end += width
		}
		hits = append(hits, excerpt.Hit{Start: i, End: end, Term: int(seed >> 50 & 3)})
	}
	return hits
}
