package open_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/open"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

func TestTheSchemeChoosesTheStore(t *testing.T) {
	urls := map[string]func(t *testing.T) string{
		"sqlite with a path":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "new", "discoveryd.db") },
		"postgres":             func(t *testing.T) string { return pgtest.EmptyURL(t) },
		"postgresql, as libpq": func(t *testing.T) string { return strings.Replace(pgtest.EmptyURL(t), "postgres:", "postgresql:", 1) },
	}
	for name, url := range urls {
		t.Run(name, func(t *testing.T) {
			ctx, url := context.Background(), url(t)
			if _, err := open.Migrate(ctx, url); err != nil {
				t.Fatal(err)
			}
			s, err := open.Store(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			heads, err := s.Heads(ctx)
			if err != nil || len(heads) != 1 || heads[0] != (store.Head{Catalog: "default"}) {
				t.Errorf("heads %v, error %v", heads, err)
			}
		})
	}
}

func TestOtherURLsAreRefusedWithoutBeingShown(t *testing.T) {
	for _, url := range []string{
		"", "discoveryd.db", "mysql://root:secret@db/x", "secret:x", "host=db password=secret", "sqlite:", "sqlite::memory:",
		"postgres://user:secret@db:notaport/x", "SQLITE:x.db",
	} {
		s, err := open.Store(context.Background(), url)
		if err == nil || s != nil {
			t.Errorf("%q: store %v, error %v", url, s, err)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error shows a secret: %v", url, err)
		}
		if _, err := open.Migrate(context.Background(), url); err == nil {
			t.Errorf("%q: migrated", url)
		}
	}
}
