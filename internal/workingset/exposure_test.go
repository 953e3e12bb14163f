package workingset_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestFamilies(t *testing.T) {
	set := catalog("files.read", "files.sub.list", "files.sub.stat", "mail.send", "mail.read")
	cases := map[string]struct {
		lines           []string
		families, carry []string
		shown, carried  []string
	}{
		"the newest activation that names one wins": {
			[]string{"families files", "families mail", "call files.read"},
			nil, nil,
			[]string{"files.read called", "mail.read family", "mail.send family"},
			[]string{"files.read", "family:mail"},
		},
		"an unknown family leaves the older one": {
			[]string{"families mail", "families nope"},
			nil, nil,
			[]string{"mail.read family", "mail.send family"},
			[]string{"family:mail"},
		},
		"a failed activation leaves the older one": {
			[]string{"families mail", "failed families files"},
			nil, nil,
			[]string{"mail.read family", "mail.send family"},
			[]string{"family:mail"},
		},
		"a sub-family in wire spelling": {
			[]string{"families files__sub nope"},
			nil, nil,
			[]string{"files.sub.list family", "files.sub.stat family"},
			[]string{"family:files.sub"},
		},
		"the request's families come on top and are not carried": {
			[]string{"families mail"},
			[]string{"files.sub"},
			nil,
			[]string{"files.sub.list family", "files.sub.stat family", "mail.read family", "mail.send family"},
			[]string{"family:mail"},
		},
		"carried families serve while the transcript has none": {
			[]string{"call files.read"},
			nil,
			[]string{"family:mail", "family:gone"},
			[]string{"files.read called", "mail.read family", "mail.send family"},
			[]string{"files.read", "family:mail"},
		},
		"carried families yield to the transcript's": {
			[]string{"families files.sub"},
			nil,
			[]string{"family:mail"},
			[]string{"files.sub.list family", "files.sub.stat family"},
			[]string{"family:files.sub"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := input(set, script(c.lines...))
			in.Options.Families, in.Options.Carry = c.families, c.carry
			p := workingset.Project(in)
			same(t, "shown", c.shown, shown(p))
			same(t, "carry", c.carried, p.Carry)
			if len(p.Evicted) > 0 || p.Used != len(held(p)) {
				t.Errorf("evicted %v, used %d", p.Evicted, p.Used)
			}
		})
	}
}

func TestAnEvictedToolOfAFamilyStaysShownAndKeepsItsTouch(t *testing.T) {
	in := input(catalog("mail.read", "mail.send"), script("families mail", "call mail.read", "call mail.send"))
	in.Options.Slots = 1
	p := workingset.Project(in)
	same(t, "shown", []string{"mail.read family", "mail.send called"}, shown(p))
	same(t, "evicted", []string{"mail.read"}, p.Evicted)
	for _, e := range p.Exposed {
		if e.Tool.Name == "mail.read" {
			same(t, "touch", &workingset.Touch{Message: 2, Call: "c1"}, e.Touch)
		}
	}
}

func TestUnknownNamesOfRequestAndSettingsAreReported(t *testing.T) {
	in := input(catalog("a"), script())
	in.Settings.Scaffolding = []string{"a", "gone.tool"}
	in.Options.Families = []string{"a", "nope"}
	in.History.References = []string{"no__such", "no.such", "search_tools"}
	p := workingset.Project(in)
	var codes []string
	for _, w := range p.Warnings {
		codes = append(codes, w.Code+" "+w.Field)
	}
	same(t, "warnings", []string{"SCAFFOLDING_MISSING ", "REFERENCE_UNKNOWN /transcript", "UNKNOWN_FAMILY /families/1"}, codes)
}

// tagged makes a catalog whose tools carry ids.
func tagged() *tool.Set {
	return tool.NewSet([]*tool.Record{
		{Spec: tool.Spec{Name: "board.move", Domains: []string{"planning"}, Capabilities: []string{"board:update"}}},
		{Spec: tool.Spec{Name: "doc.read", Domains: []string{"writing"}, Entities: []string{"document"}, Capabilities: []string{"document:read"}}},
		{Spec: tool.Spec{Name: "doc.write", Domains: []string{"writing"}, Entities: []string{"document"}, Capabilities: []string{"document:write"}}},
		{Spec: tool.Spec{Name: "item.assign", Relationships: []string{"work-item.assigned-to.member"}, Capabilities: []string{"work-item:update"}}},
		{Spec: tool.Spec{Name: "plain.tool"}},
	})
}

