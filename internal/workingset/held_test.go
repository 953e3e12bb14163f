package workingset_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestS1FigureOfTheWorkingSet(t *testing.T) {
	set := catalog("read_pdf", "query_json", "read_json", "run_view", "search_text", "merge_pdfs", "generate_pdf")
	lines := []string{
		"activate read_pdf",
		"activate query_json read_json",
		"call read_pdf",
		"activate run_view search_text merge_pdfs",
		"activate generate_pdf",
	}
	turns := []struct {
		held, evicted []string
	}{
		{[]string{"read_pdf"}, nil},
		{[]string{"read_pdf", "query_json", "read_json"}, nil},
		{[]string{"query_json", "read_json", "read_pdf"}, nil},
		{[]string{"read_json", "read_pdf", "run_view", "search_text", "merge_pdfs"}, []string{"query_json"}},
		{[]string{"read_pdf", "run_view", "search_text", "merge_pdfs", "generate_pdf"}, []string{"read_json", "query_json"}},
	}
	for i, turn := range turns {
		p := workingset.Project(input(set, script(lines[:i+1]...)))
		same(t, lines[i]+": held", turn.held, held(p))
		same(t, lines[i]+": evicted", append([]string{}, turn.evicted...), p.Evicted)
		if wantEvictions := min(i/3, 1); p.Turn.Evictions != wantEvictions || p.Used != len(turn.held) || p.Slots != 5 {
			t.Errorf("%s: evictions %d, used %d of %d", lines[i], p.Turn.Evictions, p.Used, p.Slots)
		}
	}
}

func TestTouches(t *testing.T) {
	renamed := &tool.Record{Spec: tool.Spec{Name: "files.read", Aliases: []string{"files.open"}}}
	gone := &tool.Record{Spec: tool.Spec{Name: "old.tool"}, Deleted: true}
	set := tool.NewSet(append(catalog("a", "b", "c", "mail.send").All(), renamed, gone))
	cases := map[string]struct {
		lines []string
		want  []string
	}{
		"a direct call holds a tool nobody activated":     {[]string{"call a"}, []string{"a called"}},
		"the newest touch gives the reason":               {[]string{"call a", "activate a", "activate b", "call b"}, []string{"a activated", "b called"}},
		"a failed activation touches nothing":             {[]string{"failed activate a"}, nil},
		"a failed call counts":                            {[]string{"failed call a"}, []string{"a called"}},
		"wire spelling and aliases resolve":               {[]string{"call mail__send", "activate files__open"}, []string{"files.read activated", "mail.send called"}},
		"unknown and deleted names take no slot":          {[]string{"activate x.y old.tool a"}, []string{"a activated"}},
		"searches touch nothing":                          {[]string{"search"}, nil},
		"scaffolding is declared without a touch":         {[]string{"activate search_tools activate_tool"}, nil},
		"touches beyond the slots fall, the oldest first": {[]string{"activate a b c mail.send files.read", "call a"}, []string{"a called", "b activated", "c activated", "files.read activated", "mail.send activated"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			same(t, "shown", c.want, shown(workingset.Project(input(set, script(c.lines...)))))
		})
	}
}

func TestDroppedNamesSayWhy(t *testing.T) {
	set := tool.NewSet(append(catalog("a").All(), &tool.Record{Spec: tool.Spec{Name: "old.tool"}, Deleted: true}))
	p := workingset.Project(input(set, script("call $READ", "activate old__tool a no.such", "call $READ", "failed activate never.was", "call search_tools")))
	same(t, "dropped", []workingset.Dropped{{Name: "$READ", Reason: "unknown"}, {Name: "no.such", Reason: "unknown"}, {Name: "old.tool", Reason: "deleted"}}, p.Dropped)
	if p.Used != 1 || len(p.Evicted) != 0 {
		t.Errorf("used %d, evicted %v, want 1 and none", p.Used, p.Evicted)
	}
}

