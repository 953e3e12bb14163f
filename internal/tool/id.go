package tool

import (
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// Root returns the first segment of a capability id.
func Root(capability string) string {
	root, _, _ := strings.Cut(capability, ":")
	return root
}

// CapabilityCovers reports whether filter is capability itself or a prefix of
// it that ends between two segments: file covers file:read, fil does not.
func CapabilityCovers(filter, capability string) bool {
	rest, ok := strings.CutPrefix(capability, filter)
	return ok && (rest == "" || rest[0] == ':')
}

// Ends returns the two entities of a legal relationship id.
func Ends(relationship string) (from, to string) {
	from, rest, _ := strings.Cut(relationship, ".")
	_, to, _ = strings.Cut(rest, ".")
	return from, to
}

// CheckCapability says why an id is no capability of a tool: root:action, with
// more segments allowed.
func CheckCapability(at, id string) problem.List {
	problems := checkCapabilityPrefix(at, id, "want root:action, such as file:read")
	if len(problems) == 0 && !strings.Contains(id, ":") {
		problems.Add(at, problem.InvalidField, "capability %q has a root only; want root:action, such as %s:read", id, id)
	}
	return problems
}

// CheckCapabilityPrefix says why an id names no capability and no group of
// them: a root, or a root and segments.
func CheckCapabilityPrefix(at, id string) problem.List {
	return checkCapabilityPrefix(at, id, "want a root or root:action, such as file or file:read")
}

func checkCapabilityPrefix(at, id, want string) problem.List {
	problems := checkID(at, id, ":", want)
	if len(problems) > 0 {
		return problems
	}
	root := Root(id)
	if len(root) > limits.RootChars {
		over(&problems, at, "capability_root", len(root), limits.RootChars, "characters in its root")
	}
	if n := strings.Count(root, "-"); n > limits.RootHyphens {
		problems.Add(at, problem.InvalidField, "capability root %q has %d hyphens, at most %d are allowed", root, n, limits.RootHyphens)
	}
	return problems
}

// CheckConceptID says why an id names no domain and no entity.
func CheckConceptID(at, id string) problem.List {
	return checkID(at, id, "", "want lower-case words joined by hyphens, such as work-item")
}

// CheckRelationship says why an id is no relationship: entity.verb.entity.
func CheckRelationship(at, id string) problem.List {
	const want = "want entity.verb.entity, such as work-item.assigned-to.member"
	problems := checkID(at, id, ".", want)
	if len(problems) == 0 && strings.Count(id, ".") != 2 {
		problems.Add(at, problem.InvalidField, "%q has %d parts; %s", id, strings.Count(id, ".")+1, want)
	}
	return problems
}

// checkID wants words with inner hyphens, separated by one character of between.
func checkID(at, id, between, want string) problem.List {
	var problems problem.List
	what := refusedIn(id, oneLine)
	switch n := utf8.RuneCountInString(id); {
	case what != "":
		problems.Add(at, problem.InvalidField, "%s holds %s, which no id may hold", Shown(id), what)
	case n > limits.IDChars:
		over(&problems, at, "id", n, limits.IDChars, "characters")
	case !isWord(id, "-"+between):
		problems.Add(at, problem.InvalidField, "%s is not an id; %s", Shown(id), want)
	}
	return problems
}
