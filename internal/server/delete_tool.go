package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// DeleteTool implements RegistryService.
func (h *Handlers) DeleteTool(ctx context.Context, req *discoveryv1.DeleteToolRequest) (*discoveryv1.DeleteToolResponse, error) {
	deletion, err := registry.NewDeleteTool(registry.DeleteToolRequest{
		Name: req.GetName(), Team: req.GetTeam(), Override: req.GetOverride(), Reason: req.GetReason(),
	})
	if err != nil {
		return nil, err
	}
	result, err := h.commit(ctx, req.GetCatalog(), req.GetTeam(), deletion)
	if err != nil {
		return nil, err
	}
	return &discoveryv1.DeleteToolResponse{Revision: result.Revision, Changes: toolChanges(result.Changes)}, nil
}