func TestScopeExposesWithoutRules(t *testing.T) {
	cases := map[string]struct {
		scope workingset.Scope
		want  []string
	}{
		"no scope":                             {workingset.Scope{}, nil},
		"a domain":                             {workingset.Scope{Domains: []string{"writing"}}, []string{"doc.read policy", "doc.write policy"}},
		"axes unite":                           {workingset.Scope{Domains: []string{"planning"}, Entities: []string{"document"}}, []string{"board.move policy", "doc.read policy", "doc.write policy"}},
		"a capability covers those below":      {workingset.Scope{Capabilities: []string{"document"}}, []string{"doc.read policy", "doc.write policy"}},
		"a capability is not a prefix":         {workingset.Scope{Capabilities: []string{"doc"}}, nil},
		"a relationship's first end":           {workingset.Scope{Entities: []string{"work-item"}}, []string{"item.assign policy"}},
		"a relationship's other end":           {workingset.Scope{Entities: []string{"member"}}, []string{"item.assign policy"}},
		"a family stands in for no capability": {workingset.Scope{Capabilities: []string{"plain"}}, []string{"plain.tool policy"}},
		"unknown ids":                          {workingset.Scope{Domains: []string{"x"}, Entities: []string{"y"}}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := input(tagged(), script())
			in.Options.Scope = c.scope
			same(t, "shown", c.want, shown(workingset.Project(in)))
		})
	}
}

func TestThePolicyLimitDoesNotMoveWhenOneOfItsToolsIsCalled(t *testing.T) {
	in := input(tagged(), script())
	in.Options.Scope = workingset.Scope{Domains: []string{"planning", "writing"}}
	in.Settings.PolicyLimit = 2
	same(t, "before", []string{"board.move policy", "doc.read policy"}, shown(workingset.Project(in)))
	in.History = script("call doc.read")
	p := workingset.Project(in)
	same(t, "after", []string{"board.move policy", "doc.read called"}, shown(p))
	if p.Used != 1 || len(p.Cut) > 0 {
		t.Errorf("used %d, cut %v; want 1 and none", p.Used, p.Cut)
	}
}

func TestPolicyRules(t *testing.T) {
	writing := settings.Exposure{Capabilities: []string{"document"}}
	cases := map[string]struct {
		rules    []settings.Rule
		options  workingset.Options
		lines    []string
		families []string
		want     []string
	}{
		"an empty condition holds": {
			rules: []settings.Rule{{Expose: writing}},
			want:  []string{"doc.read policy", "doc.write policy"},
		},
		"scope exposes nothing by itself": {
			rules:   []settings.Rule{{When: settings.Condition{TaskTypes: []string{"x"}}, Expose: writing}},
			options: workingset.Options{Scope: workingset.Scope{Domains: []string{"writing"}}},
		},
		"axes intersect, values unite": {
			rules: []settings.Rule{
				{When: settings.Condition{TaskTypes: []string{"edit", "draft"}, Domains: []string{"writing"}}, Expose: writing},
				{When: settings.Condition{TaskTypes: []string{"draft"}, Domains: []string{"planning"}}, Expose: settings.Exposure{Names: []string{"plain.tool"}}},
			},
			options: workingset.Options{TaskType: "draft", Scope: workingset.Scope{Domains: []string{"writing"}}},
			want:    []string{"doc.read policy", "doc.write policy"},
		},
		"entities and capabilities of the scope": {
			rules: []settings.Rule{{
				When:   settings.Condition{Entities: []string{"document"}, Capabilities: []string{"document"}},
				Expose: settings.Exposure{Names: []string{"board__move", "no.such"}},
			}},
			options: workingset.Options{Scope: workingset.Scope{Entities: []string{"document"}, Capabilities: []string{"document:read"}}},
			want:    []string{"board.move policy"},
		},
		"families of held tools are recent": {
			rules: []settings.Rule{{When: settings.Condition{RecentFamilies: []string{"board"}}, Expose: settings.Exposure{Families: []string{"item"}}}},
			lines: []string{"call board.move"},
			want:  []string{"board.move called", "item.assign policy"},
		},
		"families of shown tools are not": {
			rules: []settings.Rule{{When: settings.Condition{RecentFamilies: []string{"board"}}, Expose: settings.Exposure{Families: []string{"item"}}}},
			lines: []string{"families board"},
			want:  []string{"board.move family"},
		},
		"families asked for": {
			rules: []settings.Rule{{When: settings.Condition{Families: []string{"board"}}, Expose: settings.Exposure{Families: []string{"item"}}}},
			lines: []string{"families board"},
			want:  []string{"board.move family", "item.assign policy"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := input(tagged(), script(c.lines...))
			in.Settings.PolicyRules = c.rules
			in.Options.Scope, in.Options.TaskType = c.options.Scope, c.options.TaskType
			same(t, "shown", c.want, shown(workingset.Project(in)))
		})
	}
}

func TestHigherPriorityIsFilledFirst(t *testing.T) {
	in := input(tagged(), script("call plain.tool"))
	in.Settings.PolicyRules = []settings.Rule{
		{Expose: settings.Exposure{Capabilities: []string{"document"}}, Priority: -1},
		{Expose: settings.Exposure{Families: []string{"item"}}, Priority: 5},
		{Expose: settings.Exposure{Names: []string{"doc.write", "board.move"}}, Priority: 5},
	}
	in.Settings.MaxExposed = 6
	p := workingset.Project(in)
	same(t, "shown", []string{"board.move policy", "doc.write policy", "item.assign policy", "plain.tool called"}, shown(p))
	same(t, "cut", []string{"doc.read"}, p.Cut)
}

