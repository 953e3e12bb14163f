package projection_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestS1FigureIsProjectedAlikeFromEveryFormat(t *testing.T) {
	set := catalog("read_pdf", "query_json", "read_json", "run_view", "search_text", "merge_pdfs", "generate_pdf")
	steps := []step{
		activate("read_pdf"),
		activate("query_json", "read_json"),
		call("read_pdf"),
		activate("run_view", "search_text", "merge_pdfs"),
		activate("generate_pdf"),
	}
	declared := [][]string{
		{"read_pdf"},
		{"query_json", "read_json", "read_pdf"},
		{"query_json", "read_json", "read_pdf"},
		{"merge_pdfs", "read_json", "read_pdf", "run_view", "search_text"},
		{"generate_pdf", "merge_pdfs", "read_pdf", "run_view", "search_text"},
	}
	evicted := [][]string{{}, {}, {}, {"query_json"}, {"read_json", "query_json"}}
	for _, format := range formats {
		for i := range steps {
			req := request(set, format, steps[:i+1]...)
			req.Options.Slots = new(5)
			a := project(t, req)
			want := append(slices.Clone(declared[i]), tool.ActivateTool, tool.SearchTool)
			slices.Sort(want)
			if diff := cmp.Diff(want, declaredNames(t, format, a.Tools)); diff != "" {
				t.Errorf("%s t%d: declared (-want +got):\n%s", format, i+1, diff)
			}
			if diff := cmp.Diff(evicted[i], a.Evicted); diff != "" {
				t.Errorf("%s t%d: evicted (-want +got):\n%s", format, i+1, diff)
			}
			if want := fmt.Sprintf("You currently have %d of 5 activated tools loaded.", len(declared[i])); a.Suffix != want {
				t.Errorf("%s t%d: suffix %q, want %q", format, i+1, a.Suffix, want)
			}
		}
	}
}

