package sqlite

import (
	"context"
	"database/sql"

	"github.com/discoveryd/discoveryd/internal/store/column"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// querier is a transaction or a pool of connections.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// query is a statement and its arguments.
type query struct {
	sql  string
	args []any
}

// collect runs a query and scans every row.
func collect[T any](ctx context.Context, db querier, q query, scan func(*sql.Rows) (T, error)) ([]T, error) {
	rows, err := db.QueryContext(ctx, q.sql, q.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err reports what went wrong
	var out []T
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, value)
	}
	return out, rows.Err()
}

const toolColumns = `name, title, description, parameters, details, team, version, revision, digest,
live_description, deleted, created_at, updated_at, updated_by`

func scanTool(rows *sql.Rows) (*tool.Record, error) {
	var r tool.Record
	var details string
	err := rows.Scan(&r.Name, &r.Title, &r.Description, &r.Parameters, &details, &r.Team, &r.Version, &r.Revision,
		&r.Digest, &r.LiveDescription, &r.Deleted, &r.CreatedAt, &r.UpdatedAt, &r.UpdatedBy)
	if err != nil {
		return nil, err
	}
	return &r, column.ReadDetails(&r.Spec, details)
}

const conceptColumns = `kind, id, label, glossary, synonyms, team, revision`

func scanConcept(rows *sql.Rows) (tool.Concept, error) {
	var c tool.Concept
	var synonyms string
	err := rows.Scan(&c.Kind, &c.ID, &c.Label, &c.Glossary, &synonyms, &c.Team, &c.Revision)
	if err != nil {
		return c, err
	}
	c.Synonyms, err = column.ReadWords(synonyms)
	return c, err
}

// pair is a key and its value.
type pair struct{ key, value string }

func scanPair(rows *sql.Rows) (pair, error) {
	var p pair
	err := rows.Scan(&p.key, &p.value)
	return p, err
}
