package cli_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

func TestMarksFindTheQuerysWordsByTheServersAnalysis(t *testing.T) {
	cases := map[string]struct {
		query, text string
		want        []string
	}{
		"other forms of a word":       {"reading files", "Reads a File.", []string{"Reads", "File"}},
		"parts of a name":             {"work item", "workItem.create_item", []string{"work", "Item", "item"}},
		"stop words count for little": {"the file", "the file", []string{"file"}},
		"only stop words":             {"the", "the file", []string{"the"}},
		"overlapping pairs":           {"查询订单", "请查询订单", []string{"查询订单"}},
		"nothing in common":           {"kite", "boat", nil},
		"no query":                    {"", "boat", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, span := range cli.Marks(c.query, c.text) {
				got = append(got, c.text[span.Start:span.End])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Marks(%q, %q) (-want +got):\n%s", c.query, c.text, diff)
			}
		})
	}
}

func TestMenuOnATerminalIsWrappedAndMarked(t *testing.T) {
	answer := &discoveryv1.SearchToolsResponse{Total: 1, Rows: []*discoveryv1.SearchRow{{
		Name: "excel_reader", Capabilities: []string{"file:read"},
		Description: "… Read an Excel file and turn each sheet into rows …",
	}}}
	var out bytes.Buffer
	cli.PrintMenu(screen.New(&out, 60, true), "excel sheets", answer)
	const on, off = "\x1b[1m", "\x1b[22m"
	want := "NAME          CAPABILITIES  DESCRIPTION\n" +
		on + "excel" + off + "_reader  file:read     … Read an " + on + "Excel" + off + " file and turn\n" +
		"                            each " + on + "sheet" + off + " into rows …\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("menu (-want +got):\n%s", diff)
	}
}
