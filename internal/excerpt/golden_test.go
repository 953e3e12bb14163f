package excerpt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/discoveryd/discoveryd/internal/excerpt"
	"github.com/discoveryd/discoveryd/internal/text"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// sample is a tool of the invented catalog that the golden pages show.
type sample struct{ name, description, capability, glossary string }

var samples = []sample{
	{"spreadsheet.import", importer, "spreadsheet:import", ""},
	{"spreadsheet.read", "Read an Excel file.", "spreadsheet:read", ""},
	{
		"work_item.archive",
		"Takes a card off the board without deleting it. Its history, comments and links stay, and people with the right may bring it back at any time from the list of things put away.",
		"work-item:update", "",
	},
	{
		"label.attach", "Puts one more mark on a work item. The mark must exist.", "label:apply",
		"A label is a colored tag that people attach to work items, files and dashboards, so that they can be found and counted together.",
	},
	{
		"dosya.oku",
		"Dosyaları okur. İçindekiler sayfa sayfa döner; ekler ayrı tutulur. Excel çalışma kitapları da açılır, ve hatalar 🇹🇷 satır satır bildirilir. Büyük dosyalar parça parça gelir, böylece bellek dolmaz.",
		"file:read", "",
	},
	{
		"table.parse",
		"读取电子表格文件并把每一行转换成结构化的记录。日期按照项目的时区解释，空行会被跳过，错误集中写入一份报告，其中列出行号和列号。原生的 Excel 工作簿可以直接打开，旧的二进制格式先被转换。" +
			"每次调用最多处理一万行，更长的文件会分成几部分依次返回，调用者可以随时停止。",
		"file:read", "",
	},
}

// entry is what the query hits of a tool, with the words of the query as terms.
func (s sample) entry(query []text.Token) excerpt.Entry {
	e := excerpt.Entry{Text: s.description, Hits: hitsOf(query, s.description)}
	for _, field := range []excerpt.Field{
		{Label: "Tool name", Text: strings.NewReplacer(".", " ", "_", " ").Replace(s.name)},
		{Label: "Capability", Text: s.capability},
		{Label: "Glossary", Text: s.glossary},
	} {
		if field.Hits = hitsOf(query, field.Text); len(field.Hits) > 0 {
			e.Else = append(e.Else, field)
		}
	}
	return e
}

func hitsOf(query []text.Token, s string) []excerpt.Hit {
	var hits []excerpt.Hit
	for _, token := range text.Analyse(s) {
		if term := slices.IndexFunc(query, func(q text.Token) bool { return q.Term == token.Term }); term >= 0 {
			hits = append(hits, excerpt.Hit{Start: token.Start, End: token.End, Term: term})
		}
	}
	return hits
}

// TestGoldenPages shows people what the lens does: for each query and budget
// the page, row by row, with what every character is on the line below it.
func TestGoldenPages(t *testing.T) {
	var out strings.Builder
	out.WriteString(`What three searches show of six tools, on pages of 2,400, 600 and 200 characters.
Below each line: = label, ^ ellipsis or separator, a digit for a hit of that term, nothing for other text.
Below each row: where its characters went, as "label span of the text, terms, characters".
`)
	for _, query := range []string{"excel file", "archive colored tag", "电子表格 report"} {
		names, entries, terms := searched(query)
		weights := make([]float64, len(terms))
		for i := range terms {
			weights[i] = scoped(float64(len(samples)), float64(having(entries, i)))
		}
		for _, budget := range []int{2400, 600, 200} {
			page := excerpt.Page(entries, weights, budget, 0)
			checkPage(t, entries, page, budget, 0)
			fmt.Fprintf(&out, "\n%s\n\n", strings.Repeat("─", columns))
			fmt.Fprintf(&out, "query %q, page budget %d, spent %d\n", query, budget, spentOn(page))
			for i, term := range terms {
				fmt.Fprintf(&out, "term %d: %s, weight %.2f\n", i+1, term.Word, weights[i])
			}
			for i, row := range page {
				fmt.Fprintf(&out, "\n%s\n", names[i])
				show(&out, entries[i], row)
			}
		}
	}
	golden(t, filepath.Join("testdata", "pages.golden"), out.String())
}

