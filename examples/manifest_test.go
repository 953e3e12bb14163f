package examples_test

import (
	"testing"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// catalog is what all teams register, as a server would hold it.
type catalog struct {
	tools    []tool.Spec
	concepts []tool.Concept
}

// loadCatalog reads the manifests as `discoveryd apply` does and checks the
// records as a server does. The samples leave nothing to warn about.
func loadCatalog(t *testing.T) catalog {
	t.Helper()
	manifests, err := manifest.Load(manifest.Source{Paths: []string{"catalog"}})
	if err != nil {
		t.Fatal(err)
	}
	var all catalog
	for _, m := range manifests {
		for _, input := range m.Request.GetTools() {
			spec, warnings, problems := draftOf(input).Check("")
			if len(warnings)+len(problems) > 0 {
				t.Errorf("%s of team %s: %v %v", input.GetName(), m.Request.GetTeam(), warnings, problems)
			}
			all.tools = append(all.tools, spec)
		}
		for _, input := range m.Request.GetConcepts() {
			concept, problems := conceptOf(input).Check("")
			if len(problems) > 0 {
				t.Errorf("%s of team %s: %v", concept.ConceptKey, m.Request.GetTeam(), problems)
			}
			all.concepts = append(all.concepts, concept)
		}
	}
	return all
}

func draftOf(m *discoveryv1.ToolInput) tool.Draft {
	draft := tool.Draft{
		Name: m.GetName(), Title: m.Title, Description: m.GetDescription(), Parameters: m.Parameters,
		Capabilities: m.GetCapabilities(), Domains: m.GetDomains(), Entities: m.GetEntities(), Relationships: m.GetRelationships(),
		Examples: m.GetExamples(), Aliases: m.GetAliases(), Idempotent: m.GetIdempotent(), Handler: m.GetHandler(), Labels: m.GetLabels(),
	}
	if m.TimeoutMs != nil {
		ms := int(m.GetTimeoutMs())
		draft.TimeoutMS = &ms
	}
	if d := m.GetDeprecation(); d != nil {
		draft.Deprecation = &tool.Deprecation{Reason: d.GetReason(), ReplacedBy: d.GetReplacedBy(), Sunset: d.GetSunset()}
	}
	return draft
}

func conceptOf(m *discoveryv1.Concept) tool.Concept {
	return tool.Concept{
		ConceptKey: tool.ConceptKey{Kind: m.GetKind(), ID: m.GetId()},
		Label:      m.GetLabel(), Glossary: m.GetGlossary(), Synonyms: m.GetSynonyms(),
	}
}

func (c catalog) tool(t *testing.T, name string) tool.Spec {
	t.Helper()
	for _, spec := range c.tools {
		if spec.Name == name {
			return spec
		}
	}
	t.Fatalf("the catalog has no %s", name)
	return tool.Spec{}
}
