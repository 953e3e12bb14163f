package registry

import (
	"strconv"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/settings"
)

// PutSettings replaces the settings of a catalog.
type PutSettings struct {
	settings   settings.Settings
	ifRevision *int64
}

// NewPutSettings checks everything that needs no catalog. ifRevision, when it
// is not nil, is the revision the caller has seen.
func NewPutSettings(s settings.Settings, ifRevision *int64) (*PutSettings, error) {
	normal, problems := settings.Check(s)
	if ifRevision != nil && *ifRevision < 0 {
		problems.Add("/if_revision", problem.InvalidField, "is %d; want a revision, 0 or more", *ifRevision)
	}
	if err := invalid(problems); err != nil {
		return nil, err
	}
	return &PutSettings{settings: normal, ifRevision: ifRevision}, nil
}

// Needs implements Operation.
func (op *PutSettings) Needs() Needs { return Needs{} }

// Decide implements Operation. The same settings again raise nothing.
func (op *PutSettings) Decide(s State) (Decision, error) {
	if !s.Exists {
		return Decision{}, unknownCatalog()
	}
	if op.ifRevision != nil && *op.ifRevision != s.Revision {
		return Decision{}, problem.At("/if_revision", problem.VersionMismatch,
			"is %d, but the catalog is at revision %d; read the settings and decide again", *op.ifRevision, s.Revision).
			With("revision", strconv.FormatInt(s.Revision, 10))
	}
	d := Decision{Result: Result{Revision: s.Revision, Settings: op.settings}}
	if !settings.Equal(op.settings, s.Settings) {
		d.Result.Revision++
		d.Writes.Settings = &op.settings
	}
	return d, nil
}
