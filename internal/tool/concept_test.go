package tool_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestConcepts(t *testing.T) {
	key := func(kind, id string) tool.ConceptKey { return tool.ConceptKey{Kind: kind, ID: id} }
	cases := map[string]struct {
		concept tool.Concept
		field   string // empty when the concept is fine
		reason  problem.Reason
	}{
		"domain":               {tool.Concept{ConceptKey: key("domain", "post")}, "", ""},
		"entity":               {tool.Concept{ConceptKey: key("entity", "work-item"), Synonyms: []string{"ticket"}}, "", ""},
		"relationship":         {tool.Concept{ConceptKey: key("relationship", "work-item.assigned-to.member")}, "", ""},
		"capability root":      {tool.Concept{ConceptKey: key("capability", "file")}, "", ""},
		"capability":           {tool.Concept{ConceptKey: key("capability", "file:read")}, "", ""},
		"longest glossary":     {tool.Concept{ConceptKey: key("domain", "a"), Glossary: strings.Repeat("é", 2000)}, "", ""},
		"unknown kind":         {tool.Concept{ConceptKey: key("verb", "a")}, "/kind", problem.InvalidField},
		"id of another kind":   {tool.Concept{ConceptKey: key("entity", "file:read")}, "/id", problem.InvalidField},
		"relationship of two":  {tool.Concept{ConceptKey: key("relationship", "a.b")}, "/id", problem.InvalidField},
		"long label":           {tool.Concept{ConceptKey: key("domain", "a"), Label: strings.Repeat("a", 201)}, "/label", problem.LimitExceeded},
		"long glossary":        {tool.Concept{ConceptKey: key("domain", "a"), Glossary: strings.Repeat("é", 2001)}, "/glossary", problem.LimitExceeded},
		"glossary of 2 lines":  {tool.Concept{ConceptKey: key("domain", "a"), Glossary: "a\rb"}, "/glossary", problem.InvalidField},
		"too many synonyms":    {tool.Concept{ConceptKey: key("domain", "a"), Synonyms: strings.Split(strings.Repeat("a ", 32)+"a", " ")}, "/synonyms", problem.LimitExceeded},
		"long synonym":         {tool.Concept{ConceptKey: key("domain", "a"), Synonyms: []string{"b", strings.Repeat("a", 201)}}, "/synonyms/1", problem.LimitExceeded},
		"empty synonym":        {tool.Concept{ConceptKey: key("domain", "a"), Synonyms: []string{""}}, "/synonyms/0", problem.InvalidField},
		"separator in a label": {tool.Concept{ConceptKey: key("domain", "a"), Label: "a\u2028b"}, "/label", problem.InvalidField},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, problems := c.concept.Check("/concepts/1")
			if c.field == "" {
				if diff := cmp.Diff(c.concept, got); diff != "" || len(problems) > 0 {
					t.Errorf("problems %v, concept (-want +got):\n%s", problems, diff)
				}
				return
			}
			if len(problems) != 1 || problems[0].Field != "/concepts/1"+c.field || problems[0].Reason != c.reason {
				t.Errorf("problems %v, want one %s at %s", problems, c.reason, c.field)
			}
		})
	}
}

func TestRootsOfASetAreSortedAndSingle(t *testing.T) {
	set := tool.NewSet([]*tool.Record{
		{Spec: tool.Spec{Name: "b.x", Capabilities: []string{"file:read", "file:write", "asset:list"}}},
		{Spec: tool.Spec{Name: "mail.send"}},
		{Spec: tool.Spec{Name: "mail.read"}},
		{Spec: tool.Spec{Name: "gone", Capabilities: []string{"gone:x"}}, Deleted: true},
	})
	if diff := cmp.Diff([]string{"asset", "file", "mail"}, set.Roots()); diff != "" {
		t.Errorf("Roots (-want +got):\n%s", diff)
	}
}
