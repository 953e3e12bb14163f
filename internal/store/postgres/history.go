package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// In the order of toolColumns. A version that deleted the tool reads as deleted.
const readVersion = `
SELECT v.name, v.title, v.description, v.parameters, v.details, v.team, v.version, v.revision, v.digest,
    '', v.action = 'deleted', t.created_at, v.created_at, v.created_by
FROM tool_versions v JOIN tools t ON t.catalog = v.catalog AND t.name = v.name
WHERE v.catalog = $1 AND v.name = $2 AND v.version = $3`

// Version returns one immutable version of a tool.
func (s *Store) Version(ctx context.Context, catalog, name string, version int) (*tool.Record, error) {
	rows, err := s.pool.Query(ctx, readVersion, catalog, name, version)
	if err != nil {
		return nil, failure(ctx, err)
	}
	record, err := pgx.CollectExactlyOneRow(rows, scanTool)
	if errors.Is(err, pgx.ErrNoRows) {
		if err = s.missing(ctx, catalog, name); err == nil {
			err = store.ErrUnknownVersion
		}
	}
	if err != nil {
		return nil, failure(ctx, err)
	}
	return record, nil
}

const listVersions = `
SELECT version, revision, digest, action, team, reason, created_at, created_by
FROM tool_versions WHERE catalog = $1 AND name = $2 ORDER BY version DESC`

// Versions returns a tool's history, newest first.
func (s *Store) Versions(ctx context.Context, catalog, name string) ([]store.Version, error) {
	rows, err := s.pool.Query(ctx, listVersions, catalog, name)
	if err != nil {
		return nil, failure(ctx, err)
	}
	versions, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Version, error) {
		var v store.Version
		var created time.Time
		err := row.Scan(&v.Version, &v.Revision, &v.Digest, &v.Action, &v.Team, &v.Reason, &created, &v.CreatedBy)
		v.CreatedAt = created.UnixMicro()
		return v, err
	})
	if err == nil && len(versions) == 0 {
		err = s.missing(ctx, catalog, name)
	}
	return versions, failure(ctx, err)
}

const listAudit = `
SELECT revision, at, by, team, kind, name, action, version, before, after, reason
FROM audit WHERE catalog = $1 AND revision > $2 ORDER BY revision, ordinal`

// Audit returns the audit rows after a revision, oldest first.
func (s *Store) Audit(ctx context.Context, catalog string, after int64) ([]store.AuditRow, error) {
	rows, err := s.pool.Query(ctx, listAudit, catalog, after)
	if err != nil {
		return nil, failure(ctx, err)
	}
	audit, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.AuditRow, error) {
		var a store.AuditRow
		var at time.Time
		err := row.Scan(&a.Revision, &at, &a.By, &a.Team, &a.Kind, &a.Name, &a.Action, &a.Version,
			&a.Before, &a.After, &a.Reason)
		a.At = at.UnixMicro()
		return a, err
	})
	if err == nil && len(audit) == 0 {
		if err = s.missing(ctx, catalog, ""); errors.Is(err, store.ErrUnknownTool) {
			err = nil
		}
	}
	return audit, failure(ctx, err)
}

const known = `
SELECT EXISTS (SELECT 1 FROM catalogs WHERE name = $1), EXISTS (SELECT 1 FROM tools WHERE catalog = $1 AND name = $2)`

// missing says which of a catalog and a tool is not there, nil when both are.
func (s *Store) missing(ctx context.Context, catalog, name string) error {
	var hasCatalog, hasTool bool
	if err := s.pool.QueryRow(ctx, known, catalog, name).Scan(&hasCatalog, &hasTool); err != nil {
		return err
	}
	switch {
	case !hasCatalog:
		return store.ErrUnknownCatalog
	case !hasTool:
		return store.ErrUnknownTool
	}
	return nil
}
