package manifest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
)

const (
	// maxDepth lets a schema be as deep as its own limit allows: the document,
	// the list and the tool stand around it.
	maxDepth = limits.Depth + 3
	// maxNodes bounds the values of one file after aliases are expanded: 2,000
	// tools of 500 values each.
	maxNodes = 1 << 20
)

// parse reads the documents of one file. A document with problems is left out.
func parse(f file) ([]document, Problems) {
	if line, message := unreadable(f.data); message != "" {
		return nil, Problems{{Position{File: f.name, Line: line}, message}}
	}
	roots, problems := roots(f)
	var documents []document
	for _, root := range roots {
		d := decoder{file: f.name}
		document := d.document(root)
		if len(d.problems) > 0 {
			problems = append(problems, d.problems...)
			continue
		}
		documents = append(documents, document)
	}
	if len(roots) == 0 && len(problems) == 0 {
		problems = Problems{{Position{File: f.name}, "the file has no document"}}
	}
	return documents, problems
}

// roots parses by the file's ending; standard input that starts with a brace is JSON.
func roots(f file) ([]*node, Problems) {
	isJSON := filepath.Ext(f.name) == ".json"
	if f.name == "stdin" {
		isJSON = bytes.HasPrefix(bytes.TrimLeft(f.data, " \t\r\n"), []byte("{"))
	}
	if isJSON {
		return readJSON(f)
	}
	return readYAML(f)
}

// unreadable finds what no manifest may hold in either syntax, before a parser
// that could not say its line meets it.
func unreadable(data []byte) (line int, message string) {
	line = 1
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return line, fmt.Sprintf("invalid UTF-8: byte 0x%02x", data[i])
		case r == '\n':
			line++
		case r == '\t' || r == '\r' || r == 0x85:
		case r < 0x20 || 0x7f <= r && r < 0xa0:
			return line, fmt.Sprintf("control character U+%04X", r)
		}
		i += n
	}
	return 0, ""
}
