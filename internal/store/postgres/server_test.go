package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
	"github.com/discoveryd/discoveryd/internal/store/storetest"
)

// connect opens a connection beside the store's, for the length of the test.
func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) }) //nolint:errcheck // the test is over
	return conn
}

// sql runs statements on a connection of its own.
func sql(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn := connect(t, url)
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func put(name, description string) registry.Operation {
	return storetest.Put(storetest.Tool(name, "post", description))
}

func mustPut(t *testing.T, s *postgres.Store, name, description string) {
	t.Helper()
	if _, err := s.Commit(t.Context(), "agents", "ci", put(name, description)); err != nil {
		t.Fatalf("put %s: %v", name, err)
	}
}

func revision(t *testing.T, s *postgres.Store) int64 {
	t.Helper()
	contents, err := s.Load(t.Context(), "agents", -1)
	if err != nil {
		t.Fatal(err)
	}
	return contents.Revision
}

func TestAServerThatMayLoseAcknowledgedChangesIsRefused(t *testing.T) {
	_, err := postgres.Open(t.Context(), pgtest.URL(t)+"?synchronous_commit=off")
	if !errors.Is(err, postgres.ErrNotDurable) || !strings.Contains(err.Error(), "synchronous_commit") {
		t.Errorf("got %v, want %v", err, postgres.ErrNotDurable)
	}
}

func TestAServerThatTurnsUndurableIsUnavailable(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	mustPut(t, s, "mail.send", "Send.")
	name := url[strings.LastIndex(url, "/")+1:]
	sql(t, url, "ALTER DATABASE "+name+" SET synchronous_commit = off", terminateOthers)
	eventually(t, "a commit is refused", func() error {
		_, err := s.Commit(t.Context(), "agents", "ci", put("mail.send", "Send more."))
		if errors.Is(err, store.ErrUnavailable) && strings.Contains(err.Error(), "synchronous_commit") {
			return nil
		}
		return fmt.Errorf("got %w", err)
	})
}

// terminateOthers ends every other session of the database and waits for their end.
const terminateOthers = `
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()`

// eventually calls f until it gives no error. The pool notices dead connections
// one by one, so the number of calls is bounded by its size.
func eventually(t *testing.T, what string, f func() error) {
	t.Helper()
	var err error
	for range 20 {
		if err = f(); err == nil {
			return
		}
	}
	t.Fatalf("%s: not after 20 calls: %v", what, err)
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	url := "postgres://user:secret@" + closed + "/db"
	if _, err := postgres.Open(t.Context(), url); !errors.Is(err, store.ErrUnavailable) || strings.Contains(err.Error(), "secret") {
		t.Errorf("open: got %v, want %v without the password", err, store.ErrUnavailable)
	}
	if _, err := postgres.Migrate(t.Context(), url); !errors.Is(err, store.ErrUnavailable) || strings.Contains(err.Error(), "secret") {
		t.Errorf("migrate: got %v, want %v without the password", err, store.ErrUnavailable)
	}
}

func TestTheStoreIsUnavailableWhileTheDatabaseIsAndRecovers(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	mustPut(t, s, "mail.send", "Send.")
	name := url[strings.LastIndex(url, "/")+1:]
	admin := strings.Replace(url, "/"+name, "/postgres", 1)
	sql(t, admin, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false",
		"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '"+name+"'")
	ctx := t.Context()
	calls := map[string]func() error{
		"Ping":     func() error { return s.Ping(ctx) },
		"Heads":    func() error { _, err := s.Heads(ctx); return err },
		"Load":     func() error { _, err := s.Load(ctx, "agents", -1); return err },
		"Version":  func() error { _, err := s.Version(ctx, "agents", "mail.send", 1); return err },
		"Versions": func() error { _, err := s.Versions(ctx, "agents", "mail.send"); return err },
		"Audit":    func() error { _, err := s.Audit(ctx, "agents", 0); return err },
		"Commit":   func() error { _, err := s.Commit(ctx, "agents", "ci", put("mail.read", "Read.")); return err },
	}
	for name, call := range calls {
		for range 5 { // on connections of the pool that died, then on none
			if err := call(); !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s: got %v, want %v", name, err, store.ErrUnavailable)
			}
		}
	}
	sql(t, admin, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
	for name, call := range calls {
		eventually(t, name, call)
	}
	if got := revision(t, s); got != 2 {
		t.Errorf("revision %d, want 2: the one commit after the recovery", got)
	}
}

func TestACommitWhoseConnectionDiesLeavesNothing(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	mustPut(t, s, "mail.send", "Send.")
	op := storetest.Put(storetest.Tool("mail.read", "post", "Read."))
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		sql(t, url, terminateOthers)
		return decide(state)
	}
	result, err := s.Commit(t.Context(), "agents", "ci", op)
	if !errors.Is(err, store.ErrUnavailable) || result.Revision != 0 {
		t.Errorf("result %+v, error %v, want %v", result, err, store.ErrUnavailable)
	}
	eventually(t, "the next commit", func() error {
		_, err := s.Commit(t.Context(), "agents", "ci", put("mail.send", "Send more."))
		return err
	})
	if got := revision(t, s); got != 2 {
		t.Errorf("revision %d, want 2", got)
	}
}

func TestWhatTheServerReportsDecidesWhetherARetryMayHelp(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	conn := connect(t, url)
	run := func(statement string) {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'")
	run("CREATE TRIGGER fail BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION fail()")
	for code, retry := range map[string]bool{
		"40001": true, "40P01": true, "53100": true, "53300": true, "55P03": true, "57014": true, "57P01": true,
		"58030": true, "25006": true, "08006": true,
		"23505": false, "22021": false, "42501": false, "P0001": false, "XX000": false,
	} {
		run("CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS " +
			"$$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '" + code + "'; END $$")
		_, err := s.Commit(t.Context(), "default", "ci", put("mail.read", "Read."))
		if err == nil || errors.Is(err, store.ErrUnavailable) != retry {
			t.Errorf("%s: got %v, want a retry to be offered: %t", code, err, retry)
		}
		if !strings.Contains(fmt.Sprint(err), "planted") {
			t.Errorf("%s: the cause is not in %q", code, err)
		}
	}
	run("DROP TRIGGER fail ON audit")
	if result, err := s.Commit(t.Context(), "default", "ci", put("mail.read", "Read.")); err != nil || result.Revision != 1 {
		t.Errorf("after all these failures: result %+v, error %v, want revision 1", result, err)
	}
}
