package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/store"
)

// failure turns an error of pgx into what the store's contract promises. The
// cause of ErrUnavailable is kept as text only: nobody should match it.
func failure(ctx context.Context, err error) error {
	var refusal *problem.Error
	switch {
	case err == nil || errors.As(err, &refusal):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %s", ctx.Err(), oneLine(err))
	case unavailable(err):
		return fmt.Errorf("%w: %s", store.ErrUnavailable, oneLine(err))
	}
	return err
}

// unavailable reports whether the same call may succeed later.
func unavailable(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	var answer *pgconn.PgError
	switch {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, ErrNotDurable),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		pgconn.SafeToRetry(err):
		return true
	case errors.As(err, &answer):
		return transient(answer.Code)
	}
	return false
}

// transient reports whether an SQLSTATE says that the server, not the
// statement, is at fault.
func transient(code string) bool {
	switch code {
	case "25006", // read-only: a standby, until it is promoted
		"25P03", "25P04": // a transaction timeout of the session
		return true
	}
	switch code[:2] {
	case "08", // connection
		"40", // serialization failure, deadlock
		"53", // out of disk, memory or connections
		"55", // a lock is not to be had
		"57", // shutdown, crash, cancelled by an operator or a timeout
		"58": // I/O error
		return true
	}
	return false
}

// oneLine is the text of an error of pgx, which breaks lines between the
// addresses that it tried.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
