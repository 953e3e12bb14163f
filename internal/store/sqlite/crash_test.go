package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/discoveryd/discoveryd/internal/store/sqlite"
	"github.com/discoveryd/discoveryd/internal/store/storetest"
)

// victim names the file that a child process of this test writes to.
const victim = "DISCOVERYD_TEST_CRASH_FILE"

// write commits one tool after another and prints each acknowledged revision,
// until it is killed.
func write(path string) {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for {
		op := storetest.Put(storetest.Tool("mail.a", "post", "A."), storetest.Tool("mail.b", "post", "B."))
		result, err := s.Commit(ctx, "agents", "ci", op)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(result.Revision)
	}
}

func TestNothingAcknowledgedIsLostWhenTheProcessIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discoveryd.db")
	for round := range 6 {
		acked := killed(t, path, 5+3*round)
		s := open(t, path) // the dead process holds nothing
		whole(t, s)
		if got := contents(t, s).Revision; got < acked {
			t.Fatalf("round %d: revision %d was acknowledged, %d is there", round, acked, got)
		}
		s.Close()
	}
}

// killed runs a writer, kills it after some acknowledgements, and returns the
// last revision that it acknowledged.
func killed(t *testing.T, path string, acks int) (last int64) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), victim+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if last, err = strconv.ParseInt(lines.Text(), 10, 64); err != nil {
			t.Fatal(err)
		}
		if n == acks {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the writer ended by itself")
	}
	return last
}

// whole checks that every commit is there entirely: each wrote two tools, two
// versions and two audit rows.
func whole(t *testing.T, s *sqlite.Store) {
	t.Helper()
	if result, err := s.Pragma(context.Background(), "integrity_check"); result != "ok" || err != nil {
		t.Fatalf("integrity check: %s, error %v", result, err)
	}
	heads, err := s.Heads(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	revision := int(heads[0].Revision) // agents, or default before the first commit
	if versions, audit := s.Count(t, "tool_versions"), s.Count(t, "audit"); versions != 2*revision || audit != 2*revision {
		t.Fatalf("at revision %d: %d versions, %d audit rows", revision, versions, audit)
	}
}

// A power cut may leave any beginning of the WAL, and a bad disk any byte of it.
func TestAnyBeginningOfTheLogIsAPrefixOfTheCommits(t *testing.T) {
	const commits = 8
	dir := t.TempDir()
	path := filepath.Join(dir, "discoveryd.db")
	open(t, path).Close() // the schema goes to the database file
	s := open(t, path)
	if err := s.Exec(context.Background(), "PRAGMA wal_autocheckpoint = 0"); err != nil {
		t.Fatal(err)
	}
	var ends []int // of each commit in the log
	for range commits {
		op := storetest.Put(storetest.Tool("mail.a", "post", "A."), storetest.Tool("mail.b", "post", "B."))
		if _, err := s.Commit(context.Background(), "agents", "ci", op); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(read(t, path+"-wal")))
	}
	base, log := read(t, path), read(t, path+"-wal")
	s.Close()

	const step = 4120 / 2 // a frame is a page of 4,096 bytes and a header of 24
	for at := 0; at < len(log); at += step {
		flipped := append([]byte(nil), log...)
		flipped[at] ^= 0x40
		for kind, image := range map[string][]byte{"cut": log[:at], "flipped": flipped} {
			got := recovered(t, filepath.Join(dir, fmt.Sprintf("%s-%d", kind, at)), base, image)
			want := 0
			for want < commits && ends[want] <= at {
				want++
			}
			if got != int64(want) {
				t.Errorf("%s at %d of %d: revision %d, want %d", kind, at, len(log), got, want)
			}
		}
	}
}

// recovered opens a database with a log and returns the revision of catalog agents.
func recovered(t *testing.T, path string, base, log []byte) int64 {
	t.Helper()
	for name, data := range map[string][]byte{path: base, path + "-wal": log} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole(t, s)
	heads, err := s.Heads(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return heads[0].Revision
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
