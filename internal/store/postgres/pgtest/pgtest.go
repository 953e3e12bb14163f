// Package pgtest gives tests a Postgres database of their own.
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/migrations"
)

// Variable names the environment variable with the URL of a server on which
// tests may create databases; scripts/postgres starts such a server.
const Variable = "DISCOVERYD_TEST_POSTGRES_URL"

// patience bounds the creation and the removal of one database.
const patience = time.Minute

// URL returns the URL of a fresh, migrated database that goes when the test
// ends. Without a server it skips the test, saying so; in CI it fails it.
func URL(t testing.TB) string {
	t.Helper()
	return create(t, template(t))
}

// EmptyURL is like URL, for a database without any table.
func EmptyURL(t testing.TB) string {
	t.Helper()
	return create(t, "template0")
}

func server(t testing.TB) string {
	t.Helper()
	server := os.Getenv(Variable)
	switch {
	case server != "":
	case os.Getenv("CI") != "":
		t.Fatalf("%s is not set", Variable)
	default:
		t.Skipf("no Postgres for tests (make test starts one; or set %s)", Variable)
	}
	return server
}

// create copies a database. Names are random: test binaries run side by side.
func create(t testing.TB, template string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	admin(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { admin(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return database(t, name)
}

// admin runs statements on the server's own database, one after another.
func admin(t testing.TB, statements ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, server(t))
	if err != nil {
		t.Fatalf("connect to %s: %v", Variable, err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing more is asked of it
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// database is the server's URL with another database name.
func database(t testing.TB, name string) string {
	t.Helper()
	u, err := url.Parse(server(t))
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	u.Path = "/" + name
	return u.String()
}

// templateLock is an advisory lock: one test binary builds, the others wait.
const templateLock = 4_711

// template returns the name of a migrated database to copy. Its name carries a
// digest of the migrations, so a changed schema never meets an old template.
func template(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, server(t))
	if err != nil {
		t.Fatalf("connect to %s: %v", Variable, err)
	}
	defer conn.Close(ctx) //nolint:errcheck // closing releases the lock, however it ends
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		t.Fatalf("lock the template: %v", err)
	}
	name := "template_" + digest(t)
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	if err != nil {
		t.Fatalf("look for the template: %v", err)
	}
	if !exists {
		build(ctx, t, conn, name)
	}
	return name
}

// build makes the template under a passing name, so that one that is half done
// is never taken for whole.
func build(ctx context.Context, t testing.TB, conn *pgx.Conn, name string) {
	t.Helper()
	passing := name + "_new"
	run := func(statement string) error {
		_, err := conn.Exec(ctx, statement)
		return err
	}
	if err := run("DROP DATABASE IF EXISTS " + passing + " WITH (FORCE)"); err != nil {
		t.Fatal(err)
	}
	// A collation that sorts unlike bytes, where the server has it: otherwise a
	// column that lacks COLLATE "C" would go unnoticed.
	const icu = " TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'"
	if run("CREATE DATABASE "+passing+icu) != nil {
		if err := run("CREATE DATABASE " + passing + " TEMPLATE template0 ENCODING 'UTF8'"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := postgres.Migrate(ctx, database(t, passing)); err != nil {
		t.Fatal(err)
	}
	if err := run("ALTER DATABASE " + passing + " RENAME TO " + name); err != nil {
		t.Fatal(err)
	}
}

func digest(t testing.TB) string {
	t.Helper()
	hash := sha256.New()
	err := fs.WalkDir(migrations.Postgres(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations.Postgres(), path)
		fmt.Fprintf(hash, "%s %d %s", path, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}
