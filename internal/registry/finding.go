package registry

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// finding is a reason to refuse a request, and the facts that an error which
// leads with it carries as metadata.
type finding struct {
	problem.Violation
	facts map[string]string
}

// findings are in the order of the request.
type findings []finding

func (f *findings) add(at string, reason problem.Reason, facts map[string]string, description string) {
	*f = append(*f, finding{problem.Violation{Field: at, Reason: reason, Description: description}, facts})
}

func (f *findings) addAll(violations problem.List) {
	for _, v := range violations {
		*f = append(*f, finding{Violation: v})
	}
}

func (f findings) violations() []problem.Violation {
	var all []problem.Violation
	for _, finding := range f {
		all = append(all, finding.Violation)
	}
	return all
}

// refusal is the error for all findings together, nil when there are none.
// Its reason is that of the first finding of the gravest class.
func (f findings) refusal() error {
	if len(f) == 0 {
		return nil
	}
	lead := f[0]
	for _, other := range f[1:] {
		if class(other.Reason) < class(lead.Reason) {
			lead = other
		}
	}
	message := lead.Field + ": " + lead.Description
	if len(f) > 1 {
		message = fmt.Sprintf("%d problems, nothing was changed; one is %s", len(f), message)
	}
	err := &problem.Error{Reason: lead.Reason, Message: message, Violations: f.violations(), Metadata: maps.Clone(lead.facts)}
	return err.With("problems", strconv.Itoa(len(f)))
}

// class orders reasons: what the caller has to mend first comes first. The
// contract wants a missing override reason always said, and INVALID_ARGUMENT
// before ALREADY_EXISTS (contract 4).
func class(reason problem.Reason) int {
	switch reason {
	case problem.OverrideReasonMissing:
		return 0
	case problem.NamespaceNotOwned:
		return 2
	case problem.ToolNameTaken, problem.ConceptTaken:
		return 3
	case problem.VersionMismatch:
		return 4
	case problem.IncompatibleSchema:
		return 5
	default: // what maps to INVALID_ARGUMENT
		return 1
	}
}

// invalid is the error of an envelope, nil when nothing is wrong with it.
func invalid(violations problem.List) error {
	var f findings
	f.addAll(violations)
	return f.refusal()
}

// ownerFacts says who holds a name and since when.
func ownerFacts(name string, r *tool.Record) map[string]string {
	return map[string]string{
		"name": name, "owner": r.Team, "version": strconv.Itoa(r.Version), "updated_at": instant(r.UpdatedAt),
	}
}

// standing describes the holder of a name for a message.
func standing(r *tool.Record) string {
	return fmt.Sprintf("team %q (version %d, updated %s)", r.Team, r.Version, instant(r.UpdatedAt))
}
