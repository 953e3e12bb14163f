package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

const saveTurn = `
INSERT INTO turns (catalog, conversation_id, turn_id, at, revision, shown) VALUES ($1, $2, $3, $4, $5, $6)`

// SaveTurns appends receipts in one batch, which is one transaction.
func (s *Store) SaveTurns(ctx context.Context, turns []store.Turn) error {
	var batch pgx.Batch
	for _, t := range turns {
		batch.Queue(saveTurn, t.Catalog, t.ConversationID, t.TurnID, time.UnixMicro(t.At), t.Revision, column.Shown(t.Shown))
	}
	return failure(ctx, s.pool.SendBatch(ctx, &batch).Close())
}

const listTurns = `
SELECT id, catalog, conversation_id, turn_id, at, revision, shown FROM turns
WHERE catalog = $1 AND ($2 = '' OR conversation_id = $2) AND ($3 = 0 OR id < $3)
ORDER BY id DESC LIMIT $4`

// Turns returns receipts, newest first.
func (s *Store) Turns(ctx context.Context, q store.TurnQuery) ([]store.Turn, error) {
	rows, err := s.pool.Query(ctx, listTurns, q.Catalog, q.ConversationID, q.Before, q.Limit)
	if err != nil {
		return nil, failure(ctx, err)
	}
	turns, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Turn, error) {
		var t store.Turn
		var at time.Time
		var shown string
		if err := row.Scan(&t.ID, &t.Catalog, &t.ConversationID, &t.TurnID, &at, &t.Revision, &shown); err != nil {
			return t, err
		}
		t.At = at.UnixMicro()
		var err error
		t.Shown, err = column.ReadShown(shown)
		return t, err
	})
	return turns, failure(ctx, err)
}

const pruneTurns = `
DELETE FROM turns WHERE id IN (SELECT id FROM turns WHERE at < $1 ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED)`

// PruneTurns deletes old receipts.
func (s *Store) PruneTurns(ctx context.Context, before int64, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, pruneTurns, time.UnixMicro(before), limit)
	return int(tag.RowsAffected()), failure(ctx, err)
}
