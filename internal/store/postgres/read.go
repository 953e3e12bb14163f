package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

const listHeads = `SELECT name, revision FROM catalogs ORDER BY name`

// Heads returns every catalog by name.
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	rows, err := s.pool.Query(ctx, listHeads)
	if err != nil {
		return nil, failure(ctx, err)
	}
	heads, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Head, error) {
		var h store.Head
		err := row.Scan(&h.Catalog, &h.Revision)
		return h, err
	})
	return heads, failure(ctx, err)
}

const readCatalog = `SELECT revision, coalesce(settings, '') FROM catalogs WHERE name = $1`

const changedTools = `
SELECT ` + toolColumns + ` FROM tools WHERE catalog = $1 AND revision > $2 ORDER BY name`

const allConcepts = `
SELECT ` + conceptColumns + ` FROM concepts WHERE catalog = $1 ORDER BY kind, id`

// Load returns the rows that changed after a revision, as of one snapshot.
func (s *Store) Load(ctx context.Context, catalog string, since int64) (store.Contents, error) {
	var c store.Contents
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := pgx.BeginTxFunc(ctx, s.pool, options, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(readCatalog, catalog).QueryRow(func(row pgx.Row) error {
			var text string
			err := row.Scan(&c.Revision, &text)
			if errors.Is(err, pgx.ErrNoRows) {
				return store.ErrUnknownCatalog
			}
			if err != nil {
				return err
			}
			c.Settings, err = column.ReadSettings(text)
			return err
		})
		batch.Queue(changedTools, catalog, since).Query(func(rows pgx.Rows) (err error) {
			c.Records, err = pgx.CollectRows(rows, scanTool)
			return err
		})
		batch.Queue(allConcepts, catalog).Query(func(rows pgx.Rows) (err error) {
			c.Concepts, err = pgx.CollectRows(rows, scanConcept)
			return err
		})
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return store.Contents{}, failure(ctx, err)
	}
	return c, nil
}
