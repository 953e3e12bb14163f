package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// DescribeTool implements RegistryService.
func (h *Handlers) DescribeTool(ctx context.Context, req *discoveryv1.DescribeToolRequest) (*discoveryv1.DescribeToolResponse, error) {
	describe, err := registry.NewDescribe(registry.DescribeRequest{
		Name: req.GetName(), Team: req.GetTeam(), Description: req.GetDescription(),
	})
	if err != nil {
		return nil, err
	}
	result, err := h.commit(ctx, req.GetCatalog(), req.GetTeam(), describe)
	if err != nil {
		return nil, err
	}
	return &discoveryv1.DescribeToolResponse{Revision: result.Revision, Changes: toolChanges(result.Changes)}, nil
}