// searched are the tools that have a word of the query, and its distinct words.
func searched(query string) (names []string, entries []excerpt.Entry, terms []text.Token) {
	terms = text.Analyse(query)
	for _, s := range samples {
		if e := s.entry(terms); len(e.Hits)+len(e.Else) > 0 {
			names, entries = append(names, s.name), append(entries, e)
		}
	}
	return names, entries, terms
}

func having(entries []excerpt.Entry, term int) int {
	has := func(h excerpt.Hit) bool { return h.Term == term }
	n := 0
	for _, e := range entries {
		if slices.ContainsFunc(e.Hits, has) || slices.ContainsFunc(e.Else, func(f excerpt.Field) bool { return slices.ContainsFunc(f.Hits, has) }) {
			n++
		}
	}
	return n
}

func spentOn(page []excerpt.Excerpt) int {
	spent := 0
	for _, row := range page {
		spent += size(row.Text)
	}
	return spent
}

// columns is the width of the golden file's lines.
const columns = 96

// show writes a row in lines, what its characters are below each, and its windows.
func show(out *strings.Builder, entry excerpt.Entry, row excerpt.Excerpt) {
	kinds, at := kindsOf(entry, row), 0
	var shown, below strings.Builder
	flush := func() {
		if shown.Len() == 0 {
			return
		}
		fmt.Fprintf(out, "  %s\n", strings.TrimRight(shown.String(), " "))
		if marks := strings.TrimRight(below.String(), " "); marks != "" {
			fmt.Fprintf(out, "  %s\n", marks)
		}
		shown.Reset()
		below.Reset()
	}
	for rest := row.Text; rest != ""; {
		grapheme := text.FirstGrapheme(rest)
		rest = rest[len(grapheme):]
		shown.WriteString(grapheme)
		below.WriteString(strings.Repeat(string(kinds[at]), uniseg.StringWidth(grapheme)))
		at += size(grapheme)
		if uniseg.StringWidth(below.String()) >= columns {
			flush()
		}
	}
	flush()
	parts := make([]string, len(row.Windows))
	for i, w := range row.Windows {
		parts[i] = strings.TrimSpace(fmt.Sprintf("%s [%d,%d)", w.Label, w.Start, w.End))
		for _, term := range terms(w) {
			parts[i] += fmt.Sprintf(" %d", term+1)
		}
		parts[i] += fmt.Sprintf(": %d", w.Spent)
	}
	fmt.Fprintf(out, "  %s\n  = %d characters; the description has %d\n", strings.Join(parts, "; "), size(row.Text), size(entry.Text))
}

// kindsOf says what each code point of a row is.
func kindsOf(entry excerpt.Entry, row excerpt.Excerpt) []rune {
	var kinds []rune
	for i, w := range row.Windows {
		width := w.End - w.Start
		label := 0
		if w.Label != "" && (i == 0 || row.Windows[i-1].Label != w.Label) {
			label = size(w.Label + ": ")
		}
		source := sources(entry, w.Label)[0]
		piece := []rune(row.Text)[len(kinds):][:w.Spent]
		span := []rune(source.Text)[w.Start:w.End]
		before := strings.Index(string(piece[label:]), string(span))
		marks := size(string(piece[label:])[:before])
		kinds = append(kinds, []rune(strings.Repeat("=", label)+strings.Repeat("^", marks))...)
		body := []rune(strings.Repeat(" ", width))
		for _, hit := range source.Hits {
			for at := max(size(source.Text[:hit.Start]), w.Start); at < min(size(source.Text[:hit.End]), w.End); at++ {
				body[at-w.Start] = rune('1' + hit.Term)
			}
		}
		kinds = append(kinds, body...)
		kinds = append(kinds, []rune(strings.Repeat("^", w.Spent-label-marks-width))...)
	}
	return kinds
}

// golden compares what is written for people with a file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
