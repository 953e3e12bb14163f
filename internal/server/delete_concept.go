package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// DeleteConcept implements RegistryService.
func (h *Handlers) DeleteConcept(ctx context.Context, req *discoveryv1.DeleteConceptRequest) (*discoveryv1.DeleteConceptResponse, error) {
	deletion, err := registry.NewDeleteConcept(registry.DeleteConceptRequest{
		Key: tool.ConceptKey{Kind: req.GetKind(), ID: req.GetId()}, Team: req.GetTeam(), Override: req.GetOverride(), Reason: req.GetReason(),
	})
	if err != nil {
		return nil, err
	}
	result, err := h.commit(ctx, req.GetCatalog(), req.GetTeam(), deletion)
	if err != nil {
		return nil, err
	}
	return &discoveryv1.DeleteConceptResponse{Revision: result.Revision, ConceptChanges: conceptChanges(result.ConceptChanges)}, nil
}
