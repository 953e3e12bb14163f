package mcpimport

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Spell makes a foreign tool name legal (contract 2), or says why it cannot.
// A name that is legal already stays as it is. Otherwise accents are folded
// and letters lower-cased; words end where case says so (listIssues →
// list_issues, getHTTPCode → get_http_code); "." "/" ":" and "__" become dots,
// a hyphen stays, anything else becomes "_"; a part that would begin with a
// digit is joined by "_" to the one before, or gets the word "tool" before it.
// Nothing is ever cut off: a name that is too long is for its owner to shorten.
func Spell(original, family string) (name, why string) {
	name = original
	if !tool.Legal(original) {
		name = respell(original)
	}
	name = tool.Dotted(name)
	if name == "" {
		return "", "its name has no Latin letter or digit: give it one that has"
	}
	if family != "" && !strings.HasPrefix(name, family+".") {
		name = family + "." + name
	}
	if n := len(tool.Wire(name)); n > limits.WireNameBytes {
		return "", fmt.Sprintf("its name is %s by the rule, %d bytes in its wire spelling, at most %d are allowed (limit name): shorten it",
			name, n, limits.WireNameBytes)
	}
	if tool.Reserved(name) {
		return "", name + " is the name of a scaffolding tool: rename it or give it a family"
	}
	return name, ""
}

func respell(original string) string {
	var out strings.Builder
	runes := []rune(norm.NFKD.String(tool.Dotted(original)))
	joint := ""
	for i, r := range runes {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if !isAlphanumeric(r) {
			joint = stronger(joint, r)
			continue
		}
		if joint == "" && isBorder(runes, i) {
			joint = "_"
		}
		out.WriteString(lead(out.Len() == 0, joint, r))
		out.WriteRune(unicode.ToLower(r))
		joint = ""
	}
	return out.String()
}

// lead returns what stands before a letter or digit, given the joint that is due.
func lead(first bool, joint string, r rune) string {
	switch digit := unicode.IsDigit(r); {
	case first && digit:
		return "tool_"
	case first:
		return ""
	case digit && joint == ".":
		return "_"
	default:
		return joint
	}
}

// stronger returns the joint that a run of separators makes: a dot goes before
// a hyphen, a hyphen before an underscore.
func stronger(joint string, r rune) string {
	switch {
	case strings.ContainsRune("./:", r) || joint == ".":
		return "."
	case r == '-' || joint == "-":
		return "-"
	default:
		return "_"
	}
}

// isBorder reports whether a word begins at runes[i] by case: after a
// lower-case letter or digit (listIssues), or at the last capital of a run
// (HTTPCode), where a plural s does not count (listPRs).
func isBorder(runes []rune, i int) bool {
	if i == 0 || !unicode.IsUpper(runes[i]) {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return isAlphanumeric(runes[i-1])
	}
	if i+1 >= len(runes) || !unicode.IsLower(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 >= len(runes) || !unicode.IsLower(runes[i+2]))
	return !plural
}

func isJoint(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func isAlphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
