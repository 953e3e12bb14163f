package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/sqlite"
	"github.com/discoveryd/discoveryd/internal/store/storetest"
)

func put(t *testing.T, s *sqlite.Store, name, description string) {
	t.Helper()
	op := storetest.Put(storetest.Tool(name, "post", description))
	if _, err := s.Commit(context.Background(), "agents", "ci", op); err != nil {
		t.Fatalf("put %s: %v", name, err)
	}
}

func contents(t *testing.T, s *sqlite.Store) store.Contents {
	t.Helper()
	c, err := s.Load(context.Background(), "agents", -1)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return c
}

func TestContentsSurviveReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discoveryd.db")
	s := open(t, path)
	put(t, s, "mail.send", "Send.")
	put(t, s, "mail.read", "Read.")
	before := contents(t, s)
	audit, err := s.Audit(context.Background(), "agents", -1)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()

	s = open(t, path)
	if diff := cmp.Diff(before, contents(t, s)); diff != "" {
		t.Errorf("contents (-before +after):\n%s", diff)
	}
	again, err := s.Audit(context.Background(), "agents", -1)
	if diff := cmp.Diff(audit, again); diff != "" || err != nil {
		t.Errorf("audit: error %v (-before +after):\n%s", err, diff)
	}
	put(t, s, "mail.send", "Send more.")
	if got := contents(t, s); got.Revision != 3 {
		t.Errorf("revision %d, want 3", got.Revision)
	}
}

func TestTheFileIsHeldByOneStore(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "discoveryd.db"), filepath.Join(dir, "link.db")
	s := open(t, path)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, filepath.Join(dir, ".", "discoveryd.db"), link} {
		if _, err := sqlite.Open(context.Background(), name); !errors.Is(err, sqlite.ErrInUse) {
			t.Errorf("%s: got %v, want %v", name, err, sqlite.ErrInUse)
		}
	}
	put(t, s, "mail.send", "Still the owner.")
	s.Close()
	put(t, open(t, link), "mail.send", "The next owner.")
}

func TestOpenCreatesAPrivateFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	open(t, filepath.Join(dir, "discoveryd.db"))
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder: %v, error %v", info.Mode(), err)
	}
}

func TestAnyFileNameIsTakenLiterally(t *testing.T) {
	for _, name := range []string{"a b.db", "100%.db", "what?mode=memory", "#1.db", "é;'\".db", "a&_journal_mode=OFF"} {
		path := filepath.Join(t.TempDir(), name)
		put(t, open(t, path), "mail.send", "Send.")
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestEveryCommitIsSynced(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "discoveryd.db"))
	want := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "fullfsync": "1"}
	for name, value := range want {
		if got, err := s.Pragma(context.Background(), name); got != value || err != nil {
			t.Errorf("%s is %q, want %q; error %v", name, got, value, err)
		}
	}
}

func TestAFullDiskAcknowledgesNothingAndReadsGoOn(t *testing.T) {
	ctx := context.Background()
	s := open(t, filepath.Join(t.TempDir(), "discoveryd.db"))
	put(t, s, "mail.send", "Send.")
	most, err := s.LimitPages(ctx, 1) // never below the present size
	if err != nil {
		t.Fatal(err)
	}
	before := contents(t, s)
	large := storetest.Tool("mail.large", "post", strings.Repeat("Long. ", 100_000))
	result, err := s.Commit(ctx, "agents", "ci", storetest.Put(large))
	if !errors.Is(err, store.ErrUnavailable) || result.Revision != 0 {
		t.Fatalf("with room for %d pages: result %+v, error %v, want %v", most, result, err, store.ErrUnavailable)
	}
	if diff := cmp.Diff(before, contents(t, s)); diff != "" {
		t.Errorf("contents changed (-before +after):\n%s", diff)
	}
	if _, err := s.LimitPages(ctx, 1<<30); err != nil {
		t.Fatal(err)
	}
	put(t, s, "mail.large", "There is room again.")
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"a file of another kind":        text,
		"a folder":                      dir,
		"a file where a folder must be": filepath.Join(text, "discoveryd.db"),
	} {
		if s, err := sqlite.Open(context.Background(), path); err == nil {
			s.Close()
			t.Errorf("%s was opened", name)
		}
	}
	if kept, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(kept), "not a database") {
		t.Errorf("the file of another kind was changed; error %v", err)
	}
}

func TestANewerSchemaIsTolerated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discoveryd.db")
	s := open(t, path)
	put(t, s, "mail.send", "Send.")
	const later = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)"
	if err := s.Exec(context.Background(), later); err != nil {
		t.Fatal(err)
	}
	s.Close()
	put(t, open(t, path), "mail.send", "Send more.")
}

func TestHistoryCannotBeRewritten(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "discoveryd.db"))
	put(t, s, "mail.send", "Send.")
	for _, statement := range []string{
		"UPDATE tool_versions SET description = 'x'", "DELETE FROM tool_versions",
		"UPDATE audit SET team = 'x'", "DELETE FROM audit",
	} {
		if err := s.Exec(context.Background(), statement); err == nil {
			t.Errorf("%s: done", statement)
		}
	}
}

func TestReceiptsExpireAndGo(t *testing.T) {
	ctx := context.Background()
	s := open(t, filepath.Join(t.TempDir(), "discoveryd.db"))
	age := func(hours int) {
		statement := fmt.Sprintf("UPDATE receipts SET created_at = created_at - %d * 3600000000", hours)
		if err := s.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	storetest.ReceiptsExpire(t, s, age, func() int { return s.Count(t, "receipts") })
}
