package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// ListCatalogs implements RegistryService.
func (h *Handlers) ListCatalogs(context.Context, *discoveryv1.ListCatalogsRequest) (*discoveryv1.ListCatalogsResponse, error) {
	snapshots, err := h.Catalogs.List()
	if err != nil {
		return nil, err
	}
	answer := &discoveryv1.ListCatalogsResponse{}
	for _, s := range snapshots {
		answer.Catalogs = append(answer.Catalogs, &discoveryv1.Catalog{Name: s.Catalog, Revision: s.Revision, Tools: int32Of(s.Tools.Len())})
	}
	return answer, nil
}
