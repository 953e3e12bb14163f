package registry

import (
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// override is the permission a request carries to take over what others own.
type override struct {
	on     bool
	only   map[string]bool // dotted names and kind/id of concepts; nil is all
	reason string
}

// newOverride checks the fields that make up an override. names may be nil.
func newOverride(on bool, names []string, reason string) (override, problem.List) {
	o := override{on: on, reason: reason}
	var problems problem.List
	if len(names) > 0 {
		o.only = make(map[string]bool, len(names))
	}
	for i, name := range names {
		normal, found := checkOverrideName("/override_names/"+strconv.Itoa(i), name)
		problems = append(problems, found...)
		o.only[normal] = true
	}
	problems = append(problems, tool.CheckReason("/reason", reason)...)
	if on && strings.TrimSpace(reason) == "" {
		problems.Add("/reason", problem.OverrideReasonMissing, "is empty; an override needs a reason, which goes to the audit trail")
	}
	return o, problems
}

// checkOverrideName returns the spelling that covers compares: a dotted name,
// or kind/id of a concept.
func checkOverrideName(at, name string) (string, problem.List) {
	kind, id, isConcept := strings.Cut(name, "/")
	if !isConcept {
		return tool.CheckName(at, name)
	}
	var problems problem.List
	for _, v := range (tool.ConceptKey{Kind: kind, ID: id}).Check("") {
		problems.Add(at, v.Reason, "%s", v.Description)
	}
	return name, problems
}

// covers reports whether a dotted name, or kind/id of a concept, may be taken over.
func (o override) covers(name string) bool {
	return o.on && (o.only == nil || o.only[name])
}
