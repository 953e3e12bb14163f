package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// In the order of toolColumns. A version that deleted the tool reads as deleted.
const readVersion = `
SELECT v.name, v.title, v.description, v.parameters, v.details, v.team, v.version, v.revision, v.digest,
    '', v.action = 'deleted', t.created_at, v.created_at, v.created_by
FROM tool_versions v JOIN tools t ON t.catalog = v.catalog AND t.name = v.name
WHERE v.catalog = ? AND v.name = ? AND v.version = ?`

// Version returns one immutable version of a tool.
func (s *Store) Version(ctx context.Context, catalog, name string, version int) (*tool.Record, error) {
	records, err := collect(ctx, s.reader, query{readVersion, []any{catalog, name, version}}, scanTool)
	if err == nil && len(records) == 0 {
		if err = s.missing(ctx, catalog, name); err == nil {
			err = store.ErrUnknownVersion
		}
	}
	if err != nil {
		return nil, failure(ctx, err)
	}
	return records[0], nil
}

const listVersions = `
SELECT version, revision, digest, action, team, reason, created_at, created_by
FROM tool_versions WHERE catalog = ? AND name = ? ORDER BY version DESC`

// Versions returns a tool's history, newest first.
func (s *Store) Versions(ctx context.Context, catalog, name string) ([]store.Version, error) {
	list := query{listVersions, []any{catalog, name}}
	versions, err := collect(ctx, s.reader, list, func(rows *sql.Rows) (store.Version, error) {
		var v store.Version
		err := rows.Scan(&v.Version, &v.Revision, &v.Digest, &v.Action, &v.Team, &v.Reason, &v.CreatedAt, &v.CreatedBy)
		return v, err
	})
	if err == nil && len(versions) == 0 {
		err = s.missing(ctx, catalog, name)
	}
	return versions, failure(ctx, err)
}

const listAudit = `
SELECT revision, at, by, team, kind, name, action, version, before, after, reason
FROM audit WHERE catalog = ? AND revision > ? ORDER BY revision, ordinal`

// Audit returns the audit rows after a revision, oldest first.
func (s *Store) Audit(ctx context.Context, catalog string, after int64) ([]store.AuditRow, error) {
	list := query{listAudit, []any{catalog, after}}
	audit, err := collect(ctx, s.reader, list, func(rows *sql.Rows) (store.AuditRow, error) {
		var a store.AuditRow
		err := rows.Scan(&a.Revision, &a.At, &a.By, &a.Team, &a.Kind, &a.Name, &a.Action, &a.Version,
			&a.Before, &a.After, &a.Reason)
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
SELECT EXISTS (SELECT 1 FROM catalogs WHERE name = ?1), EXISTS (SELECT 1 FROM tools WHERE catalog = ?1 AND name = ?2)`

// missing says which of a catalog and a tool is not there, nil when both are.
func (s *Store) missing(ctx context.Context, catalog, name string) error {
	var hasCatalog, hasTool bool
	if err := s.reader.QueryRowContext(ctx, known, catalog, name).Scan(&hasCatalog, &hasTool); err != nil {
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
