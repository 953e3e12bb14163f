package sqlite

import (
	"context"
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/store"
)

// failure turns an error of the driver into what the store's contract promises.
// The cause of ErrUnavailable is kept as text only: nobody should match it.
func failure(ctx context.Context, err error) error {
	var refusal *problem.Error
	switch {
	case err == nil || errors.As(err, &refusal):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %v", ctx.Err(), err) //nolint:errorlint // one sentinel, the cause is for the log
	case unavailable(err):
		return fmt.Errorf("%w: %v", store.ErrUnavailable, err) //nolint:errorlint // as above
	}
	return err
}

// unavailable reports whether the same call may succeed once the disk, the
// file or the machine is well again.
func unavailable(err error) bool {
	var answer *driver.Error
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.Code() & 0xff { // the rest of an extended code is detail
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY,
		sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}
