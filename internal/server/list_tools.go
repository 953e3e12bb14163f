package server

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ListTools implements RegistryService.
func (h *Handlers) ListTools(ctx context.Context, req *discoveryv1.ListToolsRequest) (*discoveryv1.ListToolsResponse, error) {
	var list problem.List
	within(&list, "/page_size", req.PageSize, span{"page_size", 1, limits.MaxPageSize})
	if err := list.Err(); err != nil {
		return nil, err
	}
	size := limits.DefaultPageSize
	if req.PageSize != nil {
		size = int(req.GetPageSize())
	}
	after, err := pageStart(req.GetPageToken())
	if err != nil {
		return nil, err
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	tools := snapshot.Tools.All()
	if req.GetFamily() != "" {
		tools = snapshot.Tools.Family(req.GetFamily())
	}
	answer := &discoveryv1.ListToolsResponse{Revision: snapshot.Revision}
	for _, r := range tools {
		if r.Name <= after || !listed(r, req) {
			continue
		}
		if len(answer.Tools) == size {
			answer.NextPageToken = pageToken(answer.Tools[size-1].GetName())
			break
		}
		answer.Tools = append(answer.Tools, toolMessage(r))
	}
	return answer, nil
}

func listed(r *tool.Record, req *discoveryv1.ListToolsRequest) bool {
	if team := req.GetTeam(); team != "" && r.Team != team {
		return false
	}
	if capability := req.GetCapability(); capability != "" {
		return slices.ContainsFunc(r.CapabilityIDs(), func(c string) bool { return tool.CapabilityCovers(capability, c) })
	}
	return true
}

// A page token is the last name of the page before, so pages stay right while
// tools come and go.
func pageToken(name string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("after:" + name))
}

func pageStart(token string) (string, error) {
	if token == "" {
		return "", nil
	}
	text, err := base64.RawURLEncoding.DecodeString(token)
	after, ok := strings.CutPrefix(string(text), "after:")
	if err != nil || !ok {
		return "", foreignToken()
	}
	return after, nil
}

func foreignToken() error {
	return problem.At("/page_token", problem.InvalidField, "is none of this server's; send next_page_token as it came, or none")
}
