package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/store"
)

// errorDomain is ErrorInfo's domain.
const errorDomain = "discoveryd"

// Two reasons that no request asks for: a fault of ours, and a caller that left.
const (
	reasonInternal problem.Reason = "INTERNAL"
	reasonCanceled problem.Reason = "CANCELED"
)

// statusCanceled is what proxies log for a client that closed its connection.
const statusCanceled = 499

// Error texts travel in HTTP/2 headers, where some clients take 8 KiB in all.
const (
	maxMessage = 512 // bytes
	maxPointer = 256 // bytes
)

// outcome is how a reason leaves by either door.
type outcome struct {
	code codes.Code
	http int
}

// outcomeOf is the one table from a reason to a gRPC code and an HTTP status
// (contract 10). A reason that is not in it is a fault of ours.
func outcomeOf(reason problem.Reason) outcome {
	switch reason {
	case problem.InvalidField, problem.InvalidJSON, problem.InvalidSchema, problem.OverrideReasonMissing, problem.LimitExceeded:
		return outcome{codes.InvalidArgument, http.StatusBadRequest}
	case problem.UnsupportedMediaType:
		return outcome{codes.InvalidArgument, http.StatusUnsupportedMediaType}
	case problem.ToolNameTaken, problem.ConceptTaken, problem.RequestIDReused:
		return outcome{codes.AlreadyExists, http.StatusConflict}
	case problem.VersionMismatch:
		return outcome{codes.Aborted, http.StatusConflict}
	case problem.IncompatibleSchema, problem.ExpectationFailed:
		return outcome{codes.FailedPrecondition, http.StatusBadRequest}
	case problem.UnknownTool, problem.UnknownVersion, problem.UnknownCatalog, problem.UnknownConcept, problem.UnknownRoute:
		return outcome{codes.NotFound, http.StatusNotFound}
	case problem.Unauthenticated:
		return outcome{codes.Unauthenticated, http.StatusUnauthorized}
	case problem.PermissionDenied, problem.NamespaceNotOwned, problem.NotOwner, problem.OriginRefused:
		return outcome{codes.PermissionDenied, http.StatusForbidden}
	case problem.DeadlineExceeded:
		return outcome{codes.DeadlineExceeded, http.StatusGatewayTimeout}
	case problem.Overloaded:
		return outcome{codes.ResourceExhausted, http.StatusTooManyRequests}
	case problem.RevisionNotReached, problem.NotReady, problem.StoreUnavailable:
		return outcome{codes.Unavailable, http.StatusServiceUnavailable}
	case problem.NotImplemented:
		return outcome{codes.Unimplemented, http.StatusNotImplemented}
	case problem.MethodNotAllowed:
		return outcome{codes.Unimplemented, http.StatusMethodNotAllowed}
	case reasonCanceled:
		return outcome{codes.Canceled, statusCanceled}
	default:
		return outcome{codes.Internal, http.StatusInternalServerError}
	}
}

// reasonOf is the nearest reason for a code that came without one, from gRPC itself.
func reasonOf(code codes.Code) problem.Reason {
	switch code {
	case codes.InvalidArgument, codes.OutOfRange:
		return problem.InvalidField
	case codes.NotFound:
		return problem.UnknownRoute
	case codes.Unauthenticated:
		return problem.Unauthenticated
	case codes.PermissionDenied:
		return problem.PermissionDenied
	case codes.DeadlineExceeded:
		return problem.DeadlineExceeded
	case codes.ResourceExhausted:
		return problem.Overloaded
	case codes.Unavailable:
		return problem.NotReady
	case codes.Unimplemented:
		return problem.NotImplemented
	case codes.Canceled:
		return reasonCanceled
	default:
		return reasonInternal
	}
}

// problemOf turns what a handler returned into an answer. It reports false for
// an error that nobody foresaw, which is then a fault of ours.
func problemOf(ctx context.Context, err error) (*problem.Error, bool) {
	if known, ok := errors.AsType[*problem.Error](err); ok {
		return known, true
	}
	switch {
	case errors.Is(err, store.ErrUnknownCatalog):
		return problem.New(problem.UnknownCatalog, "no such catalog; its first apply creates one"), true
	case errors.Is(err, store.ErrUnknownTool):
		return problem.New(problem.UnknownTool, "no such tool in this catalog"), true
	case errors.Is(err, store.ErrUnknownVersion):
		return problem.New(problem.UnknownVersion, "the tool has no such version"), true
	case errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil:
		return problem.New(problem.StoreUnavailable, "the store is out of reach; a write may or may not have been made: try again, with a request_id where there is one"), true
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded):
		return problem.New(problem.DeadlineExceeded, "the request took longer than it may; a write may still have happened"), true
	case errors.Is(err, context.Canceled) || errors.Is(ctx.Err(), context.Canceled):
		return problem.New(reasonCanceled, "the caller went away"), true
	}
	foreign, ok := status.FromError(err)
	if reason := reasonOf(foreign.Code()); ok && reason != reasonInternal {
		return problem.New(reason, "%s", foreign.Message()), true
	}
	return nil, false
}

// statusOf writes a problem as google.rpc.Status with ErrorInfo and, when
// fields are at fault, BadRequest.
func statusOf(p *problem.Error) *status.Status {
	info := &errdetails.ErrorInfo{Reason: string(p.Reason), Domain: errorDomain, Metadata: map[string]string{}}
	for key, value := range p.Metadata {
		info.Metadata[key] = shorten(value, maxMessage)
	}
	details := []protoadapt.MessageV1{info}
	if len(p.Violations) > 0 {
		info.Metadata["problems"] = strconv.Itoa(len(p.Violations))
		details = append(details, &errdetails.BadRequest{FieldViolations: fieldViolations(p)})
	}
	plain := status.New(outcomeOf(p.Reason).code, shorten(p.Message, maxMessage))
	detailed, err := plain.WithDetails(details...)
	if err != nil {
		return plain
	}
	return detailed
}

// fieldViolations takes as many violations as fit, at least the first (contract 4.1).
func fieldViolations(p *problem.Error) []*errdetails.BadRequest_FieldViolation {
	var list []*errdetails.BadRequest_FieldViolation
	room := limits.ViolationBytes
	for _, v := range p.Violations {
		reason := v.Reason
		if reason == "" {
			reason = p.Reason
		}
		field := &errdetails.BadRequest_FieldViolation{
			Field: shorten(v.Field, maxPointer), Description: shorten(v.Description, maxMessage), Reason: string(reason),
		}
		room -= len(field.GetField()) + len(field.GetDescription()) + len(field.GetReason())
		if len(list) == limits.Violations || room < 0 {
			break
		}
		list = append(list, field)
	}
	return list
}

// shorten cuts text to at most n bytes of valid UTF-8.
func shorten(text string, n int) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if len(text) <= n {
		return text
	}
	end := n - len("…")
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
