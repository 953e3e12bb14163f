package registry

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// settingFindings says what the catalog's settings have against a record that
// would be written. What is stored already is not asked again.
func (p *plan) settingFindings(e *toolEntry) findings {
	var found findings
	s := p.state.Settings
	if s.SchemaProfile == tool.CoreProfile {
		found.addAll(tool.CheckSchema(e.at+"/parameters", e.spec.Parameters, tool.CoreProfile))
	}
	if len(s.RootsDeclared) == 0 {
		return found
	}
	for i, capability := range e.draft.Capabilities {
		if root := tool.Root(capability); !slices.Contains(s.RootsDeclared, root) {
			found.add(e.at+"/capabilities/"+strconv.Itoa(i), problem.InvalidField, nil, fmt.Sprintf(
				"the root %q of %q is not declared in this catalog; want one of its roots_declared, or have it added there", root, capability,
			))
		}
	}
	return found
}
