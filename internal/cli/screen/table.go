package screen

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// Cell is one field of a table.
type Cell struct {
	Text string
	// Marks are spans of bytes of Text, ascending and apart.
	Marks []Span
}

// Span is a half-open range of bytes.
type Span struct{ Start, End int }

// Row builds cells without marks.
func Row(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// columnGap is between two columns; narrowest is what the last column keeps
// on a terminal however wide the others are.
const (
	columnGap = "  "
	narrowest = 24
)

// Table prints rows of equal length under a header, columns aligned by what a
// terminal shows. On a terminal the last column is wrapped.
func (s *Screen) Table(header []string, rows [][]Cell) {
	lines := make([][][]glyph, 0, len(rows)+1)
	for _, row := range append([][]Cell{Row(header...)}, rows...) {
		line := make([][]glyph, len(row))
		for i, cell := range row {
			line[i] = glyphs(cell)
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(header)-1)
	indent := 0
	for i := range widths {
		for _, line := range lines {
			widths[i] = max(widths[i], width(line[i]))
		}
		indent += widths[i] + len(columnGap)
	}
	for _, line := range lines {
		s.row(line, widths, indent)
	}
}

func (s *Screen) row(line [][]glyph, widths []int, indent int) {
	last := len(line) - 1
	wrapped := [][]glyph{line[last]}
	if s.width > 0 {
		wrapped = wrap(line[last], max(narrowest, s.width-indent))
	}
	var out strings.Builder
	for i, w := range widths {
		s.append(&out, line[i])
		out.WriteString(strings.Repeat(" ", w-width(line[i])) + columnGap)
	}
	for i, part := range wrapped {
		if i > 0 {
			out.WriteString("\n" + strings.Repeat(" ", indent))
		}
		s.append(&out, part)
	}
	for text := range strings.SplitSeq(out.String(), "\n") {
		fmt.Fprintln(s.out, strings.TrimRight(text, " "))
	}
}

// append writes glyphs, bold where they are marked.
func (s *Screen) append(out *strings.Builder, line []glyph) {
	const on, off = "\x1b[1m", "\x1b[22m"
	bold := false
	for _, g := range line {
		if marked := g.marked && s.marks; marked != bold {
			bold = marked
			if bold {
				out.WriteString(on)
			} else {
				out.WriteString(off)
			}
		}
		out.WriteString(g.text)
	}
	if bold {
		out.WriteString(off)
	}
}

// glyph is one cleaned grapheme as a terminal shows it.
type glyph struct {
	text   string
	width  int // columns
	marked bool
}

func glyphs(cell Cell) []glyph {
	var out []glyph
	marks := cell.Marks
	clusters := uniseg.NewGraphemes(cell.Text)
	for clusters.Next() {
		start, _ := clusters.Positions()
		for len(marks) > 0 && marks[0].End <= start {
			marks = marks[1:]
		}
		text := Clean(clusters.Str())
		marked := len(marks) > 0 && marks[0].Start <= start
		out = append(out, glyph{text, uniseg.StringWidth(text), marked})
	}
	return out
}

func width(line []glyph) int {
	total := 0
	for _, g := range line {
		total += g.width
	}
	return total
}
