package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store/column"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// The clock is read after the lock was taken, so times grow with revisions.
const countCatalogs = `SELECT count(*), clock_timestamp() FROM catalogs`

// load fills state with what an operation needs, in one round trip, and returns
// the database's time.
func load(ctx context.Context, tx pgx.Tx, catalog string, needs registry.Needs, state *registry.State) (int64, error) {
	state.Tools = map[string]*tool.Record{}
	state.Aliases = map[string]string{}
	state.FamilyOwners = map[string]string{}
	state.Concepts = map[tool.ConceptKey]tool.Concept{}
	var at time.Time
	batch := &pgx.Batch{}
	batch.Queue(countCatalogs).QueryRow(func(row pgx.Row) error { return row.Scan(&state.Catalogs, &at) })
	if len(needs.Names) > 0 {
		needTools(batch, catalog, needs.Names, state)
	}
	if needs.TeamTools {
		batch.Queue(toolsOfTeam, catalog, needs.Team).Query(intoTools(state.Tools))
	}
	if needs.RequestID != "" {
		needReceipt(batch, catalog, needs.Team, needs.RequestID, state)
	}
	if len(needs.Families) > 0 {
		batch.Queue(familyOwners, catalog, needs.Families).Query(intoPairs(state.FamilyOwners))
	}
	if len(needs.Concepts) > 0 {
		needConcepts(batch, catalog, needs.Concepts, state)
	}
	err := tx.SendBatch(ctx, batch).Close()
	return at.UnixMicro(), err
}

const toolsByName = `SELECT ` + toolColumns + ` FROM tools WHERE catalog = $1 AND name = ANY($2)`

const toolsByAlias = `
SELECT ` + toolColumns + ` FROM tools WHERE catalog = $1
AND name IN (SELECT name FROM tool_aliases WHERE catalog = $1 AND alias = ANY($2))`

const toolsOfTeam = `
SELECT ` + toolColumns + ` FROM tools WHERE catalog = $1 AND team = $2 AND NOT deleted`

const aliasTargets = `SELECT alias, name FROM tool_aliases WHERE catalog = $1 AND alias = ANY($2)`

const familyOwners = `SELECT family, team FROM families WHERE catalog = $1 AND family = ANY($2)`

func needTools(batch *pgx.Batch, catalog string, names []string, state *registry.State) {
	batch.Queue(toolsByName, catalog, names).Query(intoTools(state.Tools))
	batch.Queue(toolsByAlias, catalog, names).Query(intoTools(state.Tools))
	batch.Queue(aliasTargets, catalog, names).Query(intoPairs(state.Aliases))
}

func intoTools(tools map[string]*tool.Record) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		records, err := pgx.CollectRows(rows, scanTool)
		for _, r := range records {
			tools[r.Name] = r
		}
		return err
	}
}

func intoPairs(pairs map[string]string) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var key, value string
		_, err := pgx.ForEachRow(rows, []any{&key, &value}, func() error {
			pairs[key] = value
			return nil
		})
		return err
	}
}

const conceptsByKey = `
SELECT ` + conceptColumns + ` FROM concepts
WHERE catalog = $1 AND (kind, id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`

func needConcepts(batch *pgx.Batch, catalog string, keys []tool.ConceptKey, state *registry.State) {
	kinds, ids := make([]string, len(keys)), make([]string, len(keys))
	for i, key := range keys {
		kinds[i], ids[i] = key.Kind, key.ID
	}
	batch.Queue(conceptsByKey, catalog, kinds, ids).Query(func(rows pgx.Rows) error {
		concepts, err := pgx.CollectRows(rows, scanConcept)
		for i := range concepts {
			state.Concepts[concepts[i].ConceptKey] = concepts[i]
		}
		return err
	})
}

const receiptByID = `
SELECT fingerprint, answer FROM receipts
WHERE catalog = $1 AND team = $2 AND request_id = $3
AND created_at > clock_timestamp() - make_interval(hours => $4)`

func needReceipt(batch *pgx.Batch, catalog, team, requestID string, state *registry.State) {
	batch.Queue(receiptByID, catalog, team, requestID, limits.RequestIDHours).QueryRow(func(row pgx.Row) error {
		receipt := registry.Receipt{Team: team, RequestID: requestID}
		var answer string
		err := row.Scan(&receipt.Fingerprint, &answer)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		receipt.Answer = []byte(answer)
		state.Receipt = &receipt
		return err
	})
}

const toolColumns = `name, title, description, parameters, details, team, version, revision, digest,
live_description, deleted, created_at, updated_at, updated_by`

func scanTool(row pgx.CollectableRow) (*tool.Record, error) {
	var r tool.Record
	var details string
	var created, updated time.Time
	err := row.Scan(&r.Name, &r.Title, &r.Description, &r.Parameters, &details, &r.Team, &r.Version, &r.Revision,
		&r.Digest, &r.LiveDescription, &r.Deleted, &created, &updated, &r.UpdatedBy)
	if err != nil {
		return nil, err
	}
	r.CreatedAt, r.UpdatedAt = created.UnixMicro(), updated.UnixMicro()
	return &r, column.ReadDetails(&r.Spec, details)
}

const conceptColumns = `kind, id, label, glossary, synonyms, team, revision`

func scanConcept(row pgx.CollectableRow) (tool.Concept, error) {
	var c tool.Concept
	var synonyms string
	err := row.Scan(&c.Kind, &c.ID, &c.Label, &c.Glossary, &synonyms, &c.Team, &c.Revision)
	if err != nil {
		return c, err
	}
	c.Synonyms, err = column.ReadWords(synonyms)
	return c, err
}
