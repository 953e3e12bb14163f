package server

import (
	"context"
	"strings"
	"unicode/utf8"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// SearchTools implements SearchService.
func (h *Handlers) SearchTools(ctx context.Context, req *discoveryv1.SearchToolsRequest) (*discoveryv1.SearchToolsResponse, error) {
	if err := checkSearch(req); err != nil {
		return nil, err
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	answer := snapshot.Index.Search(searchQuery(req, snapshot.Settings))
	h.Metrics.Search(searchOutcome(req, answer), len(answer.Unmatched))
	message := searchAnswer(snapshot, answer, req.GetNames() == "wire")
	message.Stale = h.Catalogs.Stale()
	return message, nil
}

// checkSearch reports every field that is out of bounds (contract 5 and 9).
func checkSearch(req *discoveryv1.SearchToolsRequest) error {
	var list problem.List
	if n := utf8.RuneCountInString(req.GetQuery()); n > limits.QueryChars {
		list.Add("/query", problem.LimitExceeded, "limit query: got %d characters, at most %d are allowed; shorten it to its key words", n, limits.QueryChars)
	}
	within(&list, "/limit", req.Limit, span{"limit", limits.MinRows, limits.MaxRows})
	within(&list, "/offset", &req.Offset, span{"offset", 0, limits.MaxOffset})
	within(&list, "/page_budget", req.PageBudget, span{"page_budget", limits.MinPageBudget, limits.MaxPageBudget})
	within(&list, "/excerpt_cap", &req.ExcerptCap, span{"page_budget", 0, limits.MaxPageBudget})
	oneOf(&list, "/ranking", req.GetRanking(), "auto", "coverage", "bm25", "balanced")
	oneOf(&list, "/names", req.GetNames(), "registry", "wire")
	return list.Err()
}

// searchQuery fills what the request leaves open from the catalog's settings.
func searchQuery(req *discoveryv1.SearchToolsRequest, defaults settings.Settings) search.Query {
	query := search.Query{
		Text: req.GetQuery(), Capabilities: req.GetCapabilities(), Domains: req.GetDomains(),
		Entities: req.GetEntities(), Relationships: req.GetRelationships(), Families: req.GetFamilies(),
		Limit: defaults.Limit, Offset: int(req.GetOffset()),
		PageBudget: defaults.PageBudget, ExcerptCap: int(req.GetExcerptCap()),
		Ranking: defaults.Ranking, Wire: req.GetNames() == "wire", Explain: req.GetExplain(),
	}
	if req.Limit != nil {
		query.Limit = int(req.GetLimit())
	}
	if req.PageBudget != nil {
		query.PageBudget = int(req.GetPageBudget())
	}
	if req.GetRanking() != "" {
		query.Ranking = req.GetRanking()
	}
	return query
}

func searchAnswer(snapshot *catalog.Snapshot, answer search.Answer, wire bool) *discoveryv1.SearchToolsResponse {
	message := &discoveryv1.SearchToolsResponse{
		Revision: snapshot.Revision, Total: int32Of(answer.Total),
		UnmatchedTerms: answer.Unmatched, IgnoredTerms: answer.Ignored,
		NoMatch: answer.NoMatch, Weak: answer.Weak, Suggestions: answer.Suggestions,
	}
	for _, row := range answer.Rows {
		message.Rows = append(message.Rows, searchRow(row, wire))
	}
	return message
}

func searchRow(row search.Row, wire bool) *discoveryv1.SearchRow {
	message := &discoveryv1.SearchRow{
		Name: row.Tool.Name, WireName: tool.Wire(row.Tool.Name), Description: row.Excerpt,
		Capabilities: row.Tool.Capabilities, Domains: row.Tool.Domains,
	}
	if wire {
		message.Name, message.WireName = message.WireName, ""
	}
	if d := row.Tool.Deprecation; d != nil {
		message.Deprecated, message.Successor = true, d.ReplacedBy
		if wire {
			message.Successor = tool.Wire(d.ReplacedBy)
		}
	}
	if row.Explain != nil {
		message.Explain = explanationMessage(row.Explain)
	}
	return message
}

func explanationMessage(e *search.Explanation) *discoveryv1.RowExplanation {
	message := &discoveryv1.RowExplanation{
		Coverage: int32Of(e.Coverage), Weight: e.Weight, Bm25: e.BM25, Score: e.Score, ExactName: e.ExactName,
	}
	for _, t := range e.Terms {
		message.Terms = append(message.Terms, &discoveryv1.TermExplanation{Term: t.Term, Weight: t.Weight, Fields: t.Fields})
	}
	for _, w := range e.Windows {
		message.Windows = append(message.Windows, &discoveryv1.WindowExplanation{
			Label: w.Label, Start: int32Of(w.Start), End: int32Of(w.End), Characters: int32Of(w.Characters), Terms: w.Terms,
		})
	}
	return message
}

// searchOutcome is the metric's label for an answer.
func searchOutcome(req *discoveryv1.SearchToolsRequest, answer search.Answer) string {
	switch {
	case answer.NoMatch == "EMPTY_CATALOG":
		return "empty_catalog"
	case answer.NoMatch == "FILTERS_EXCLUDE_ALL":
		return "filters_exclude_all"
	case answer.NoMatch == "NO_TERM_MATCHED":
		return "no_term_matched"
	case answer.Weak:
		return "weak"
	case strings.TrimSpace(req.GetQuery()) == "":
		return "listed"
	}
	return "matched"
}
