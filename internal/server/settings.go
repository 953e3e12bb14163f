package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// GetSettings implements RegistryService.
func (h *Handlers) GetSettings(ctx context.Context, req *discoveryv1.GetSettingsRequest) (*discoveryv1.GetSettingsResponse, error) {
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	return &discoveryv1.GetSettingsResponse{Revision: snapshot.Revision, Settings: settingsMessage(snapshot.Settings)}, nil
}

// PutSettings implements RegistryService.
func (h *Handlers) PutSettings(ctx context.Context, req *discoveryv1.PutSettingsRequest) (*discoveryv1.PutSettingsResponse, error) {
	if req.GetSettings() == nil {
		return nil, problem.At("/settings", problem.InvalidField, "is missing; want the settings object, an empty one for all defaults")
	}
	put, err := registry.NewPutSettings(settingsOf(req.GetSettings()), req.GetSettings().IfRevision)
	if err != nil {
		return nil, err
	}
	result, err := h.commit(ctx, req.GetCatalog(), "", put)
	if err != nil {
		return nil, err
	}
	return &discoveryv1.PutSettingsResponse{Revision: result.Revision, Settings: settingsMessage(result.Settings)}, nil
}
