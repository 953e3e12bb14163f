package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

// writer queues the rows of one plan.
type writer struct {
	catalog string
	at      int64
	queue   []query
}

func (w *writer) add(statement string, args ...any) {
	w.queue = append(w.queue, query{statement, args})
}

// write writes a plan. The order of the queue satisfies the foreign keys.
func write(ctx context.Context, tx *sql.Tx, catalog string, plan *store.Plan) error {
	w := &writer{catalog: catalog, at: plan.At}
	w.head(plan)
	w.tools(plan)
	w.history(plan.History)
	w.concepts(plan)
	w.audit(plan.Audit)
	if plan.Receipt != nil {
		w.receipt(plan.Receipt)
	}
	return w.run(ctx, tx)
}

// run executes the queue. Equal statements stand together, and each such run is
// prepared once.
func (w *writer) run(ctx context.Context, tx *sql.Tx) error {
	var prepared *sql.Stmt // closed with the transaction
	for i, q := range w.queue {
		if i == 0 || q.sql != w.queue[i-1].sql {
			var err error
			if prepared, err = tx.PrepareContext(ctx, q.sql); err != nil {
				return fmt.Errorf("prepare: %w", err)
			}
		}
		if _, err := prepared.ExecContext(ctx, q.args...); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}

const createCatalog = `INSERT INTO catalogs (name, created_at) VALUES (?, ?)`

const setRevision = `UPDATE catalogs SET revision = ?2 WHERE name = ?1`

const setSettings = `UPDATE catalogs SET settings = ?2 WHERE name = ?1`

func (w *writer) head(plan *store.Plan) {
	if plan.Create {
		w.add(createCatalog, w.catalog, w.at)
	}
	if plan.Raises {
		w.add(setRevision, w.catalog, plan.Revision)
	}
	if plan.Settings != nil {
		w.add(setSettings, w.catalog, column.Settings(*plan.Settings))
	}
}

const putTool = `
INSERT INTO tools (catalog, name, title, description, parameters, details, team, version, revision, digest,
    live_description, deleted, created_at, updated_at, updated_by)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?13, ?14)
ON CONFLICT (catalog, name) DO UPDATE SET
    title = excluded.title, description = excluded.description, parameters = excluded.parameters,
    details = excluded.details, team = excluded.team, version = excluded.version, revision = excluded.revision,
    digest = excluded.digest, live_description = excluded.live_description, deleted = excluded.deleted,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by`

const dropAliases = `DELETE FROM tool_aliases WHERE catalog = ? AND name = ?`

const addAlias = `INSERT INTO tool_aliases (catalog, alias, name) VALUES (?, ?, ?)`

const addFamily = `
INSERT INTO families (catalog, family, team) VALUES (?, ?, ?) ON CONFLICT (catalog, family) DO NOTHING`

func (w *writer) tools(plan *store.Plan) {
	for _, r := range plan.Tools {
		w.add(putTool, w.catalog, r.Name, r.Title, r.Description, r.Parameters, column.Details(&r.Spec),
			r.Team, r.Version, r.Revision, r.Digest, r.LiveDescription, r.Deleted, w.at, r.UpdatedBy)
	}
	for _, r := range plan.Tools {
		w.add(dropAliases, w.catalog, r.Name)
	}
	for _, a := range plan.Aliases {
		w.add(addAlias, w.catalog, a.Alias, a.Name)
	}
	for _, f := range plan.Families {
		w.add(addFamily, w.catalog, f.Family, f.Team)
	}
}

const addVersion = `
INSERT INTO tool_versions (catalog, name, version, revision, action, title, description, parameters, details,
    team, digest, reason, created_at, created_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (w *writer) history(steps []store.Step) {
	for _, s := range steps {
		r := s.Record
		w.add(addVersion, w.catalog, r.Name, r.Version, r.Revision, string(s.Action), r.Title, r.Description,
			r.Parameters, column.Details(&r.Spec), r.Team, r.Digest, s.Reason, w.at, r.UpdatedBy)
	}
}

const putConcept = `
INSERT INTO concepts (catalog, kind, id, label, glossary, synonyms, team, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (catalog, kind, id) DO UPDATE SET
    label = excluded.label, glossary = excluded.glossary, synonyms = excluded.synonyms,
    team = excluded.team, revision = excluded.revision`

const dropConcept = `DELETE FROM concepts WHERE catalog = ? AND kind = ? AND id = ?`

func (w *writer) concepts(plan *store.Plan) {
	for _, c := range plan.Concepts {
		w.add(putConcept, w.catalog, c.Kind, c.ID, c.Label, c.Glossary, column.Words(c.Synonyms), c.Team, c.Revision)
	}
	for _, key := range plan.Gone {
		w.add(dropConcept, w.catalog, key.Kind, key.ID)
	}
}

const addAudit = `
INSERT INTO audit (catalog, revision, ordinal, at, by, team, kind, name, action, version, before, after, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (w *writer) audit(rows []store.AuditRow) {
	for i, a := range rows {
		w.add(addAudit, w.catalog, a.Revision, i, w.at, a.By, a.Team, a.Kind, a.Name, string(a.Action),
			a.Version, a.Before, a.After, a.Reason)
	}
}

// An expired receipt of the same id gives way.
const putReceipt = `
INSERT INTO receipts (catalog, team, request_id, fingerprint, answer, created_at)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (catalog, team, request_id) DO UPDATE SET
    fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`

// At most a hundred at a time, so that no commit pays for a busy yesterday.
const pruneReceipts = `
DELETE FROM receipts WHERE rowid IN (
    SELECT rowid FROM receipts WHERE created_at <= ? ORDER BY created_at LIMIT 100)`

func (w *writer) receipt(r *registry.Receipt) {
	w.add(putReceipt, w.catalog, r.Team, r.RequestID, r.Fingerprint, string(r.Answer), w.at)
	w.add(pruneReceipts, w.at-receiptAge)
}
