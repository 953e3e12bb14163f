package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// GetTool implements RegistryService.
func (h *Handlers) GetTool(ctx context.Context, req *discoveryv1.GetToolRequest) (*discoveryv1.GetToolResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	record, err := h.version(ctx, snapshot, req.GetName(), int(req.GetVersion()))
	if err != nil {
		return nil, err
	}
	return &discoveryv1.GetToolResponse{Revision: snapshot.Revision, Tool: toolMessage(record)}, nil
}
