// Package sqlite is the embedded store: one file, one process, nothing to
// install. It is pure Go (modernc.org/sqlite).
//
// One connection writes, in immediate transactions, so commits are serial; a
// few others read, each from a snapshot (WAL). Every commit is synced to disk
// before it is acknowledged (synchronous=FULL).
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the database/sql driver "sqlite"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/migrations"
)

// ErrInUse says that another process, or another Store, has the file open.
var ErrInUse = errors.New("database file is in use")

// readers is the number of reading connections. A read takes milliseconds and
// searches never read the store, so a few are plenty.
const readers = 4

// Store is a catalog store in one SQLite file.
type Store struct {
	lock   *os.File
	writer *sql.DB // one connection
	reader *sql.DB
}

var _ store.Store = (*Store)(nil)

// Open opens or creates a database file, its folder included, and brings its
// schema up to date. The file is held until Close. Errors: ErrInUse;
// store.ErrUnavailable.
func Open(ctx context.Context, path string) (*Store, error) {
	path = filepath.Clean(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("database folder: %w", err)
	}
	lock, err := hold(path)
	if err != nil {
		return nil, err
	}
	s := &Store{lock: lock}
	if err := s.open(ctx, path); err != nil {
		s.Close()
		return nil, failure(ctx, fmt.Errorf("open %s: %w", path, err))
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string) (err error) {
	if s.writer, err = sql.Open("sqlite", source(path, "_txlock=immediate")); err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	if s.reader, err = sql.Open("sqlite", source(path, "_query_only=1")); err != nil {
		return err
	}
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.SQLite())
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// source is the driver's name for the file. fullfsync makes macOS flush the
// disk's own cache; elsewhere fsync does so and the pragma means nothing.
func source(path, option string) string {
	file := url.URL{Path: filepath.ToSlash(path)}
	return "file:" + file.EscapedPath() + "?" + option +
		"&_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_pragma=fullfsync(1)"
}

// Close releases the file. The writer goes last: it empties the WAL.
func (s *Store) Close() {
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			db.Close() //nolint:errcheck // every commit is on disk already
		}
	}
	s.lock.Close() //nolint:errcheck // closing is what lets go of the lock
}

// Ping reports whether the file answers.
func (s *Store) Ping(ctx context.Context) error {
	return failure(ctx, s.reader.PingContext(ctx))
}

// hold takes the lock that keeps a second process off the file. It lies beside
// the database, because closing any handle of the database file itself would
// drop SQLite's own locks.
func hold(path string) (*os.File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // one lock for all names of one file
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return lock, nil
}