func TestSlotsZeroHoldNone(t *testing.T) {
	for _, eviction := range []string{workingset.LRU, workingset.Batched} {
		in := input(catalog("a", "b"), script("call a", "activate b"))
		in.Options.Slots, in.Options.Eviction = 0, eviction
		p := workingset.Project(in)
		same(t, eviction+": shown", []string(nil), shown(p))
		same(t, eviction+": evicted", []string{"b", "a"}, p.Evicted)
		if p.Used != 0 || p.Slots != 0 || len(p.Carry) != 0 {
			t.Errorf("%s: %d of %d, carry %v", eviction, p.Used, p.Slots, p.Carry)
		}
	}
}

func TestBatchedEvictionFallsBackToThreeQuarters(t *testing.T) {
	set := catalog("a", "b", "c", "d", "e", "f", "g")
	cases := map[string]struct {
		slots         int
		carry         []string
		lines         []string
		held, evicted []string
	}{
		"up to the slots nothing falls":         {4, nil, []string{"activate a b c d"}, []string{"a", "b", "c", "d"}, nil},
		"one more leaves three of four":         {4, nil, []string{"activate a b c d", "call e"}, []string{"c", "d", "e"}, []string{"b", "a"}},
		"then there is room again":              {4, nil, []string{"activate a b c d", "call e", "call f"}, []string{"c", "d", "e", "f"}, []string{"b", "a"}},
		"each name of an activation is a touch": {4, nil, []string{"activate a b c d e f g"}, []string{"e", "f", "g"}, []string{"d", "c", "b", "a"}},
		"a call keeps a tool among the newest":  {4, nil, []string{"activate a b c d", "call a", "call e"}, []string{"d", "a", "e"}, []string{"c", "b"}},
		"one slot keeps the newest":             {1, nil, []string{"call a", "call b"}, []string{"b"}, []string{"a"}},
		"five slots keep three":                 {5, nil, []string{"activate a b c d e f"}, []string{"d", "e", "f"}, []string{"c", "b", "a"}},
		"carried names come first":              {4, []string{"a", "b", "c"}, []string{"activate d e"}, []string{"c", "d", "e"}, []string{"b", "a"}},
		"touching a held tool exceeds nothing":  {4, nil, []string{"activate a b c d", "call b", "call c"}, []string{"a", "d", "b", "c"}, nil},
		"a tool that fell can come back":        {4, nil, []string{"activate a b c d", "call e", "call a"}, []string{"c", "d", "e", "a"}, []string{"b"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := input(set, script(c.lines...))
			in.Options.Slots, in.Options.Eviction, in.Options.Carry = c.slots, workingset.Batched, c.carry
			p := workingset.Project(in)
			same(t, "held", c.held, held(p))
			same(t, "evicted", append([]string{}, c.evicted...), p.Evicted)
		})
	}
}

func TestCarryIsOlderThanEveryTouch(t *testing.T) {
	set := catalog("a", "b", "c", "d", "e", "f")
	in := input(set, script("call f", "call a"))
	in.Options.Carry = []string{"a", "b", "c", "d", "e", "gone"}
	p := workingset.Project(in)
	same(t, "carry", []string{"c", "d", "e", "f", "a"}, p.Carry)
	same(t, "evicted", []string{"b"}, p.Evicted)
	same(t, "dropped", []workingset.Dropped{{Name: "gone", Reason: "unknown"}}, p.Dropped)
	same(t, "shown", []string{"a called", "c carried", "d carried", "e carried", "f called"}, shown(p))
	for _, e := range p.Exposed {
		if touched := e.Reason == workingset.Called; touched != (e.Touch != nil) {
			t.Errorf("%s %s: touch %v", e.Tool.Name, e.Reason, e.Touch)
		}
	}
}

func TestExposedToolsPointAtTheirNewestTouch(t *testing.T) {
	p := workingset.Project(input(catalog("a", "mail.send"), script("user", "call a", "families mail", "activate a")))
	for _, e := range p.Exposed {
		var want *workingset.Touch
		if e.Tool.Name == "a" {
			want = &workingset.Touch{Message: 5, Call: "c2"}
		}
		same(t, e.Tool.Name, want, e.Touch)
	}
}
