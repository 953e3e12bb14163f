package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestCacheServesTheCommonPrefix(t *testing.T) {
	before := prompt{tools: "[ab]", system: "s", messages: []string{"one", "two"}, suffix: "x"}
	for name, c := range map[string]struct {
		next           prompt
		prefix, blocks int
	}{
		"a message more":    {prompt{tools: "[ab]", system: "s", messages: []string{"one", "two", "three"}, suffix: "y"}, 11, 11},
		"a tool more":       {prompt{tools: "[abc]", system: "s", messages: []string{"one", "two"}}, 3, 0},
		"another system":    {prompt{tools: "[ab]", system: "t", messages: []string{"one"}}, 4, 4},
		"another message":   {prompt{tools: "[ab]", system: "s", messages: []string{"one", "twX"}}, 10, 8},
		"nothing in common": {prompt{tools: "x"}, 0, 0},
	} {
		if prefix, blocks := c.next.cachedAfter(before); prefix != c.prefix || blocks != c.blocks {
			t.Errorf("%s: %d and %d bytes, want %d and %d", name, prefix, blocks, c.prefix, c.blocks)
		}
	}
}

// TestAConversationIsPlayedUnderEveryStrategy counts by hand: one tool is used
// twice, with another in between that does not fit beside it.
func TestAConversationIsPlayedUnderEveryStrategy(t *testing.T) {
	c := &catalog{}
	for _, name := range []string{"files.read", "mail.send", "mail.read"} {
		c.add(&tool.Record{Spec: tool.Spec{Name: name, Description: "Does " + name}, Version: 1})
	}
	for i := range 40 { // more than may be declared at once
		c.add(&tool.Record{Spec: tool.Spec{Name: fmt.Sprintf("other.tool%d", i), Description: "Something else"}, Version: 1})
	}
	call := func(id, name string) []turn {
		return []turn{
			{message: message("user", "go on")},
			{model: true, calls: []string{name}, message: callMessage(id, tool.Wire(name), `{}`)},
			{message: resultMessage(id, "done")},
		}
	}
	w := workload{name: "w", conversations: []conversation{{
		turns: append(append(call("1", "files.read"), call("2", "mail.send")...), call("3", "files.read")...),
	}}}
	for _, want := range []struct {
		strategy                                 strategy
		turns, extra, evictions, returns, thrash int
	}{
		{strategy{name: "all", all: true}, 3, 0, 0, 0, 0},
		{strategy{name: "room", slots: 2}, 7, 4, 0, 0, 0},
		{strategy{name: "no room", slots: 1}, 8, 5, 2, 1, 1},
		{strategy{name: "deltas", slots: 1, deltas: true}, 8, 5, 2, 1, 1},
	} {
		got, err := play(c, w, want.strategy)
		if err != nil {
			t.Fatal(err)
		}
		if got.Turns != want.turns || got.Extra != want.extra || got.Evictions != want.evictions || got.Returns != want.returns || got.Thrash != want.thrash {
			t.Errorf("%s: %+v, want %+v", want.strategy.name, got, want)
		}
		if got.Cached <= 0 || got.Cached > 1 || got.CachedAll > got.Cached {
			t.Errorf("%s: cached %v and %v", want.strategy.name, got.Cached, got.CachedAll)
		}
	}
}

func TestTheProgramPrintsAResultForEachStrategy(t *testing.T) {
	if testing.Short() {
		t.Skip("plays long conversations")
	}
	var out, progress bytes.Buffer
	if err := run([]string{"--catalog", "../examples/catalog", "--eval", t.TempDir(), "--activations", "20", "--output", "json"}, &out, &progress); err != nil {
		t.Fatal(err)
	}
	var results []result
	if err := json.Unmarshal(out.Bytes(), &results); err != nil || len(results) != len(strategies()) {
		t.Errorf("%d results, %v", len(results), err)
	}
}
