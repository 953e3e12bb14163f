package tool_test

import (
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestIDs(t *testing.T) {
	type check func(at, id string) problem.List
	cases := map[string]struct {
		check check
		id    string
		text  string // of the problem; empty when the id is fine
	}{
		"capability":                          {tool.CheckCapability, "file:read", ""},
		"capability with more segments":       {tool.CheckCapability, "work-item:label:add", ""},
		"capability without an action":        {tool.CheckCapability, "file", "has a root only"},
		"capability with an empty action":     {tool.CheckCapability, "file:", "is not an id"},
		"capability in upper case":            {tool.CheckCapability, "File:read", "is not an id"},
		"capability with an underscore":       {tool.CheckCapability, "work_item:read", "is not an id"},
		"capability with a doubled hyphen":    {tool.CheckCapability, "work--item:read", "is not an id"},
		"capability root of 32 characters":    {tool.CheckCapability, strings.Repeat("a", 32) + ":x", ""},
		"capability root of 33 characters":    {tool.CheckCapability, strings.Repeat("a", 33) + ":x", "the limit capability_root allows 32"},
		"capability root with 3 hyphens":      {tool.CheckCapability, "a-b-c-d:x", ""},
		"capability root with 4 hyphens":      {tool.CheckCapability, "a-b-c-d-e:x", "has 4 hyphens"},
		"capability action with many hyphens": {tool.CheckCapability, "a:b-c-d-e-f", ""},
		"capability prefix that is a root":    {tool.CheckCapabilityPrefix, "file", ""},
		"capability prefix that is longer":    {tool.CheckCapabilityPrefix, "file:read", ""},
		"capability prefix that is empty":     {tool.CheckCapabilityPrefix, "", "is not an id"},
		"concept":                             {tool.CheckConceptID, "work-item", ""},
		"concept with a dot":                  {tool.CheckConceptID, "work.item", "is not an id"},
		"concept with a colon":                {tool.CheckConceptID, "work:item", "is not an id"},
		"concept with a tag character":        {tool.CheckConceptID, "work\U000E0041", "holds U+E0041"},
		"concept of 201 characters":           {tool.CheckConceptID, strings.Repeat("a", 201), "the limit id allows 200"},
		"relationship":                        {tool.CheckRelationship, "work-item.assigned-to.member", ""},
		"relationship of two parts":           {tool.CheckRelationship, "work-item.member", "has 2 parts"},
		"relationship of four parts":          {tool.CheckRelationship, "a.b.c.d", "has 4 parts"},
		"relationship with an empty verb":     {tool.CheckRelationship, "work-item..member", "is not an id"},
		"relationship with an outer hyphen":   {tool.CheckRelationship, "work-item.-to.member", "is not an id"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			problems := c.check("/id", c.id)
			switch {
			case c.text == "" && len(problems) > 0:
				t.Errorf("%q is refused: %v", c.id, problems)
			case c.text != "" && (len(problems) != 1 || problems[0].Field != "/id" || !strings.Contains(problems[0].Description, c.text)):
				t.Errorf("%q: problems %v, want one with %q", c.id, problems, c.text)
			}
		})
	}
}

func TestCapabilitiesMatchBySegmentPrefix(t *testing.T) {
	cases := []struct {
		filter, capability string
		want               bool
	}{
		{"file", "file:read", true},
		{"file:read", "file:read", true},
		{"file", "file", true},
		{"fil", "file:read", false},
		{"file:rea", "file:read", false},
		{"file:read", "file:read:lines", true},
		{"file:read", "file", false},
		{"work", "work-item:read", false},
		{"", "file:read", false},
	}
	for _, c := range cases {
		if got := tool.CapabilityCovers(c.filter, c.capability); got != c.want {
			t.Errorf("CapabilityCovers(%q, %q) = %v", c.filter, c.capability, got)
		}
	}
}

func TestARelationshipHasTwoEnds(t *testing.T) {
	from, to := tool.Ends("work-item.assigned-to.member")
	if from != "work-item" || to != "member" {
		t.Errorf("Ends = %q, %q", from, to)
	}
}
