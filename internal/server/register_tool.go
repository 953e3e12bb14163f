package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// RegisterTool implements RegistryService.
func (h *Handlers) RegisterTool(ctx context.Context, req *discoveryv1.RegisterToolRequest) (*discoveryv1.RegisterToolResponse, error) {
	if err := checkCatalogName(req.GetCatalog()); err != nil {
		return nil, err
	}
	if req.GetTool() == nil {
		return nil, problem.At("/tool", problem.InvalidField, "is missing; want a tool record")
	}
	register, err := registry.NewRegister(registry.RegisterRequest{
		Tool: draftOf(req.GetTool()), Team: req.GetTeam(), Override: req.GetOverride(), Reason: req.GetReason(),
		MaxCatalogs: h.MaxCatalogs,
	})
	if err != nil {
		h.Metrics.ApplyRefused(err)
		return nil, err
	}
	result, err := h.commit(ctx, req.GetCatalog(), req.GetTeam(), register)
	if err != nil {
		h.Metrics.ApplyRefused(err)
		return nil, err
	}
	h.Metrics.Applied(result)
	return &discoveryv1.RegisterToolResponse{Revision: result.Revision, Changes: toolChanges(result.Changes)}, nil
}
