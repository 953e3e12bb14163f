package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ActivateTools implements SearchService.
func (h *Handlers) ActivateTools(ctx context.Context, req *discoveryv1.ActivateToolsRequest) (*discoveryv1.ActivateToolsResponse, error) {
	names := req.GetNames()
	if req.GetName() != "" {
		names = append([]string{req.GetName()}, names...)
	}
	if err := checkActivate(names, req.GetFamilies()); err != nil {
		return nil, err
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	return activate(snapshot, names, req.GetFamilies()), nil
}

func checkActivate(names, families []string) error {
	var list problem.List
	if len(names)+len(families) == 0 {
		list.Add("/names", problem.InvalidField, "is empty; name at least one tool or family")
	}
	if len(names) > limits.ActivateNames {
		list.Add("/names", problem.LimitExceeded, "limit activate_names: got %d names, at most %d are allowed", len(names), limits.ActivateNames)
	}
	if len(families) > limits.Families {
		list.Add("/families", problem.LimitExceeded, "limit families: got %d families, at most %d are allowed", len(families), limits.Families)
	}
	return list.Err()
}

// activate validates and expands. Scaffolding is always declared, so naming it is no error and changes nothing.
func activate(snapshot *catalog.Snapshot, names, families []string) *discoveryv1.ActivateToolsResponse {
	answer := &discoveryv1.ActivateToolsResponse{Revision: snapshot.Revision}
	seen := map[string]bool{}
	for _, name := range names {
		record, ok := snapshot.Tools.Resolve(name)
		key := name
		if ok {
			key = record.Name
		}
		if seen[key] || name == tool.SearchTool || name == tool.ActivateTool {
			continue
		}
		seen[key] = true
		if !ok {
			answer.Unknown = append(answer.Unknown, unknownName(snapshot, name))
			continue
		}
		answer.Activated = append(answer.Activated, &discoveryv1.ActivatedTool{Name: record.Name, WireName: tool.Wire(record.Name)})
	}
	clear(seen)
	for _, family := range families {
		if seen[tool.Dotted(family)] {
			continue
		}
		seen[tool.Dotted(family)] = true
		members := snapshot.Tools.Family(family)
		if len(members) == 0 {
			answer.Unknown = append(answer.Unknown, &discoveryv1.UnknownTool{
				Name: family, Reason: "unknown", Suggestions: snapshot.Index.NearFamilies(family, 3),
			})
			continue
		}
		expanded := &discoveryv1.ActivatedFamily{Family: tool.Dotted(family)}
		for _, r := range members {
			expanded.Names = append(expanded.Names, r.Name)
		}
		answer.Families = append(answer.Families, expanded)
	}
	return answer
}

func unknownName(snapshot *catalog.Snapshot, name string) *discoveryv1.UnknownTool {
	if last, ok := snapshot.Tools.Deleted(name); ok {
		unknown := &discoveryv1.UnknownTool{Name: name, Reason: "deleted"}
		if last.Deprecation != nil {
			unknown.Successor = last.Deprecation.ReplacedBy
		}
		return unknown
	}
	return &discoveryv1.UnknownTool{Name: name, Reason: "unknown", Suggestions: snapshot.Index.NearNames(name, 3)}
}
