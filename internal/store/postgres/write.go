package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

// writer queues the rows of one plan; they travel in one round trip.
type writer struct {
	batch   pgx.Batch
	catalog string
	at      time.Time
}

// write writes a plan. The order of the queue satisfies the foreign keys.
func write(ctx context.Context, tx pgx.Tx, catalog string, plan *store.Plan) error {
	w := &writer{catalog: catalog, at: time.UnixMicro(plan.At).UTC()}
	w.head(plan)
	w.tools(plan)
	w.history(plan.History)
	w.concepts(plan)
	w.audit(plan.Audit)
	if plan.Receipt != nil {
		w.receipt(plan.Receipt)
	}
	return tx.SendBatch(ctx, &w.batch).Close()
}

const createCatalog = `INSERT INTO catalogs (name, created_at) VALUES ($1, $2)`

const setRevision = `UPDATE catalogs SET revision = $2 WHERE name = $1`

const setSettings = `UPDATE catalogs SET settings = $2 WHERE name = $1`

func (w *writer) head(plan *store.Plan) {
	if plan.Create {
		w.batch.Queue(createCatalog, w.catalog, w.at)
	}
	if plan.Raises {
		w.batch.Queue(setRevision, w.catalog, plan.Revision)
	}
	if plan.Settings != nil {
		w.batch.Queue(setSettings, w.catalog, column.Settings(*plan.Settings))
	}
}

const putTool = `
INSERT INTO tools (catalog, name, title, description, parameters, details, team, version, revision, digest,
    live_description, deleted, created_at, updated_at, updated_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)
ON CONFLICT (catalog, name) DO UPDATE SET
    title = excluded.title, description = excluded.description, parameters = excluded.parameters,
    details = excluded.details, team = excluded.team, version = excluded.version, revision = excluded.revision,
    digest = excluded.digest, live_description = excluded.live_description, deleted = excluded.deleted,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by`

const dropAliases = `DELETE FROM tool_aliases WHERE catalog = $1 AND name = ANY($2)`

const addAlias = `INSERT INTO tool_aliases (catalog, alias, name) VALUES ($1, $2, $3)`

const addFamily = `
INSERT INTO families (catalog, family, team) VALUES ($1, $2, $3) ON CONFLICT (catalog, family) DO NOTHING`

func (w *writer) tools(plan *store.Plan) {
	names := make([]string, len(plan.Tools))
	for i, r := range plan.Tools {
		names[i] = r.Name
		w.batch.Queue(putTool, w.catalog, r.Name, r.Title, r.Description, r.Parameters, column.Details(&r.Spec),
			r.Team, r.Version, r.Revision, r.Digest, r.LiveDescription, r.Deleted, w.at, r.UpdatedBy)
	}
	if len(names) > 0 {
		w.batch.Queue(dropAliases, w.catalog, names)
	}
	for _, a := range plan.Aliases {
		w.batch.Queue(addAlias, w.catalog, a.Alias, a.Name)
	}
	for _, f := range plan.Families {
		w.batch.Queue(addFamily, w.catalog, f.Family, f.Team)
	}
}

const addVersion = `
INSERT INTO tool_versions (catalog, name, version, revision, action, title, description, parameters, details,
    team, digest, reason, created_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

func (w *writer) history(steps []store.Step) {
	for _, s := range steps {
		r := s.Record
		w.batch.Queue(addVersion, w.catalog, r.Name, r.Version, r.Revision, s.Action, r.Title, r.Description,
			r.Parameters, column.Details(&r.Spec), r.Team, r.Digest, s.Reason, w.at, r.UpdatedBy)
	}
}

const putConcept = `
INSERT INTO concepts (catalog, kind, id, label, glossary, synonyms, team, revision)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (catalog, kind, id) DO UPDATE SET
    label = excluded.label, glossary = excluded.glossary, synonyms = excluded.synonyms,
    team = excluded.team, revision = excluded.revision`

const dropConcept = `DELETE FROM concepts WHERE catalog = $1 AND kind = $2 AND id = $3`

func (w *writer) concepts(plan *store.Plan) {
	for _, c := range plan.Concepts {
		w.batch.Queue(putConcept, w.catalog, c.Kind, c.ID, c.Label, c.Glossary, column.Words(c.Synonyms), c.Team, c.Revision)
	}
	for _, key := range plan.Gone {
		w.batch.Queue(dropConcept, w.catalog, key.Kind, key.ID)
	}
}

const addAudit = `
INSERT INTO audit (catalog, revision, ordinal, at, by, team, kind, name, action, version, before, after, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

func (w *writer) audit(rows []store.AuditRow) {
	for i, a := range rows {
		w.batch.Queue(addAudit, w.catalog, a.Revision, i, w.at, a.By, a.Team, a.Kind, a.Name, a.Action,
			a.Version, a.Before, a.After, a.Reason)
	}
}

// An expired receipt of the same id gives way.
const putReceipt = `
INSERT INTO receipts (catalog, team, request_id, fingerprint, answer, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (catalog, team, request_id) DO UPDATE SET
    fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`

// At most a hundred at a time, so that no commit pays for a busy yesterday.
// Other catalogs' rows may be locked by their own commits: those wait.
const pruneReceipts = `
DELETE FROM receipts WHERE (catalog, team, request_id) IN (
    SELECT catalog, team, request_id FROM receipts WHERE created_at <= $1::timestamptz - make_interval(hours => $2)
    ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`

func (w *writer) receipt(r *registry.Receipt) {
	w.batch.Queue(putReceipt, w.catalog, r.Team, r.RequestID, r.Fingerprint, string(r.Answer), w.at)
	w.batch.Queue(pruneReceipts, w.at, limits.RequestIDHours)
}
