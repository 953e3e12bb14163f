package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// prefix begins every variable of ours.
const prefix = "DISCOVERYD_"

// forTests lists the variables that are read by the project's own tests only.
func forTests() []string { return []string{prefix + "EVAL_DIR", prefix + "TEST_POSTGRES_URL"} }

// twin is the variable of a flag: page-budget → DISCOVERYD_PAGE_BUDGET.
func twin(flag string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// environment resolves flags that the command line leaves out. It reads only
// what the process was given, so that tests need not change their own.
type environment struct {
	values map[string]string
	names  []string // ours, sorted
}

func newEnvironment(env []string) environment {
	e := environment{values: make(map[string]string, len(env))}
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		e.values[name] = value
		if strings.HasPrefix(name, prefix) {
			e.names = append(e.names, name)
		}
	}
	slices.Sort(e.names)
	return e
}

// Validate implements kong.Resolver.
func (e environment) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver. An empty variable counts as unset.
func (e environment) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if value := e.values[twin(flag.Name)]; value != "" && flag.Name != "help" {
		return value, nil
	}
	return nil, nil
}

// checkUnknown refuses variables of ours that no flag of any command has: a
// misspelt setting must not be ignored.
func (e environment) checkUnknown(model *kong.Application) error {
	known := forTests()
	for _, flag := range allFlags(model.Node) {
		known = append(known, twin(flag.Name))
	}
	for _, name := range e.names {
		if slices.Contains(known, name) {
			continue
		}
		hint := "see discoveryd COMMAND --help for those there are"
		if near := wirejson.Near(strings.ToLower(name), lower(known)); near != "" {
			hint = "did you mean " + strings.ToUpper(near) + "?"
		}
		return usage("the environment variable %s is unknown: %s", name, hint)
	}
	return nil
}

// allFlags lists the flags of a command and of those below it, --help left out.
func allFlags(node *kong.Node) []*kong.Flag {
	var flags []*kong.Flag
	for _, flag := range node.Flags {
		if flag.Name != "help" {
			flags = append(flags, flag)
		}
	}
	for _, child := range node.Children {
		flags = append(flags, allFlags(child)...)
	}
	return flags
}

func lower(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ToLower(name)
	}
	return out
}

// helpWithTwin names each flag's variable in the help.
func helpWithTwin(value *kong.Value) string {
	if value.Flag == nil || value.Flag.Name == "help" {
		return value.Help
	}
	return strings.TrimSuffix(value.Help, ".") + " ($" + twin(value.Flag.Name) + ")."
}
