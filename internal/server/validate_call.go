package server

import (
	"context"
	"errors"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/schema"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ValidateCall implements ValidationService.
func (h *Handlers) ValidateCall(ctx context.Context, req *discoveryv1.ValidateCallRequest) (*discoveryv1.ValidateCallResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	call := &discoveryv1.Call{Name: req.GetName(), Version: req.GetVersion(), Arguments: req.Arguments}
	record, found, err := h.validate(ctx, snapshot, call)
	if err != nil {
		h.Metrics.Validation("error", nil)
		return nil, err
	}
	h.countValidation(found)
	return &discoveryv1.ValidateCallResponse{
		Revision: snapshot.Revision, Valid: len(found) == 0, Name: record.Name, Version: int32Of(record.Version),
		Handler: record.Handler, Idempotent: record.Idempotent, TimeoutMs: timeoutMessage(record),
		Errors: schemaErrors(found),
	}, nil
}

// validate checks one call against the schema of the version it names.
func (h *Handlers) validate(ctx context.Context, snapshot *catalog.Snapshot, call *discoveryv1.Call) (*tool.Record, []schema.Error, error) {
	if call.Arguments == nil {
		return nil, nil, problem.At("/arguments", problem.InvalidField, "is missing; want a JSON object, {} for no arguments")
	}
	record, err := h.version(ctx, snapshot, call.GetName(), int(call.GetVersion()))
	if err != nil {
		return nil, nil, err
	}
	compiled, err := schemaOf(snapshot, record)
	if err != nil {
		return nil, nil, err
	}
	found, err := compiled.Validate([]byte(call.GetArguments()))
	if err != nil {
		return nil, nil, argumentsProblem(err)
	}
	return record, found, nil
}

func schemaOf(snapshot *catalog.Snapshot, record *tool.Record) (*schema.Schema, error) {
	if live, ok := snapshot.Tools.Resolve(record.Name); ok && live == record {
		return snapshot.Schema(record)
	}
	return catalog.Compile(record)
}

// argumentsProblem turns the reason why arguments could not be checked into an answer.
func argumentsProblem(err error) error {
	bad, ok := errors.AsType[*jsontext.Error](err)
	if !ok {
		return problem.At("/arguments", problem.LimitExceeded, "%s", err)
	}
	if bad.Limit != "" {
		return problem.At("/arguments"+bad.Pointer, problem.LimitExceeded, "limit %s: %s", bad.Limit, bad.Message).With("limit", bad.Limit)
	}
	return problem.At("/arguments"+bad.Pointer, problem.InvalidJSON, "%s", bad.Message)
}

func (h *Handlers) countValidation(found []schema.Error) {
	outcome := "valid"
	var keywords []string
	for _, e := range found {
		outcome = "invalid"
		keywords = append(keywords, e.Keyword)
	}
	h.Metrics.Validation(outcome, keywords)
}

func schemaErrors(found []schema.Error) []*discoveryv1.SchemaError {
	var messages []*discoveryv1.SchemaError
	for _, e := range found {
		messages = append(messages, &discoveryv1.SchemaError{Path: e.Path, Keyword: e.Keyword, Message: e.Message})
	}
	return messages
}
