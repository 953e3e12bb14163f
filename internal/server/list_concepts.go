package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// ListConcepts implements RegistryService.
func (h *Handlers) ListConcepts(ctx context.Context, req *discoveryv1.ListConceptsRequest) (*discoveryv1.ListConceptsResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	answer := &discoveryv1.ListConceptsResponse{Revision: snapshot.Revision}
	for _, c := range snapshot.Concepts {
		answer.Concepts = append(answer.Concepts, conceptMessage(c))
	}
	return answer, nil
}
