package sqlite

import (
	"context"
	"database/sql"

	"github.com/discoveryd/discoveryd/internal/store"
)

const listHeads = `SELECT name, revision FROM catalogs ORDER BY name`

// Heads returns every catalog by name.
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	heads, err := collect(ctx, s.reader, query{sql: listHeads}, func(rows *sql.Rows) (store.Head, error) {
		var h store.Head
		err := rows.Scan(&h.Catalog, &h.Revision)
		return h, err
	})
	return heads, failure(ctx, err)
}

const changedTools = `
SELECT ` + toolColumns + ` FROM tools WHERE catalog = ? AND revision > ? ORDER BY name`

const allConcepts = `
SELECT ` + conceptColumns + ` FROM concepts WHERE catalog = ? ORDER BY kind, id`

// Load returns the rows that changed after a revision, as of one snapshot.
func (s *Store) Load(ctx context.Context, catalog string, since int64) (store.Contents, error) {
	contents, err := s.load(ctx, catalog, since)
	if err != nil {
		return store.Contents{}, failure(ctx, err)
	}
	return contents, nil
}

func (s *Store) load(ctx context.Context, catalog string, since int64) (store.Contents, error) {
	var c store.Contents
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // the first read takes the snapshot
	if err != nil {
		return c, err
	}
	defer tx.Rollback() //nolint:errcheck // nothing was written
	state, err := head(ctx, tx, catalog)
	if err != nil {
		return c, err
	}
	if !state.Exists {
		return c, store.ErrUnknownCatalog
	}
	c.Revision, c.Settings = state.Revision, state.Settings
	if c.Records, err = collect(ctx, tx, query{changedTools, []any{catalog, since}}, scanTool); err != nil {
		return c, err
	}
	c.Concepts, err = collect(ctx, tx, query{allConcepts, []any{catalog}}, scanConcept)
	return c, err
}
