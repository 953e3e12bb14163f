package server

import (
	"context"
	"errors"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// ValidateCalls implements ValidationService.
func (h *Handlers) ValidateCalls(ctx context.Context, req *discoveryv1.ValidateCallsRequest) (*discoveryv1.ValidateCallsResponse, error) {
	switch n := len(req.GetCalls()); {
	case n == 0:
		return nil, problem.At("/calls", problem.InvalidField, "is empty; want 1 to %d calls", limits.BatchCalls)
	case n > limits.BatchCalls:
		return nil, problem.At("/calls", problem.LimitExceeded, "limit batch_calls: got %d calls, at most %d are allowed", n, limits.BatchCalls)
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	answer := &discoveryv1.ValidateCallsResponse{Revision: snapshot.Revision}
	for _, call := range req.GetCalls() {
		result, err := h.callResult(ctx, snapshot, call)
		if err != nil {
			return nil, err
		}
		answer.Results = append(answer.Results, result)
	}
	return answer, nil
}

// callResult is the verdict on one call; what is wrong with the call alone is part of it.
func (h *Handlers) callResult(ctx context.Context, snapshot *catalog.Snapshot, call *discoveryv1.Call) (*discoveryv1.CallResult, error) {
	record, found, err := h.validate(ctx, snapshot, call)
	if refused, ok := errors.AsType[*problem.Error](err); ok {
		h.Metrics.Validation("error", nil)
		return &discoveryv1.CallResult{Name: call.GetName(), Error: string(refused.Reason), Message: refused.Message}, nil
	}
	if err != nil {
		return nil, err
	}
	h.countValidation(found)
	return &discoveryv1.CallResult{
		Valid: len(found) == 0, Name: record.Name, Version: int32Of(record.Version),
		Handler: record.Handler, Idempotent: record.Idempotent, TimeoutMs: timeoutMessage(record),
		Errors: schemaErrors(found),
	}, nil
}
