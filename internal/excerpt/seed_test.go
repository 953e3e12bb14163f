package excerpt_test

import (
	"math"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/excerpt"
)

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
}

func TestS1ALoneResultGetsNearlyTheWholePage(t *testing.T) {
	text := strings.Repeat(importer+" ", 5)
	page := excerpt.Page([]excerpt.Entry{{Text: text, Hits: find(text, "excel")}}, []float64{1}, 1200, 0)
	if got := size(page[0].Text); got < 1185 || got > 1200 {
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
		if got := size(page[i].Text); got < 270 || got > 293+16 { // (600 − 14) / 2, and what a word edge left of the other
			t.Errorf("row %d has %d characters, not its third and half of the slack", i, got)
		}
	}
}
