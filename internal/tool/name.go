// Package tool holds the tool record and the glossary of concepts: names,
// canonical form, digest, and validation that reports every problem.
package tool

import (
	"iter"
	"strings"
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
