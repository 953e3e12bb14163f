package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store/column"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Microseconds; SQLite's clock has milliseconds.
const countCatalogs = `
SELECT count(*), CAST(round(unixepoch('subsec') * 1000) AS INTEGER) * 1000 FROM catalogs`

// load fills state with what an operation needs and returns the database's time.
func load(ctx context.Context, tx *sql.Tx, catalog string, needs registry.Needs, state *registry.State) (int64, error) {
	var at int64
	if err := tx.QueryRowContext(ctx, countCatalogs).Scan(&state.Catalogs, &at); err != nil {
		return 0, fmt.Errorf("count catalogs: %w", err)
	}
	if err := loadTools(ctx, tx, catalog, needs, state); err != nil {
		return 0, fmt.Errorf("load tools: %w", err)
	}
	if err := loadConcepts(ctx, tx, catalog, needs.Concepts, state); err != nil {
		return 0, fmt.Errorf("load concepts: %w", err)
	}
	if err := loadReceipt(ctx, tx, catalog, needs, at, state); err != nil {
		return 0, fmt.Errorf("load receipt: %w", err)
	}
	return at, nil
}

const toolsByName = `
SELECT ` + toolColumns + ` FROM tools WHERE catalog = ?1 AND name IN (
    SELECT value FROM json_each(?2)
    UNION SELECT name FROM tool_aliases WHERE catalog = ?1 AND alias IN (SELECT value FROM json_each(?2)))`

const toolsOfTeam = `SELECT ` + toolColumns + ` FROM tools WHERE catalog = ? AND team = ? AND NOT deleted`

const aliasTargets = `
SELECT alias, name FROM tool_aliases WHERE catalog = ? AND alias IN (SELECT value FROM json_each(?))`

const familyOwners = `
SELECT family, team FROM families WHERE catalog = ? AND family IN (SELECT value FROM json_each(?))`

func loadTools(ctx context.Context, tx *sql.Tx, catalog string, needs registry.Needs, state *registry.State) error {
	names := column.Words(needs.Names)
	records, err := collect(ctx, tx, query{toolsByName, []any{catalog, names}}, scanTool)
	if err != nil {
		return err
	}
	if needs.TeamTools {
		own, err := collect(ctx, tx, query{toolsOfTeam, []any{catalog, needs.Team}}, scanTool)
		if err != nil {
			return err
		}
		records = append(records, own...)
	}
	state.Tools = make(map[string]*tool.Record, len(records))
	for _, r := range records {
		state.Tools[r.Name] = r
	}
	if state.Aliases, err = collectPairs(ctx, tx, query{aliasTargets, []any{catalog, names}}); err != nil {
		return err
	}
	families := column.Words(needs.Families)
	state.FamilyOwners, err = collectPairs(ctx, tx, query{familyOwners, []any{catalog, families}})
	return err
}

func collectPairs(ctx context.Context, tx *sql.Tx, q query) (map[string]string, error) {
	pairs, err := collect(ctx, tx, q, scanPair)
	out := make(map[string]string, len(pairs))
	for _, p := range pairs {
		out[p.key] = p.value
	}
	return out, err
}

const conceptByKey = `SELECT ` + conceptColumns + ` FROM concepts WHERE catalog = ? AND kind = ? AND id = ?`

func loadConcepts(ctx context.Context, tx *sql.Tx, catalog string, keys []tool.ConceptKey, state *registry.State) error {
	state.Concepts = make(map[tool.ConceptKey]tool.Concept, len(keys))
	for _, key := range keys {
		found, err := collect(ctx, tx, query{conceptByKey, []any{catalog, key.Kind, key.ID}}, scanConcept)
		if err != nil {
			return err
		}
		if len(found) == 1 {
			state.Concepts[key] = found[0]
		}
	}
	return nil
}

const receiptByID = `
SELECT fingerprint, answer FROM receipts
WHERE catalog = ? AND team = ? AND request_id = ? AND created_at > ?`

func loadReceipt(
	ctx context.Context, tx *sql.Tx, catalog string, needs registry.Needs, at int64, state *registry.State,
) error {
	if needs.RequestID == "" {
		return nil
	}
	receipt := registry.Receipt{Team: needs.Team, RequestID: needs.RequestID}
	row := tx.QueryRowContext(ctx, receiptByID, catalog, needs.Team, needs.RequestID, at-receiptAge)
	var answer string
	err := row.Scan(&receipt.Fingerprint, &answer)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	receipt.Answer = []byte(answer)
	state.Receipt = &receipt
	return err
}

// receiptAge is how long a receipt counts, in microseconds.
const receiptAge = limits.RequestIDHours * 3600 * 1_000_000
