// Package postgres is the store for more than one server: Postgres through pgx.
//
// A commit holds the lock of its catalog's row from before it reads until after
// it has committed, so revisions become visible in order and "changed after
// revision R" is complete. A read of a catalog is one repeatable-read
// transaction. Only the extended protocol is used.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/discoveryd/discoveryd/internal/store"
)

// ErrNotDurable says that the server may lose what it has acknowledged.
var ErrNotDurable = errors.New("postgres is not durable")

// connectTimeout bounds one connection attempt where the URL does not say.
const connectTimeout = 5 * time.Second

// Store is a catalog store in Postgres.
type Store struct {
	pool *pgxpool.Pool
	// writers has room for half of the pool, so that commits that queue for a
	// catalog's lock always leave connections to readers.
	writers chan struct{}
}

var _ store.Store = (*Store)(nil)

// Open connects to a database that Migrate has prepared. It refuses a schema
// that is older than this program, and tolerates a newer one.
// Errors: ErrNotDurable; store.ErrUnavailable.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database url: %w", err) // pgx masks the password
	}
	config.AfterConnect = checkServer
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("database pool: %w", err)
	}
	if err := checkSchema(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return &Store{pool: pool, writers: make(chan struct{}, max(1, config.MaxConns/2))}, nil
}

// Close waits for calls under way and releases all connections.
func (s *Store) Close() { s.pool.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	return failure(ctx, s.pool.Ping(ctx))
}

// The second argument of current_setting gives NULL where an engine that speaks
// Postgres's protocol has no such setting.
const serverSettings = `
SELECT coalesce(current_setting('fsync', true), ''),
       coalesce(current_setting('synchronous_commit', true), ''),
       current_setting('server_encoding')`

// checkServer runs on every new connection: the settings may differ after a
// restart or a failover. full_page_writes is not looked at, because turning it
// off is right on copy-on-write file systems.
func checkServer(ctx context.Context, conn *pgx.Conn) error {
	var fsync, commit, encoding string
	if err := conn.QueryRow(ctx, serverSettings).Scan(&fsync, &commit, &encoding); err != nil {
		return err
	}
	switch {
	case fsync == "off":
		return fmt.Errorf("%w: fsync is off, so a crash loses acknowledged changes; turn it on", ErrNotDurable)
	case commit == "off":
		return fmt.Errorf("%w: synchronous_commit is off, so a crash loses acknowledged changes; "+
			"turn it on for this role and database", ErrNotDurable)
	case encoding != "UTF8":
		return fmt.Errorf("database encoding is %s, must be UTF8", encoding)
	}
	return nil
}
