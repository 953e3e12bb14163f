package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store/postgres"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
	"github.com/discoveryd/discoveryd/internal/store/storetest"
)

func TestTwoServersOnOneDatabase(t *testing.T) {
	url := pgtest.URL(t)
	one, two := open(t, url), open(t, url)
	mustPut(t, one, "mail.send", "Send.")
	mustPut(t, two, "mail.read", "Read.")
	for _, s := range []*postgres.Store{one, two} {
		if got := revision(t, s); got != 2 {
			t.Errorf("revision %d, want 2", got)
		}
	}
}

func TestCommitsToOtherCatalogsDoNotWait(t *testing.T) {
	s := open(t, pgtest.URL(t))
	mustPut(t, s, "mail.send", "Send.")
	op := storetest.Put(storetest.Tool("mail.read", "post", "Read."))
	decide := op.Decides
	op.Decides = func(state registry.State) (registry.Decision, error) {
		if _, err := s.Commit(t.Context(), "default", "ci", put("web.get", "Get.")); err != nil {
			t.Errorf("commit to another catalog: %v", err)
		}
		return decide(state)
	}
	if _, err := s.Commit(t.Context(), "agents", "ci", op); err != nil {
		t.Error(err)
	}
}

// While one catalog comes into being the next creation waits, also in another
// server: otherwise both would count the same number of catalogs.
func TestCreationsTakeTurns(t *testing.T) {
	url := pgtest.URL(t)
	first, second, conn := open(t, url), open(t, url), connect(t, url)
	reached, done := make(chan struct{}), make(chan error, 1) // buffered: the receiver may have given up
	late := storetest.Put(storetest.Tool("mail.send", "post", "Send."))
	decideLate := late.Decides
	late.Decides = func(state registry.State) (registry.Decision, error) {
		close(reached)
		if state.Catalogs != 2 {
			t.Errorf("the later creation counts %d catalogs, want default and the earlier one", state.Catalogs)
		}
		return decideLate(state)
	}
	early := storetest.Put(storetest.Tool("mail.send", "post", "Send."))
	decideEarly := early.Decides
	early.Decides = func(state registry.State) (registry.Decision, error) {
		go func() {
			_, err := second.Commit(t.Context(), "late", "ci", late)
			done <- err
		}()
		untilWaiting(t, conn, reached)
		return decideEarly(state)
	}
	if _, err := first.Commit(t.Context(), "early", "ci", early); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// untilWaiting polls until a session of the database waits for a lock, or
// until reached, which fails the test.
func untilWaiting(t *testing.T, conn *pgx.Conn, reached <-chan struct{}) {
	t.Helper()
	const waiting = `
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
	for sessions := 0; sessions == 0; {
		select {
		case <-reached:
			t.Error("the later creation did not wait")
			return
		default:
		}
		if err := conn.QueryRow(t.Context(), waiting).Scan(&sessions); err != nil {
			t.Error(err)
			return
		}
	}
}

func TestReceiptsExpireAndGo(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	conn := connect(t, url)
	age := func(hours int) {
		_, err := conn.Exec(t.Context(), "UPDATE receipts SET created_at = created_at - make_interval(hours => $1)", hours)
		if err != nil {
			t.Fatal(err)
		}
	}
	count := func() (rows int) {
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM receipts").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	storetest.ReceiptsExpire(t, s, age, count)
}
