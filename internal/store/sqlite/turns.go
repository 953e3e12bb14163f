package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

const saveTurn = `
INSERT INTO turns (catalog, conversation_id, turn_id, at, revision, shown) VALUES (?, ?, ?, ?, ?, ?)`

// SaveTurns appends receipts in one transaction.
func (s *Store) SaveTurns(ctx context.Context, turns []store.Turn) error {
	return failure(ctx, s.saveTurns(ctx, turns))
}

func (s *Store) saveTurns(ctx context.Context, turns []store.Turn) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	for _, t := range turns {
		if _, err := tx.ExecContext(ctx, saveTurn, t.Catalog, t.ConversationID, t.TurnID, t.At, t.Revision, column.Shown(t.Shown)); err != nil {
			return fmt.Errorf("save a turn: %w", err)
		}
	}
	return tx.Commit()
}

const listTurns = `
SELECT id, catalog, conversation_id, turn_id, at, revision, shown FROM turns
WHERE catalog = ?1 AND (?2 = '' OR conversation_id = ?2) AND (?3 = 0 OR id < ?3)
ORDER BY id DESC LIMIT ?4`

// Turns returns receipts, newest first.
func (s *Store) Turns(ctx context.Context, q store.TurnQuery) ([]store.Turn, error) {
	list := query{listTurns, []any{q.Catalog, q.ConversationID, q.Before, q.Limit}}
	turns, err := collect(ctx, s.reader, list, func(rows *sql.Rows) (store.Turn, error) {
		var t store.Turn
		var shown string
		if err := rows.Scan(&t.ID, &t.Catalog, &t.ConversationID, &t.TurnID, &t.At, &t.Revision, &shown); err != nil {
			return t, err
		}
		var err error
		t.Shown, err = column.ReadShown(shown)
		return t, err
	})
	return turns, failure(ctx, err)
}

const pruneTurns = `
DELETE FROM turns WHERE id IN (SELECT id FROM turns WHERE at < ? ORDER BY at, id LIMIT ?)`

// PruneTurns deletes old receipts.
func (s *Store) PruneTurns(ctx context.Context, before int64, limit int) (int, error) {
	result, err := s.writer.ExecContext(ctx, pruneTurns, before, limit)
	if err != nil {
		return 0, failure(ctx, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}
