package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/retrieval"
)

const (
	team = "eval"
	// rowsAsked is the default of the API and the depth of the deepest measure.
	rowsAsked = 10
	// askers share the queries of one catalog.
	askers = 2
)

// api registers as a pipeline does and searches as an agent does.
type api struct {
	registry discoveryv1.RegistryServiceClient
	search   discoveryv1.SearchServiceClient
	catalogs int // made so far
}

func newAPI(s *server) *api {
	return &api{registry: discoveryv1.NewRegistryServiceClient(s.conn), search: discoveryv1.NewSearchServiceClient(s.conn)}
}

// catalog is a registered one and the revision that has all of its tools.
type catalog struct {
	name     string // in the API
	what     string // it holds, for messages
	tools    int
	revision int64
}

// register makes a catalog of tools; examples, which may be nil, are by tool name.
func (a *api) register(ctx context.Context, what string, tools []retrieval.Tool, examples map[string][]string) (catalog, error) {
	a.catalogs++
	made := catalog{name: fmt.Sprintf("eval-%d", a.catalogs), what: what, tools: len(tools)}
	for part := range slices.Chunk(tools, limits.ApplyTools) {
		request := &discoveryv1.ApplyToolsRequest{Catalog: made.name, Team: team}
		for _, tool := range part {
			request.Tools = append(request.Tools, &discoveryv1.ToolInput{
				Name: tool.Name, Description: tool.Description, Parameters: &tool.Parameters, Examples: examples[tool.Name],
			})
		}
		answer, err := a.registry.ApplyTools(ctx, request)
		if err != nil {
			return catalog{}, fmt.Errorf("register %s: %w", what, err)
		}
		made.revision = answer.GetRevision()
	}
	return made, nil
}

// answer is what one query got.
type answer struct {
	found   []string // names of tools, best first
	noMatch bool
	weak    bool
}

// doubted reports whether the caller was warned.
func (a answer) doubted() bool { return a.noMatch || a.weak }

// ask puts all queries to a catalog; answers are in their order.
func (a *api) ask(ctx context.Context, of catalog, ranking string, queries []retrieval.Query) ([]answer, error) {
	answers := make([]answer, len(queries))
	var errs [askers]error
	var running sync.WaitGroup
	for asker := range askers {
		running.Go(func() {
			for i := asker; i < len(queries) && errs[asker] == nil; i += askers {
				answers[i], errs[asker] = a.askOne(ctx, of, ranking, queries[i])
			}
		})
	}
	running.Wait()
	return answers, errors.Join(errs[:]...)
}

func (a *api) askOne(ctx context.Context, of catalog, ranking string, query retrieval.Query) (answer, error) {
	limit := int32(rowsAsked)
	response, err := a.search.SearchTools(ctx, &discoveryv1.SearchToolsRequest{
		Catalog: of.name, Query: query.Text, Limit: &limit, Ranking: ranking, MinRevision: &of.revision,
	})
	if err != nil {
		return answer{}, fmt.Errorf("ask %s the query %q: %w", of.what, query.ID, err)
	}
	got := answer{noMatch: response.GetNoMatch() != "", weak: response.GetWeak()}
	for _, row := range response.GetRows() {
		got.found = append(got.found, row.GetName())
	}
	return got, nil
}
