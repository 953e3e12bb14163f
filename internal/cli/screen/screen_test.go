package screen_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

func TestCleanShowsWhatATerminalWouldObey(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"plain text":          {"kite – 凧 é", "kite – 凧 é"},
		"an escape sequence":  {"a\x1b[2Jb", `a\x1b[2Jb`},
		"a C1 control":        {"a\u009b2J", `a\u009b2J`},
		"line ends":           {"a\r\nb\tc", `a\x0d\nb\tc`},
		"a line separator":    {"a\u2028b", `a\u2028b`},
		"a direction mark":    {"a\u202eb", `a\u202eb`},
		"a tag character":     {"a\U000e0041", `a\U000e0041`},
		"an invalid byte":     {"a\xffb", `a\xffb`},
		"a joined emoji":      {"👩\u200d🚀", "👩\u200d🚀"},
		"a true replacement":  {"a\ufffdb", `a\ufffdb`},
		"a zero-width blank":  {"a\u200bb", `a\u200bb`},
		"a no-break blank":    {"a\u00a0b", `a\u00a0b`},
		"a delete":            {"\x7f", `\x7f`},
		"a lonely NUL at end": {"a\x00", `a\x00`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := screen.Clean(c.text); got != c.want {
				t.Errorf("Clean(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

// kites is a table with a wide character, a mark and a long last column.
func kites(s *screen.Screen) {
	s.Table([]string{"NAME", "ROOT", "DESCRIPTION"}, [][]screen.Cell{
		screen.Row("kite.fly", "kite", "Let a kite rise over the dunes of the northern shore."),
		{{Text: "凧"}, {Text: ""}, {Text: "Fold a kite.", Marks: []screen.Span{{Start: 7, End: 11}}}},
		screen.Row("x", "\x1b", ""),
	})
}

func TestTableInAFileIsAlignedAndNotWrapped(t *testing.T) {
	var out bytes.Buffer
	kites(screen.New(&out, 0, false))
	want := `NAME      ROOT  DESCRIPTION
kite.fly  kite  Let a kite rise over the dunes of the northern shore.
凧              Fold a kite.
x         \x1b
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestTableOnATerminalIsWrappedAndMarked(t *testing.T) {
	var out bytes.Buffer
	kites(screen.New(&out, 44, true))
	want := `NAME      ROOT  DESCRIPTION
kite.fly  kite  Let a kite rise over the
                dunes of the northern shore.
凧              Fold a ` + "\x1b[1mkite\x1b[22m" + `.
x         \x1b
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestStatusIsForTerminalsOnly(t *testing.T) {
	var file, terminal bytes.Buffer
	screen.New(&file, 0, false).Status("working")()
	screen.New(&terminal, 80, false).Status("working")()
	if file.Len() != 0 || terminal.String() != "working\r\x1b[K" {
		t.Errorf("file %q, terminal %q", file.String(), terminal.String())
	}
}

// No line is wider than the terminal, and no word is lost.
func TestWrappingKeepsWidthAndWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab 凧é🚀,"))).Draw(t, "text")
		columns := rapid.IntRange(30, 60).Draw(t, "columns")
		var out bytes.Buffer
		screen.New(&out, columns, false).Table([]string{"N", "TEXT"}, [][]screen.Cell{screen.Row("n", text)})
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("not UTF-8: %q", out.String())
		}
		for line := range strings.Lines(out.String()) {
			if w := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); w > columns {
				t.Fatalf("%d columns in %q, the terminal has %d", w, line, columns)
			}
		}
		letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got, want := letters(out.String()), "NTEXTn"+letters(text); got != want {
			t.Fatalf("printed %q, want %q", got, want)
		}
	})
}
