package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

// Commit runs op in one immediate transaction of the only writing connection;
// that is the lock of every catalog at once.
func (s *Store) Commit(ctx context.Context, catalog, by string, op registry.Operation) (registry.Result, error) {
	result, err := s.commit(ctx, catalog, by, op)
	if err != nil {
		return registry.Result{}, failure(ctx, err)
	}
	return result, nil
}

func (s *Store) commit(ctx context.Context, catalog, by string, op registry.Operation) (registry.Result, error) {
	var none registry.Result
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return none, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back

	state, err := head(ctx, tx, catalog)
	if err != nil {
		return none, err
	}
	at, err := load(ctx, tx, catalog, op.Needs(), &state)
	if err != nil {
		return none, err
	}
	decision, err := op.Decide(state)
	if err != nil {
		return none, err
	}
	plan, err := store.NewPlan(&state, &decision, by, at)
	if err != nil || plan.Empty() {
		return decision.Result, err
	}
	if err := write(ctx, tx, catalog, plan); err != nil {
		return none, err
	}
	if err := tx.Commit(); err != nil {
		return none, fmt.Errorf("commit: %w", err)
	}
	return decision.Result, nil
}

const readCatalog = `SELECT revision, coalesce(settings, '') FROM catalogs WHERE name = ?`

func head(ctx context.Context, tx *sql.Tx, catalog string) (registry.State, error) {
	state := registry.State{Settings: settings.Default()}
	var text string
	err := tx.QueryRowContext(ctx, readCatalog, catalog).Scan(&state.Revision, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return state, nil
	}
	if err != nil {
		return state, fmt.Errorf("read catalog: %w", err)
	}
	state.Exists = true
	state.Settings, err = column.ReadSettings(text)
	return state, err
}
