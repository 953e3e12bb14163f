package server

import (
	"context"
	"strings"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// ListCapabilities implements SearchService.
func (h *Handlers) ListCapabilities(ctx context.Context, req *discoveryv1.ListCapabilitiesRequest) (*discoveryv1.ListCapabilitiesResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	roots := snapshot.Tools.Roots()
	return &discoveryv1.ListCapabilitiesResponse{Revision: snapshot.Revision, Roots: roots, Line: strings.Join(roots, ", ")}, nil
}
