package server

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Proto messages stop here: the files convert_*.go are the only way between
// them and domain values.

// Drafts are the tools of a request as the registry checks them.
func Drafts(messages []*discoveryv1.ToolInput) []tool.Draft {
	drafts := make([]tool.Draft, len(messages))
	for i, m := range messages {
		drafts[i] = draftOf(m)
	}
	return drafts
}

func draftOf(m *discoveryv1.ToolInput) tool.Draft {
	draft := tool.Draft{
		Name: m.GetName(), Title: m.Title, Description: m.GetDescription(), Parameters: m.Parameters,
		Capabilities: m.GetCapabilities(), Domains: m.GetDomains(), Entities: m.GetEntities(), Relationships: m.GetRelationships(),
		Examples: m.GetExamples(), Aliases: m.GetAliases(), Idempotent: m.GetIdempotent(),
		TimeoutMS: intOf(m.TimeoutMs), Handler: m.GetHandler(), Labels: m.GetLabels(), IfVersion: intOf(m.IfVersion),
	}
	if d := m.GetDeprecation(); d != nil {
		draft.Deprecation = &tool.Deprecation{Reason: d.GetReason(), ReplacedBy: d.GetReplacedBy(), Sunset: d.GetSunset()}
	}
	for _, e := range m.GetExpect() {
		draft.Expect = append(draft.Expect, tool.Expectation{Query: e.GetQuery(), Within: int(e.GetWithin())})
	}
	return draft
}

func toolMessage(r *tool.Record) *discoveryv1.Tool {
	m := &discoveryv1.Tool{
		Name: r.Name, WireName: tool.Wire(r.Name), Description: r.Description, Parameters: r.Parameters,
		Capabilities: r.Capabilities, Domains: r.Domains, Entities: r.Entities, Relationships: r.Relationships,
		Examples: r.Examples, Aliases: r.Aliases, Idempotent: r.Idempotent, TimeoutMs: timeoutMessage(r),
		Handler: r.Handler, Labels: r.Labels,
		Team: r.Team, Version: int32Of(r.Version), Revision: r.Revision, Digest: r.Digest,
		LiveDescription: r.LiveDescription, Deleted: r.Deleted,
		CreatedAt: timestamp(r.CreatedAt), UpdatedAt: timestamp(r.UpdatedAt), UpdatedBy: r.UpdatedBy,
	}
	if r.Title != "" {
		m.Title = &r.Title
	}
	if d := r.Deprecation; d != nil {
		m.Deprecation = &discoveryv1.Deprecation{Reason: d.Reason, ReplacedBy: d.ReplacedBy, Sunset: d.Sunset}
	}
	for _, e := range r.Expect {
		m.Expect = append(m.Expect, &discoveryv1.Expectation{Query: e.Query, Within: int32Of(e.Within)})
	}
	return m
}

func timeoutMessage(r *tool.Record) *int32 {
	if r.TimeoutMS == 0 {
		return nil
	}
	ms := int32Of(r.TimeoutMS)
	return &ms
}

func versionMessage(v store.Version) *discoveryv1.ToolVersion {
	return &discoveryv1.ToolVersion{
		Version: int32Of(v.Version), Revision: v.Revision, Digest: v.Digest, Action: string(v.Action),
		Team: v.Team, Reason: v.Reason, CreatedAt: timestamp(v.CreatedAt), CreatedBy: v.CreatedBy,
	}
}

// Concepts are the concepts of a request. The error lists fields that only the
// server sets.
func Concepts(messages []*discoveryv1.Concept) ([]tool.Concept, error) {
	var list problem.List
	concepts := make([]tool.Concept, len(messages))
	for i, m := range messages {
		at := fmt.Sprintf("/concepts/%d", i)
		if m.GetTeam() != "" {
			list.Add(at+"/team", problem.InvalidField, "is set by the server; leave it out")
		}
		if m.GetRevision() != 0 {
			list.Add(at+"/revision", problem.InvalidField, "is set by the server; leave it out")
		}
		concepts[i] = tool.Concept{
			ConceptKey: tool.ConceptKey{Kind: m.GetKind(), ID: m.GetId()},
			Label:      m.GetLabel(), Glossary: m.GetGlossary(), Synonyms: m.GetSynonyms(),
		}
	}
	return concepts, list.Err()
}

func conceptMessage(c tool.Concept) *discoveryv1.Concept {
	return &discoveryv1.Concept{
		Kind: c.Kind, Id: c.ID, Label: c.Label, Glossary: c.Glossary, Synonyms: c.Synonyms, Team: c.Team, Revision: c.Revision,
	}
}

func timestamp(micros int64) *timestamppb.Timestamp { return timestamppb.New(time.UnixMicro(micros)) }
