package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/discoveryd/discoveryd/migrations"
)

// Migrate brings a database to the schema of this program and returns the files
// it applied. Several may run at once: an advisory lock lets one work.
// Errors: store.ErrUnavailable.
func Migrate(ctx context.Context, url string) ([]string, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database url: %w", err)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second, for five minutes
	if err != nil {
		return nil, fmt.Errorf("migration lock: %w", err)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close() //nolint:errcheck // the migrations are committed
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	results, err := provider.Up(ctx)
	applied := make([]string, len(results))
	for i, r := range results {
		applied[i] = r.Source.Path
	}
	if err != nil {
		return applied, failure(ctx, fmt.Errorf("migrate: %w", err))
	}
	return applied, nil
}

// Only a plain read, so that serving needs no right to change the schema.
const schemaVersion = `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`

const undefinedTable = "42P01"

// checkSchema refuses a schema that lacks migrations this program knows.
func checkSchema(ctx context.Context, pool *pgxpool.Pool) error {
	var have int64
	var answer *pgconn.PgError
	err := pool.QueryRow(ctx, schemaVersion).Scan(&have)
	switch {
	case errors.As(err, &answer) && answer.Code == undefinedTable:
		// have stays 0: nothing was ever applied.
	case errors.Is(err, ErrNotDurable):
		return err
	case err != nil:
		return failure(ctx, err)
	}
	want, err := migrations.Latest(migrations.Postgres())
	if err != nil {
		return err
	}
	if have < want {
		return fmt.Errorf("database schema is at version %d, this program needs %d; run: discoveryd migrate", have, want)
	}
	return nil
}
