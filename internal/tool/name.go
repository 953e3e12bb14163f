// Package tool holds the tool record and the glossary of concepts: names,
// canonical form, digest, and validation that reports every problem.
package tool

import (
	"iter"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// The scaffolding tools: always declared, never registered (S1).
const (
	SearchTool   = "search_tools"
	ActivateTool = "activate_tool"
)

// Dotted returns the registry spelling of a name in either spelling. It does
// not check the name: no legal name holds two underscores in a row.
func Dotted(name string) string { return strings.ReplaceAll(name, "__", ".") }

// Wire returns the spelling for model APIs that refuse dots. On legal names
// Dotted inverts it exactly.
func Wire(name string) string { return strings.ReplaceAll(name, ".", "__") }

// Family returns the first segment of a dotted name.
func Family(name string) string {
	family, _, _ := strings.Cut(name, ".")
	return family
}

// Families yields every proper dotted prefix of a name, the family first. A
// one-segment name is its own family.
func Families(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !strings.Contains(name, ".") {
			yield(name)
			return
		}
		for i := range len(name) {
			if name[i] == '.' && !yield(name[:i]) {
				return
			}
		}
	}
}

// Reserved reports whether a dotted name belongs to a scaffolding tool.
func Reserved(name string) bool { return name == SearchTool || name == ActivateTool }

// Legal reports whether a name in either spelling follows the rule of
// contract 2. Names that are not legal are in no catalog.
func Legal(name string) bool {
	dotted := Dotted(name)
	for segment := range strings.SplitSeq(dotted, ".") {
		if segment == "" || !isLetter(segment[0]) || !isWord(segment, "_-") {
			return false
		}
	}
	return len(Wire(dotted)) <= limits.WireNameBytes
}

// CheckName says why a name in either spelling is not legal. The first result
// is the dotted spelling, empty when there are problems.
func CheckName(at, name string) (string, problem.List) {
	var problems problem.List
	wire := Wire(Dotted(name))
	switch what := refusedIn(name, oneLine); {
	case what != "":
		problems.Add(at, problem.InvalidField, "%s holds %s, which no name may hold", Shown(name), what)
	case Legal(name):
		return Dotted(name), nil
	case len(wire) > limits.WireNameBytes:
		over(&problems, at, "name", len(wire), limits.WireNameBytes, "bytes in its wire spelling")
	default:
		problems.Add(at, problem.InvalidField, "%s is not a tool name; want segments of a-z and 0-9 that begin with a letter, "+
			"with single _ or - inside and . or __ between, such as mail.send_draft", Shown(name))
	}
	return "", problems
}

// checkRegistrable is CheckName for names that are to be registered.
func checkRegistrable(at, name string) (string, problem.List) {
	dotted, problems := CheckName(at, name)
	if Reserved(dotted) {
		problems.Add(at, problem.InvalidField, "%q is a scaffolding tool of this service and cannot be registered; choose another name", dotted)
		return "", problems
	}
	return dotted, problems
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

// isWord reports whether s is groups of lower-case letters and digits with
// single joints between them.
func isWord(s, joints string) bool {
	open := true // a group has to begin here
	for i := range len(s) {
		switch b := s[i]; {
		case isLetter(b) || '0' <= b && b <= '9':
			open = false
		case !open && strings.IndexByte(joints, b) >= 0:
			open = true
		default:
			return false
		}
	}
	return !open
}
