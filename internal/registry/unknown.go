package registry

import (
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// legalName is the dotted spelling of a name, or "" when no catalog can have
// it: such a text never reaches a store.
func legalName(name string) string {
	if !tool.Legal(name) {
		return ""
	}
	return tool.Dotted(name)
}

func needsName(name string) Needs {
	if name == "" {
		return Needs{}
	}
	return Needs{Names: []string{name}}
}

func unknownCatalog() error {
	return problem.New(problem.UnknownCatalog, "there is no such catalog; the first apply or register creates it")
}

// unknownTool is the error for a name, as the caller spelled it, without a live
// tool; known is the record of a deleted one, or nil.
func unknownTool(name string, known *tool.Record) error {
	if known != nil {
		return problem.New(problem.UnknownTool, "the tool %q was deleted at version %d", known.Name, known.Version).With("name", known.Name)
	}
	return problem.New(problem.UnknownTool, "there is no tool %s in this catalog", tool.Shown(name))
}

func notOwner(known *tool.Record, next string) error {
	return problem.At("/team", problem.NotOwner, "%q belongs to %s; %s", known.Name, standing(known), next).
		With("name", known.Name).With("owner", known.Team)
}
