// Package store is the contract of the two backends, Postgres and SQLite.
// The suite in storetest says what both must do.
package store

import (
	"context"
	"errors"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Sentinels that methods promise.
var (
	// ErrUnknownCatalog says the catalog does not exist.
	ErrUnknownCatalog = errors.New("unknown catalog")
	// ErrUnknownTool says no tool ever had that name.
	ErrUnknownTool = errors.New("unknown tool")
	// ErrUnknownVersion says the tool never had that version.
	ErrUnknownVersion = errors.New("unknown version")
	// ErrUnavailable wraps what a caller may retry: the database is out of
	// reach, shutting down, or gave up a transaction.
	ErrUnavailable = errors.New("store unavailable")
)

// Writer changes a catalog.
type Writer interface {
	// Commit runs op in one transaction that holds the catalog's lock: it
	// loads what op needs, lets op decide, and writes tools, history, audit
	// rows, receipt and the new revision together. A nil error means durable;
	// ErrUnavailable leaves it open whether the change was committed, and a
	// request id makes a retry safe.
	// by names who acts, for updated_by and the audit row.
	// Errors: the *problem.Error of op; ErrUnavailable.
	Commit(ctx context.Context, catalog, by string, op registry.Operation) (registry.Result, error)
}

// Reader reads committed facts.
type Reader interface {
	// Heads returns every catalog by name. Errors: ErrUnavailable.
	Heads(ctx context.Context) ([]Head, error)
	// Load returns the rows of a catalog that changed after revision since, as
	// of one point in time; since -1 returns all. Concepts and settings are
	// always complete. Records are sorted by name, concepts by kind and id.
	// Errors: ErrUnknownCatalog, ErrUnavailable.
	Load(ctx context.Context, catalog string, since int64) (Contents, error)
	// Version returns one immutable version of a tool, deleted or not, by dotted name.
	// Errors: ErrUnknownCatalog, ErrUnknownTool, ErrUnknownVersion, ErrUnavailable.
	Version(ctx context.Context, catalog, name string, version int) (*tool.Record, error)
	// Versions returns a tool's history, newest first, by dotted name.
	// Errors: ErrUnknownCatalog, ErrUnknownTool, ErrUnavailable.
	Versions(ctx context.Context, catalog, name string) ([]Version, error)
	// Audit returns audit rows of a catalog, oldest first, after a revision.
	// Errors: ErrUnknownCatalog, ErrUnavailable.
	Audit(ctx context.Context, catalog string, after int64) ([]AuditRow, error)
	// Ping reports whether the store answers. Errors: ErrUnavailable.
	Ping(ctx context.Context) error
}

// Store is one backend.
type Store interface {
	Reader
	Writer
	Turns
	// Close releases connections. Calls under way may fail.
	Close()
}

// Head is a catalog and how far it has come.
type Head struct {
	Catalog  string
	Revision int64
}

// Contents is what a catalog holds.
type Contents struct {
	Revision int64
	Settings settings.Settings
	Records  []*tool.Record // deleted ones included
	Concepts []tool.Concept
}

// Version is one step in a tool's history.
type Version struct {
	Version   int
	Revision  int64
	Digest    string
	Action    registry.Action
	Team      string
	Reason    string
	CreatedAt int64 // microseconds since the Unix epoch
	CreatedBy string
}

// AuditRow is one committed change of one tool, concept or the settings.
type AuditRow struct {
	Revision int64
	At       int64  // microseconds since the Unix epoch
	By       string // who acted
	Team     string // the acting team
	Kind     string // tool, settings, or a concept's kind
	Name     string
	Action   registry.Action
	Version  int // 0 for what has no versions
	Before   string
	After    string // digests
	Reason   string
}
