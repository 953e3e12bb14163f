package excerpt_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a page, written for people, with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
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

// show writes excerpts with their windows below.
func show(page []excerpt.Excerpt) string {
	var b strings.Builder
	for i, row := range page {
		fmt.Fprintf(&b, "%d. %s\n   %d characters", i+1, row.Text, size(row.Text))
		for _, w := range row.Windows {
			fmt.Fprintf(&b, "; [%d,%d) terms %v spent %d", w.Start, w.End, w.Terms, w.Spent)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// importer is a description like the one of S1's figure: a common word three
// times near its start, a rare one once near its end.
const importer = "Bring rows from outside into the project with one call. Open an uploaded file and check every file against the file " +
	"rules of the workspace. Column titles become field names, empty rows are skipped, dates are read in the zone of the project, " +
	"and problems are gathered into one report that lists row and column. Large workbooks are streamed so that memory stays flat. " +
	"Works with native Excel books, with their named ranges and merged cells; macros are ignored."

// scoped is w(t) of S1: 1 + ln((N+1)/(df+1)).
func scoped(n, df float64) float64 { return 1 + math.Log((n+1)/(df+1)) }

func TestS1TheRareTermGetsTheWiderWindow(t *testing.T) {
	weights := []float64{scoped(3, 1), scoped(3, 3)} // excel, file
	entry := excerpt.Entry{Text: importer, Hits: find(importer, "excel", "file")}
	page := excerpt.Page([]excerpt.Entry{entry}, weights, 2400, 300)
	checkPage(t, []excerpt.Entry{entry}, page, 2400, 300)

	if n := len(page[0].Windows); n != 2 {
		t.Fatalf("%d windows", n)
	}
	common, rare := page[0].Windows[0], page[0].Windows[1]
	if rare.Spent <= common.Spent {
		t.Errorf("the rare term's window has %d characters, the common one's %d", rare.Spent, common.Spent)
	}
	golden(t, "rare_term", show(page))
}

func TestS1ALoneResultGetsNearlyTheWholePage(t *testing.T) {
	text := strings.Repeat(importer+" ", 5)
	page := excerpt.Page([]excerpt.Entry{{Text: text, Hits: find(text, "excel")}}, []float64{1}, 1200, 0)
	if got := size(page[0].Text); got < 1160 || got > 1200 {
		t.Errorf("spent %d of 1200", got)
	}
}

func TestS1ATerseEntryHandsItsSlackToItsNeighbours(t *testing.T) {
	entries := []excerpt.Entry{{Text: importer}, {Text: "Widget lookup."}, {Text: importer}}
	page := excerpt.Page(entries, nil, 600, 0)
	checkPage(t, entries, page, 600, 0)
	if page[1].Text != "Widget lookup." {
		t.Errorf("the terse entry shows %q", page[1].Text)
	}
	for _, i := range []int{0, 2} {
		if got := size(page[i].Text); got < 270 || got > 293 { // (600 − 14) / 2
			t.Errorf("row %d has %d characters, not its third and half of the slack", i, got)
		}
	}
}

func TestGoldenPage(t *testing.T) {
	name := "archive work item"
	glossary := "A label is a colored tag that people attach to work items, documents and dashboards, so that they can be found and counted together."
	turkish := "Dosyaları okur. İçindekiler sayfa sayfa döner; ekler ayrı tutulur. Excel çalışma kitapları da açılır, ve hatalar 🇹🇷 satır satır bildirilir. Büyük dosyalar parça parça gelir."
	chinese := "读取电子表格文件并把每一行转换成结构化的记录。日期按照项目的时区解释，空行会被跳过，错误集中写入一份报告，其中列出行号和列号。原生的 Excel 工作簿可以直接打开，旧的二进制格式先被转换。"
	words := []string{"excel", "file", "archive", "colored", "tag"}
	entries := []excerpt.Entry{
		{Text: importer, Hits: find(importer, words...)},
		{Text: "Read an Excel file.", Hits: find("Read an Excel file.", words...)},
		{
			Text: "Takes a card off the board without deleting it. Its history, comments and links stay, and people with the right may bring it back at any time from the list of things put away.",
			Else: []excerpt.Field{{Label: "Tool name", Text: name, Hits: find(name, words...)}},
		},
		{
			Text: "Puts one more mark on a work item. The mark must exist.",
			Else: []excerpt.Field{{Label: "Glossary", Text: glossary, Hits: find(glossary, words...)}},
		},
		{Text: turkish, Hits: []excerpt.Hit{{Start: strings.Index(turkish, "Excel"), End: strings.Index(turkish, "Excel") + 5}}},
		{Text: chinese, Hits: find(chinese, words...)},
		{Text: importer},
	}
	page := excerpt.Page(entries, []float64{1.7, 1, 2.1, 2.4, 2.4}, 900, 0)
	checkPage(t, entries, page, 900, 0)
	golden(t, "page", show(page))
}
