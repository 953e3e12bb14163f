package server

import (
	"context"
	"errors"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/store"
)

// ListToolVersions implements RegistryService.
func (h *Handlers) ListToolVersions(ctx context.Context, req *discoveryv1.ListToolVersionsRequest) (*discoveryv1.ListToolVersionsResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), nil)
	if err != nil {
		return nil, err
	}
	versions, err := h.Store.Versions(ctx, snapshot.Catalog, historyName(snapshot, req.GetName()))
	if errors.Is(err, store.ErrUnknownTool) {
		return nil, unknownTool(snapshot, "/name", req.GetName())
	}
	if err != nil {
		return nil, err
	}
	answer := &discoveryv1.ListToolVersionsResponse{Revision: snapshot.Revision}
	for _, v := range versions {
		answer.Versions = append(answer.Versions, versionMessage(v))
	}
	return answer, nil
}