// declaredNames reads the names out of a provider's tools field, in its order.
func declaredNames(t *testing.T, format string, tools []byte) []string {
	t.Helper()
	type named struct{ Name string }
	var list []struct {
		named
		Function             named
		ToolSpec             named
		FunctionDeclarations []named
	}
	if err := json.Unmarshal(tools, &list); err != nil {
		t.Fatalf("%s: tools are no list: %v", format, err)
	}
	var names []string
	for _, entry := range list {
		for _, n := range append(entry.FunctionDeclarations, entry.named, entry.Function, entry.ToolSpec) {
			if n.Name != "" {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

func TestAnAnswerIsConsistentWithItself(t *testing.T) {
	req := request(catalog("mail.send", "mail.read", "files.read"), transcript.AnthropicMessages, activate("mail.send", "nope"), call("files__read"))
	a := project(t, req)
	if diff := cmp.Diff([]string{"activate_tool scaffolding", "files.read called", "mail.send activated", "search_tools scaffolding"}, shown(a)); diff != "" {
		t.Errorf("exposed (-want +got):\n%s", diff)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(a.Prefix+"\x00"+string(a.Tools)))); a.ToolsDigest != want {
		t.Errorf("digest = %s, want %s", a.ToolsDigest, want)
	}
	if a.Chars != utf8.RuneCount(a.Tools) || a.EstimatedTokens != (a.Chars+3)/4 {
		t.Errorf("chars = %d, tokens = %d for %d code points", a.Chars, a.EstimatedTokens, utf8.RuneCount(a.Tools))
	}
	if !strings.Contains(a.Prefix, "<tool_capabilities>files, mail</tool_capabilities>") {
		t.Errorf("prefix = %s", a.Prefix)
	}
	if diff := cmp.Diff([]workingset.Dropped{{Name: "nope", Reason: "unknown"}}, a.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if a.PromptVersion == "" || a.Format != transcript.AnthropicMessages {
		t.Errorf("version %q, format %q", a.PromptVersion, a.Format)
	}
}

func TestCacheComparesDigests(t *testing.T) {
	req := request(catalog("a", "b"), transcript.Neutral, call("a"))
	first := project(t, req)
	req.Options.PreviousDigest = first.ToolsDigest
	second := project(t, req)
	req.Transcript = in(transcript.Neutral, call("a"), call("b"))
	third := project(t, req)
	if got := []string{first.Cache, second.Cache, third.Cache}; !slices.Equal(got, []string{"unknown", "same", "changed"}) {
		t.Errorf("cache = %v", got)
	}
}

func TestThePrefixIgnoresWhatIsNoRoot(t *testing.T) {
	before := project(t, request(catalog("files.read"), transcript.Neutral)).Prefix
	same := project(t, request(catalog("files.read", "files.write"), transcript.Neutral, call("files.read"))).Prefix
	other := project(t, request(catalog("files.read", "mail.send"), transcript.Neutral)).Prefix
	if before != same || before == other {
		t.Errorf("prefix does not depend on the root set alone:\n%s\n%s\n%s", before, same, other)
	}
	req := request(catalog("files.read"), transcript.Neutral)
	req.Domains = []string{"writing"}
	if got := project(t, req).Prefix; got != before {
		t.Errorf("domains are listed although the settings do not ask for it:\n%s", got)
	}
	req.Settings.DomainsLine = true
	if got := project(t, req).Prefix; !strings.Contains(got, "<tool_domains>writing</tool_domains>") {
		t.Errorf("domains are not listed:\n%s", got)
	}
}

func TestSettingsAreTheDefaultsOfOptions(t *testing.T) {
	req := request(catalog("a", "b", "c", "d", "e"), transcript.Neutral, activate("e", "d", "c", "b"), call("a"))
	req.Settings.Slots, req.Settings.Eviction, req.Settings.Order = 4, "batched", "activation"
	a := project(t, req)
	if diff := cmp.Diff([]string{"activate_tool scaffolding", "search_tools scaffolding", "c activated", "b activated", "a called"}, shown(a)); diff != "" {
		t.Errorf("by the settings (-want +got):\n%s", diff)
	}
	req.Options.Slots, req.Options.Eviction, req.Options.Order = new(2), "lru", "name"
	a = project(t, req)
	if diff := cmp.Diff([]string{"a called", "activate_tool scaffolding", "b activated", "search_tools scaffolding"}, shown(a)); diff != "" {
		t.Errorf("by the options (-want +got):\n%s", diff)
	}
	req.Options.Slots = new(0)
	if a = project(t, req); a.Suffix != "You currently have 0 of 0 activated tools loaded." {
		t.Errorf("slots 0: %s", a.Suffix)
	}
}

func TestTheCharBudgetBoundsTheText(t *testing.T) {
	req := request(catalog("a", "b", "c"), transcript.OpenAIChat, activate("a", "b", "c"))
	least := project(t, request(req.Tools, req.Format)).Chars
	whole := project(t, req).Chars
	for budget := least; budget <= whole; budget++ {
		req.Options.CharBudget = budget
		a := project(t, req)
		if a.Chars > budget || a.Used+len(a.Cut) != 3 || (budget == whole) != (a.Used == 3) {
			t.Fatalf("budget %d: %d characters, %d declared, cut %v", budget, a.Chars, a.Used, a.Cut)
		}
	}
}

func TestOptionsOutOfBoundsAreRefusedWithTheirPlace(t *testing.T) {
	many := make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprint("t", i)
	}
	cases := map[string]struct {
		options projection.Options
		fields  []string
		reason  problem.Reason
	}{
		"too many slots":       {projection.Options{Slots: new(65)}, []string{"/slots"}, problem.LimitExceeded},
		"negative slots":       {projection.Options{Slots: new(-1)}, []string{"/slots"}, problem.InvalidField},
		"a negative budget":    {projection.Options{CharBudget: -1}, []string{"/char_budget"}, problem.InvalidField},
		"an unknown eviction":  {projection.Options{Eviction: "LRU"}, []string{"/eviction"}, problem.InvalidField},
		"an unknown order":     {projection.Options{Order: "random"}, []string{"/order"}, problem.InvalidField},
		"a carry that is none": {projection.Options{Carry: []string{"a", "family:mail", "", "family:", "A b"}}, []string{"/carry/2", "/carry/3", "/carry/4"}, problem.InvalidField},
		"a long carry":         {projection.Options{Carry: many[:193]}, []string{"/carry"}, problem.LimitExceeded},
		"a long order":         {projection.Options{PreviousOrder: many[:257]}, []string{"/previous_order"}, problem.LimitExceeded},
		"many families":        {projection.Options{Families: many[:33]}, []string{"/families"}, problem.LimitExceeded},
		"a wide scope":         {projection.Options{Scope: workingset.Scope{Domains: many, Entities: many, Capabilities: many}}, []string{"/scope/domains", "/scope/entities", "/scope/capabilities"}, problem.LimitExceeded},
		"long texts": {
			projection.Options{TaskType: strings.Repeat("é", 65), TurnID: strings.Repeat("x", 129), ConversationID: strings.Repeat("x", 129)},
			[]string{"/task_type", "/conversation_id", "/turn_id"},
			problem.LimitExceeded,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			req := request(catalog("a"), transcript.Neutral)
			req.Options = c.options
			_, err := projection.Project(req)
			var p *problem.Error
			if !errors.As(err, &p) {
				t.Fatalf("Project = %v, want a *problem.Error", err)
			}
			var fields []string
			for _, v := range p.Violations {
				fields = append(fields, v.Field)
			}
			if diff := cmp.Diff(c.fields, fields); diff != "" || p.Reason != c.reason {
				t.Errorf("%s, fields (-want +got):\n%s", p.Reason, diff)
			}
		})
	}
	atTheBounds := request(catalog("a"), transcript.Neutral)
	atTheBounds.Options = projection.Options{
		Slots: new(64), Carry: many[:192], PreviousOrder: many[:256], Families: many[:32],
		TaskType: strings.Repeat("é", 64), TurnID: strings.Repeat("x", 128), ConversationID: strings.Repeat("x", 128),
	}
	project(t, atTheBounds)
}

func TestDialectsReportWhatTheyChanged(t *testing.T) {
	bare := &tool.Record{Spec: tool.Spec{Name: "bare", Description: strings.Repeat("long ", 400), Parameters: `{"type":"object"}`}}
	req := request(tool.NewSet([]*tool.Record{bare}), transcript.OpenAIChat)
	if a := project(t, req); len(a.Warnings) != 0 {
		t.Errorf("a tool that is not declared gave %v", a.Warnings)
	}
	req.Transcript = in(transcript.OpenAIChat, call("bare"))
	var codes []string
	for _, w := range project(t, req).Warnings {
		codes = append(codes, w.Code)
	}
	if diff := cmp.Diff([]string{"DESCRIPTION_CUT", "SCHEMA_ADJUSTED"}, codes); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestAnEmptyCatalogDeclaresTheScaffolding(t *testing.T) {
	a := project(t, request(catalog(), transcript.Neutral))
	if len(a.Exposed) != 2 || a.Suffix != "You currently have 0 of 20 activated tools loaded." {
		t.Errorf("shown %v, %s", shown(a), a.Suffix)
	}
}
