package cli

import (
	"strconv"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"
)

// refusedError is an error that the server answered.
type refusedError struct {
	answer *status.Status
	// lines says what is wrong in the caller's own terms; nil leaves it to the answer's fields.
	lines []string
}

func (e refusedError) Error() string { return e.answer.Message() }

// violation is one bad field as the answer names it.
type violation struct {
	field, description string
}

func (v violation) String() string { return v.field + ": " + v.description }

// violations lists the bad fields of an answer, and how many there are in all:
// an error can carry only so many.
func violations(answer *status.Status) (listed []violation, total int) {
	for _, detail := range answer.Details() {
		switch d := detail.(type) {
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				listed = append(listed, violation{v.GetField(), v.GetDescription()})
			}
		case *errdetails.ErrorInfo:
			total, _ = strconv.Atoi(d.GetMetadata()["problems"])
		}
	}
	return listed, max(total, len(listed))
}

// reasonOf is the reason of an error of ours, or "".
func reasonOf(answer *status.Status) string {
	for _, detail := range answer.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return ""
}

// headline is the reason and the message of an answer.
func headline(answer *status.Status) string {
	reason := reasonOf(answer)
	if reason == "" {
		reason = answer.Code().String()
	}
	return reason + ": " + answer.Message()
}

func (s *session) printRefused(e refusedError) {
	if e.lines != nil {
		for _, line := range e.lines {
			s.err.Line("%s", line)
		}
		s.err.Line("discoveryd: refused, %s", headline(e.answer))
		return
	}
	s.err.Line("discoveryd: refused, %s", headline(e.answer))
	listed, total := violations(e.answer)
	if total == 1 && len(listed) == 1 && e.answer.Message() == listed[0].String() {
		return // the headline says it
	}
	for _, v := range listed {
		s.err.Line("  %s", v)
	}
	if total > len(listed) {
		s.err.Line("  and %d more", total-len(listed))
	}
}
