package workingset_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// catalog makes a set of tools that have nothing but names.
func catalog(names ...string) *tool.Set {
	var records []*tool.Record
	for _, name := range names {
		records = append(records, &tool.Record{Spec: tool.Spec{Name: name}})
	}
	return tool.NewSet(records)
}

// script makes a history of one-call turns, each followed by its result:
// "activate NAME…", "families NAME…", "call NAME", "search", "failed activate
// NAME…"; "user" is a turn without calls. The calls' ids are c0, c1, ….
func script(lines ...string) transcript.History {
	h := transcript.History{}
	for _, line := range lines {
		words := strings.Fields(line)
		e := transcript.Event{Tool: words[0], Message: h.Messages, ID: "c" + strconv.Itoa(len(h.Events))}
		if words[0] == "failed" {
			e.Failed, words = true, words[1:]
		}
		h.Messages++
		switch words[0] {
		case "user":
			h.LastRun = len(h.Events)
			continue
		case "activate":
			e.Kind, e.Tool, e.Names = transcript.Activate, tool.ActivateTool, words[1:]
		case "families":
			e.Kind, e.Tool, e.Families = transcript.Activate, tool.ActivateTool, words[1:]
		case "search":
			e.Kind, e.Tool = transcript.Search, tool.SearchTool
		case "call":
			e.Tool = words[1]
		}
		h.LastRun = len(h.Events)
		h.Events = append(h.Events, e)
		h.Messages++ // the result
	}
	return h
}

// input is a plan's input with S1's five slots and defaults elsewhere.
func input(set *tool.Set, h transcript.History) workingset.Input {
	return workingset.Input{
		Tools: set, Settings: settings.Default(), History: h,
		Options: workingset.Options{Slots: 5, Eviction: workingset.LRU, Order: workingset.ByName},
		Scaffolding: []*tool.Record{
			{Spec: tool.Spec{Name: tool.ActivateTool}}, {Spec: tool.Spec{Name: tool.SearchTool}},
		},
		Name:  func(r *tool.Record) string { return tool.Wire(r.Name) },
		Chars: func(*tool.Record) int { return 10 },
	}
}

// shown lists a plan's tools as "name reason", in their order, without the two
// that are always there.
func shown(p workingset.Plan) []string {
	var list []string
	for _, e := range p.Exposed {
		if !tool.Reserved(e.Tool.Name) {
			list = append(list, e.Tool.Name+" "+string(e.Reason))
		}
	}
	return list
}

// names lists a plan's declared names in their order.
func names(p workingset.Plan) []string {
	var list []string
	for _, e := range p.Exposed {
		list = append(list, e.Tool.Name)
	}
	return list
}

// held lists the held set, oldest first.
func held(p workingset.Plan) []string {
	return slices.DeleteFunc(slices.Clone(p.Carry), func(entry string) bool {
		return strings.HasPrefix(entry, workingset.FamilyPrefix)
	})
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
