// Package screen prints for people: lines and aligned tables in which no
// control character survives, wrapped and with marks where a terminal reads.
package screen

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Screen is where people read.
type Screen struct {
	out   io.Writer
	width int
	marks bool
}

// New is a screen of a width in columns; 0 is a file or a pipe, which is never
// wrapped. marks makes marked words bold.
func New(out io.Writer, width int, marks bool) *Screen {
	return &Screen{out: out, width: width, marks: marks}
}

// Of finds out what out is. noColor leaves marks away on a terminal too.
func Of(out io.Writer, noColor bool) *Screen {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return New(out, 0, false)
	}
	const usual = 80
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 {
		width = usual
	}
	return New(out, width, !noColor)
}

// IsTerminal reports whether a person is watching.
func (s *Screen) IsTerminal() bool { return s.width > 0 }

// Line prints one line of cleaned text.
func (s *Screen) Line(format string, args ...any) {
	fmt.Fprintln(s.out, Clean(fmt.Sprintf(format, args...)))
}

// Raw prints bytes as they are, with a line end: for JSON and for programs.
func (s *Screen) Raw(data []byte) error {
	_, err := s.out.Write(append(data, '\n'))
	return err
}

// Status shows a passing line on a terminal and returns what takes it away
// again. Elsewhere it does nothing.
func (s *Screen) Status(format string, args ...any) (clear func()) {
	if !s.IsTerminal() {
		return func() {}
	}
	fmt.Fprint(s.out, Clean(fmt.Sprintf(format, args...)))
	return func() { fmt.Fprint(s.out, "\r\x1b[K") }
}

// Clean writes out every character that a terminal would obey or hide instead
// of showing it: controls, line separators, direction marks, invalid bytes.
func Clean(text string) string {
	if strings.IndexFunc(text, isHidden) < 0 {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		switch {
		case !isHidden(r):
			out.WriteRune(r)
		case r == '\uFFFD' && text[i] != 0xEF: // an invalid byte
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\t':
			out.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&out, `\x%02x`, r)
		case r <= 0xFFFF:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			fmt.Fprintf(&out, `\U%08x`, r)
		}
	}
	return out.String()
}
