package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/server"
	"github.com/discoveryd/discoveryd/internal/store"
)

// echo implements the services just far enough to see what the doors do. The
// name of the tool asked for decides how GetTool ends.
type echo struct {
	discoveryv1.UnimplementedRegistryServiceServer
	discoveryv1.UnimplementedSearchServiceServer
	discoveryv1.UnimplementedProjectionServiceServer
	discoveryv1.UnimplementedValidationServiceServer

	entered chan struct{} // gets one value when a call of "hang" or "wait" begins
	release chan struct{} // lets calls of "wait" go on
}

func (e *echo) GetTool(ctx context.Context, req *discoveryv1.GetToolRequest) (*discoveryv1.GetToolResponse, error) {
	switch name := req.GetName(); name {
	case "panic":
		panic("a secret value")
	case "unforeseen":
		return nil, errors.New("a secret value")
	case "store.gone":
		return nil, fmt.Errorf("read: %w", store.ErrUnavailable)
	case "store.catalog":
		return nil, fmt.Errorf("read: %w", store.ErrUnknownCatalog)
	case "hang":
		e.entered <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	case "wait":
		e.entered <- struct{}{}
		<-e.release
	case "violations":
		return nil, manyViolations()
	default:
		if strings.ToUpper(name) == name {
			return nil, problem.New(problem.Reason(name), "as asked for")
		}
	}
	return &discoveryv1.GetToolResponse{Revision: 7, Tool: &discoveryv1.Tool{
		Name: req.GetName(), Version: req.GetVersion(), Parameters: `{"type":"object","b":1.0,"a":"<é>"}`,
	}}, nil
}

func manyViolations() error {
	err := &problem.Error{Reason: problem.InvalidField, Message: "many"}
	for i := range 50 {
		err.Violations = append(err.Violations, problem.Violation{
			Field: fmt.Sprintf("/tools/%d/name", i), Description: strings.Repeat("é", 1000), Reason: problem.InvalidField,
		})
	}
	return err
}

func (e *echo) ListTools(_ context.Context, req *discoveryv1.ListToolsRequest) (*discoveryv1.ListToolsResponse, error) {
	return &discoveryv1.ListToolsResponse{Revision: req.GetMinRevision(), NextPageToken: fmt.Sprintf("%d %s", req.GetPageSize(), req.GetFamily())}, nil
}

func (e *echo) ApplyTools(_ context.Context, req *discoveryv1.ApplyToolsRequest) (*discoveryv1.ApplyToolsResponse, error) {
	answer := &discoveryv1.ApplyToolsResponse{}
	for _, t := range req.GetTools() {
		answer.Changes = append(answer.Changes, &discoveryv1.ToolChange{Name: t.GetName(), Digest: t.GetParameters()})
	}
	return answer, nil
}

func (e *echo) PutSettings(_ context.Context, req *discoveryv1.PutSettingsRequest) (*discoveryv1.PutSettingsResponse, error) {
	return &discoveryv1.PutSettingsResponse{Settings: req.GetSettings()}, nil
}

func (e *echo) SearchTools(ctx context.Context, req *discoveryv1.SearchToolsRequest) (*discoveryv1.SearchToolsResponse, error) {
	deadline, _ := ctx.Deadline()
	return &discoveryv1.SearchToolsResponse{
		Revision: req.GetMinRevision(), Suggestions: []string{server.RequestID(ctx)}, Total: int32(time.Until(deadline).Seconds() + 1),
	}, nil
}

func (e *echo) Project(_ context.Context, req *discoveryv1.ProjectRequest) (*discoveryv1.ProjectResponse, error) {
	return &discoveryv1.ProjectResponse{Tools: `[]`, Chars: int32(len(req.GetTranscript()))}, nil
}
