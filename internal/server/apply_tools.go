package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ApplyTools implements RegistryService.
func (h *Handlers) ApplyTools(ctx context.Context, req *discoveryv1.ApplyToolsRequest) (*discoveryv1.ApplyToolsResponse, error) {
	if err := checkCatalogName(req.GetCatalog()); err != nil {
		return nil, err
	}
	concepts, err := Concepts(req.GetConcepts())
	if err != nil {
		return nil, err
	}
	apply, err := registry.NewApply(registry.ApplyRequest{
		Team: req.GetTeam(), Tools: Drafts(req.GetTools()), Concepts: concepts,
		Prune: req.GetPrune(), Override: req.GetOverride(), OverrideNames: req.GetOverrideNames(),
		Reason: req.GetReason(), DryRun: req.GetDryRun(), RequestID: req.GetRequestId(), MaxCatalogs: h.MaxCatalogs,
	})
	if err != nil {
		h.Metrics.ApplyRefused(err)
		return nil, err
	}
	if req.GetDryRun() {
		result, err := h.Store.Commit(ctx, req.GetCatalog(), req.GetTeam(), apply)
		if err != nil {
			return nil, err
		}
		return applyAnswer(result), nil
	}
	result, err := h.commit(ctx, req.GetCatalog(), req.GetTeam(), apply)
	if err != nil {
		h.Metrics.ApplyRefused(err)
		return nil, err
	}
	h.Metrics.Applied(result)
	return applyAnswer(result), nil
}

func applyAnswer(result registry.Result) *discoveryv1.ApplyToolsResponse {
	return &discoveryv1.ApplyToolsResponse{
		Revision: result.Revision, Changes: toolChanges(result.Changes),
		ConceptChanges: conceptChanges(result.ConceptChanges), Problems: problems(result.Problems),
	}
}

// checkCatalogName refuses a catalog that could not exist (contract 1).
func checkCatalogName(name string) error { return tool.CheckCatalog("/catalog", name).Err() }
