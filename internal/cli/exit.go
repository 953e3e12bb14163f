package cli

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/discoveryd/discoveryd/internal/manifest"
)

// The exit codes, as the help and docs/cli.md explain them.
const (
	exitDone    = 0
	exitNo      = 1 // the answer was printed, and it is no
	exitUsage   = 2 // nothing was sent
	exitRefused = 3 // the server's answer is an error
	exitNothing = 4 // there was no answer
)

// usageError is a fault of the arguments, the environment or an input file.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func usage(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// nothingError says why there is no answer.
type nothingError struct{ cause error }

func (e nothingError) Error() string { return e.cause.Error() }

func (e nothingError) Unwrap() error { return e.cause }

// report prints what went wrong and returns the exit code.
func (s *session) report(err error) int {
	var bad manifest.Problems
	var wrong usageError
	var nothing nothingError
	var refused refusedError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &bad):
		for _, problem := range bad {
			s.err.Line("%s", problem)
		}
		s.err.Line("discoveryd: %s; nothing was sent", count(len(bad), "problem"))
		return exitUsage
	case errors.As(err, &wrong):
		s.err.Line("discoveryd: %s", wrong)
		return exitUsage
	case errors.As(err, &refused):
		s.printRefused(refused)
		return exitRefused
	case errors.As(err, &nothing), errors.Is(err, context.Canceled):
		s.err.Line("discoveryd: %s", err)
		return exitNothing
	}
	s.err.Line("discoveryd: %s", err)
	return exitNothing
}

// answered sorts the error of a call: the server's own, or no answer at all.
func answered(err error, server string) error {
	answer, ok := status.FromError(err)
	if !ok {
		return nothingError{err}
	}
	reason := reasonOf(answer)
	switch answer.Code() {
	case codes.OK:
		return nil
	case codes.Canceled:
		return nothingError{errors.New("interrupted")}
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted:
		if reason != "" {
			return nothingError{fmt.Errorf("%s: %s", reason, answer.Message())}
		}
		return nothingError{fmt.Errorf("no answer from %s: %s; is `discoveryd serve` running there?", server, answer.Message())}
	default:
		return refusedError{answer: answer}
	}
}
