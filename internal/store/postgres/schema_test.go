package postgres_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

func TestMigrateOnceAndThenNothing(t *testing.T) {
	url := pgtest.EmptyURL(t)
	if _, err := postgres.Open(t.Context(), url); err == nil || !strings.Contains(err.Error(), "discoveryd migrate") {
		t.Errorf("open before the migration: %v", err)
	}
	for i, want := range [][]string{{"00001_registry.sql", "00002_turns.sql"}, {}} {
		applied, err := postgres.Migrate(t.Context(), url)
		if diff := cmp.Diff(want, applied); diff != "" || err != nil {
			t.Errorf("run %d: error %v, applied (-want +got):\n%s", i, err, diff)
		}
	}
	mustPut(t, open(t, url), "mail.send", "Send.")
}

func TestConcurrentMigrationsAgree(t *testing.T) {
	url := pgtest.EmptyURL(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := postgres.Migrate(t.Context(), url); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	mustPut(t, open(t, url), "mail.send", "Send.")
}

func TestAnOlderSchemaIsRefusedAndANewerOneTolerated(t *testing.T) {
	url := pgtest.URL(t)
	sql(t, url, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	mustPut(t, open(t, url), "mail.send", "Send.")
	if applied, err := postgres.Migrate(t.Context(), url); err != nil || len(applied) != 0 {
		t.Errorf("migrating a newer schema: applied %v, error %v", applied, err)
	}
	sql(t, url, "DELETE FROM goose_db_version WHERE version_id > 0")
	if _, err := postgres.Open(t.Context(), url); err == nil || !strings.Contains(err.Error(), "version 0") {
		t.Errorf("open with an older schema: %v", err)
	}
}

func TestHistoryCannotBeRewritten(t *testing.T) {
	url := pgtest.URL(t)
	mustPut(t, open(t, url), "mail.send", "Send.")
	conn := connect(t, url)
	for _, statement := range []string{
		"UPDATE tool_versions SET description = 'x'", "DELETE FROM tool_versions",
		"UPDATE audit SET team = 'x'", "DELETE FROM audit",
	} {
		if _, err := conn.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s: done", statement)
		}
	}
}

func TestLoadingChangesUsesAnIndex(t *testing.T) {
	url := pgtest.URL(t)
	open(t, url)
	sql(t, url, `
INSERT INTO tools SELECT 'default', 'tool.t' || n, '', 'Some words.', '{}', '{}', 'post', 1, n, '', '', false, now(), now(), ''
FROM generate_series(1, 20000) n`, "ANALYZE tools")
	conn := connect(t, url)
	rows, err := conn.Query(t.Context(), "EXPLAIN "+postgres.ChangedTools, "default", 19990)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "tools_by_revision") {
		t.Errorf("plan:\n%s", plan)
	}
}