func TestMaxExposedIsFilledInOrderAndNeverCutsAHeldTool(t *testing.T) {
	set := catalog("a", "b", "c", "d", "fam.x", "fam.y", "ref")
	in := input(set, script("families fam", "activate a b c d"))
	in.History.References = []string{"ref"}
	in.Settings.Scaffolding = []string{"a"}
	cases := []struct {
		maxExposed  int
		shown       []string
		cut         []string
		used, slots int
	}{
		{40, []string{"a scaffolding", "b activated", "c activated", "d activated", "fam.x family", "fam.y family", "ref referenced"}, nil, 3, 5},
		{7, []string{"a scaffolding", "b activated", "c activated", "d activated", "fam.x family", "ref referenced"}, []string{"fam.y"}, 3, 4},
		{5, []string{"a scaffolding", "c activated", "d activated", "ref referenced"}, []string{"fam.x", "fam.y"}, 2, 2},
		{3, []string{"a scaffolding", "ref referenced"}, []string{"fam.x", "fam.y"}, 0, 0},
		{1, []string{"a scaffolding", "ref referenced"}, []string{"fam.x", "fam.y"}, 0, 0},
	}
	for _, c := range cases {
		in.Settings.MaxExposed = c.maxExposed
		p := workingset.Project(in)
		same(t, "shown", c.shown, shown(p))
		same(t, "cut", c.cut, p.Cut)
		if p.Used != c.used || p.Slots != c.slots {
			t.Errorf("max_exposed %d: %d of %d, want %d of %d", c.maxExposed, p.Used, p.Slots, c.used, c.slots)
		}
	}
}

func TestReferencedToolsTakeNoSlot(t *testing.T) {
	in := input(catalog("a", "b", "ref"), script("call a", "call ref", "call b"))
	in.Options.Slots = 2
	in.History.References = []string{"ref", "ref"}
	p := workingset.Project(in)
	same(t, "shown", []string{"a called", "b called", "ref referenced"}, shown(p))
	same(t, "carry", []string{"a", "b"}, p.Carry)
	for _, e := range p.Exposed {
		if e.Tool.Name == "ref" {
			same(t, "touch of a referenced tool", &workingset.Touch{Message: 2, Call: "c1"}, e.Touch)
		}
	}
}

func TestTheCharBudgetIsFilledNewestFirst(t *testing.T) {
	in := input(catalog("a", "b", "c", "fam.x"), script("families fam", "activate a b c"))
	in.History.References = []string{"fam.x"}
	size := map[string]int{"a": 30, "b": 500, "c": 40, "fam.x": 20, tool.ActivateTool: 100, tool.SearchTool: 100}
	in.Chars = func(r *tool.Record) int { return size[r.Name] }
	pinned := 2 + 100 + 1 + 100 + 1 + 20
	cases := []struct {
		budget int
		shown  []string
		cut    []string
		used   int
	}{
		{0, []string{"a activated", "b activated", "c activated", "fam.x referenced"}, nil, 3},
		{1, []string{"fam.x referenced"}, []string{"c", "b", "a"}, 0},
		{pinned + 40, []string{"a activated", "fam.x referenced"}, []string{"c", "b"}, 1},
		{pinned + 41, []string{"c activated", "fam.x referenced"}, []string{"b", "a"}, 1},
		{pinned + 71, []string{"c activated", "fam.x referenced"}, []string{"b", "a"}, 1},
		{pinned + 72, []string{"a activated", "c activated", "fam.x referenced"}, []string{"b"}, 2},
	}
	for _, c := range cases {
		in.Options.CharBudget = c.budget
		p := workingset.Project(in)
		same(t, "shown", c.shown, shown(p))
		same(t, "cut", c.cut, p.Cut)
		same(t, "carry", []string{"a", "b", "c", "family:fam"}, p.Carry)
		if p.Used != c.used {
			t.Errorf("budget %d: used %d, want %d", c.budget, p.Used, c.used)
		}
	}
}

func TestASmallCatalogDeclaresAll(t *testing.T) {
	in := input(catalog("a", "b", "c"), script("call b"))
	in.Settings.SearchOffBelow = 3
	same(t, "three tools are not fewer than three", []string{"b called"}, shown(workingset.Project(in)))
	in.Settings.SearchOffBelow = 4
	same(t, "shown", []string{"a all", "b called", "c all"}, shown(workingset.Project(in)))
	in.Settings.MaxExposed = 4
	p := workingset.Project(in)
	same(t, "shown under max_exposed", []string{"a all", "b called"}, shown(p))
	same(t, "cut", []string{"c"}, p.Cut)
}

func TestTouchesOfScaffoldingAreIgnored(t *testing.T) {
	in := input(catalog("memory.save", "a"), script("call memory.save", "activate memory__save a"))
	in.Settings.Scaffolding = []string{"memory__save"}
	p := workingset.Project(in)
	same(t, "shown", []string{"a activated", "memory.save scaffolding"}, shown(p))
	same(t, "carry", []string{"a"}, p.Carry)
	for _, e := range p.Exposed {
		if e.Reason == workingset.Scaffolding && e.Touch != nil {
			t.Errorf("%s has the touch %+v", e.Tool.Name, *e.Touch)
		}
	}
}
