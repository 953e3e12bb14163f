package workingset_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/transcript"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestTurnCountsTheLastRunOnly(t *testing.T) {
	set := catalog("a", "b", "c", "d")
	cases := map[string]struct {
		lines []string
		want  workingset.Turn
	}{
		"no calls":                           {[]string{"user"}, workingset.Turn{}},
		"the user has spoken since":          {[]string{"call a", "user"}, workingset.Turn{}},
		"a call of a held tool":              {[]string{"activate a", "call a"}, workingset.Turn{Calls: 1, Called: []string{"a"}}},
		"a call of a tool nobody activated":  {[]string{"call a"}, workingset.Turn{Calls: 1, Undeclared: 1, Called: []string{"a"}}},
		"a call of an unknown tool":          {[]string{"call nope"}, workingset.Turn{Calls: 1, Undeclared: 1}},
		"a search":                           {[]string{"search"}, workingset.Turn{}},
		"an activation":                      {[]string{"call a", "activate b c"}, workingset.Turn{Activations: 1, Evictions: 1}},
		"a failed activation":                {[]string{"failed activate a"}, workingset.Turn{}},
		"a re-activation of an evicted tool": {[]string{"activate a b", "activate c", "activate a"}, workingset.Turn{Activations: 1, Reactivations: 1, Evictions: 1}},
		"an activation of a held tool":       {[]string{"activate a", "activate a"}, workingset.Turn{Activations: 1}},
		"a call of an evicted tool":          {[]string{"activate a b", "activate c", "call a"}, workingset.Turn{Calls: 1, Undeclared: 1, Evictions: 1, Called: []string{"a"}}},
		"more names than slots fall at once": {[]string{"activate a b c d"}, workingset.Turn{Activations: 1, Evictions: 2}},
		"a family's tool is declared":        {[]string{"families a", "call a"}, workingset.Turn{Calls: 1, Called: []string{"a"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := input(set, script(c.lines...))
			in.Options.Slots = 2
			same(t, "turn", c.want, workingset.Project(in).Turn)
		})
	}
}

func TestParallelCallsAreOneRunInTheirOrder(t *testing.T) {
	in := input(catalog("a", "b", "c"), transcript.History{Messages: 1, Events: []transcript.Event{
		{Tool: "a", ID: "1"}, {Tool: "b", ID: "2"}, {Tool: "a", ID: "3"}, {Tool: "c", ID: "4"},
	}})
	in.Options.Slots = 2
	p := workingset.Project(in)
	same(t, "held", []string{"a", "c"}, held(p))
	same(t, "evicted", []string{"b"}, p.Evicted)
	same(t, "turn", workingset.Turn{Calls: 4, Undeclared: 4, Evictions: 1, Called: []string{"a", "b", "c"}}, p.Turn)
}
