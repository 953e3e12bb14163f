// Package open chooses a store by the scheme of a database URL.
package open

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/internal/store/sqlite"
)

// Store opens postgres://…, postgresql://… or sqlite:PATH. Errors:
// postgres.ErrNotDurable, sqlite.ErrInUse, store.ErrUnavailable, or what is
// wrong with the URL.
func Store(ctx context.Context, url string) (store.Store, error) {
	if isPostgres(url) {
		s, err := postgres.Open(ctx, url)
		if err != nil {
			return nil, err // a nil *postgres.Store would not be a nil store.Store
		}
		return s, nil
	}
	path, err := filePath(url)
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Migrate brings the schema of a database up to date and returns the files that
// were applied. SQLite needs no such step, as opening does it.
func Migrate(ctx context.Context, url string) ([]string, error) {
	if isPostgres(url) {
		return postgres.Migrate(ctx, url)
	}
	path, err := filePath(url)
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	s.Close()
	return nil, nil
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

func filePath(url string) (string, error) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	switch {
	case !ok: // the URL is not shown: it may hold a password
		return "", errors.New("database url must start with postgres://, postgresql:// or sqlite: and a path")
	case path == "" || strings.HasPrefix(path, ":"):
		return "", fmt.Errorf("database url sqlite:%s names no file; an example is sqlite:discoveryd-data/discoveryd.db", path)
	}
	return path, nil
}
