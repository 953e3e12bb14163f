package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/column"
)

// errNothing ends the transaction of a commit that writes nothing.
var errNothing = errors.New("nothing to write")

// Commit runs op under the catalog's lock, in one transaction of five round
// trips: begin, lock, load, write, commit. When it fails after the commit was
// sent, the change may nevertheless stand; a request id makes a retry safe.
func (s *Store) Commit(ctx context.Context, catalog, by string, op registry.Operation) (registry.Result, error) {
	select {
	case s.writers <- struct{}{}:
		defer func() { <-s.writers }()
	case <-ctx.Done():
		return registry.Result{}, ctx.Err()
	}
	var result registry.Result
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		state, err := acquire(ctx, tx, catalog)
		if err != nil {
			return err
		}
		at, err := load(ctx, tx, catalog, op.Needs(), &state)
		if err != nil {
			return err
		}
		decision, err := op.Decide(state)
		if err != nil {
			return err
		}
		plan, err := store.NewPlan(&state, &decision, by, at)
		if err != nil {
			return err
		}
		result = decision.Result
		if plan.Empty() {
			return errNothing
		}
		return write(ctx, tx, catalog, plan)
	})
	if err != nil && !errors.Is(err, errNothing) {
		return registry.Result{}, failure(ctx, err)
	}
	return result, nil
}

// A server that stops for good in the middle of a commit must not keep the lock.
const limitTransaction = `SELECT set_config('idle_in_transaction_session_timeout', '60s', true)`

const lockCatalog = `
SELECT revision, coalesce(settings, '') FROM catalogs WHERE name = $1 FOR UPDATE`

// creationLock is "catalogs" in ASCII, an advisory lock of this database.
const creationLock = `SELECT pg_advisory_xact_lock(7161132844275689331)`

// acquire takes the catalog's lock and reads its row. Those who find no row queue
// for one lock and look again: then nobody else creates the catalog meanwhile,
// and the number of catalogs stands still.
func acquire(ctx context.Context, tx pgx.Tx, catalog string) (registry.State, error) {
	batch := &pgx.Batch{}
	batch.Queue(limitTransaction)
	state, err := lockRow(ctx, tx, batch, catalog)
	if err != nil || state.Exists {
		return state, err
	}
	batch = &pgx.Batch{}
	batch.Queue(creationLock)
	return lockRow(ctx, tx, batch, catalog)
}

func lockRow(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, catalog string) (registry.State, error) {
	state := registry.State{Settings: settings.Default()}
	batch.Queue(lockCatalog, catalog).QueryRow(func(row pgx.Row) error {
		var text string
		err := row.Scan(&state.Revision, &text)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		state.Exists = true
		state.Settings, err = column.ReadSettings(text)
		return err
	})
	err := tx.SendBatch(ctx, batch).Close()
	return state, err
}
