package registry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/registry"
)

func TestWhatAProviderCannotTakeIsOneWarningPerTool(t *testing.T) {
	long := draft("mail.long", strings.Repeat("word ", 300))
	keys := taking(`{"type":"object","properties":{"$top":{"type":"integer"},"filter[x]":{},"a":{"type":"array","default":[]}}}`, "mail.keys")
	plain := taking(`{"type":"object","properties":{"a":{"type":"string","pattern":"^x","default":"xy"}}}`, "mail.plain")
	m := newModel(t)
	r := m.must(registry.ApplyRequest{Team: "a", Tools: tools(long, keys, plain)})
	want := []string{"NOT_PORTABLE /tools/0/description", "NOT_PORTABLE /tools/1/parameters/properties/$top"}
	if diff := cmp.Diff(want, warned(r)); diff != "" {
		t.Error(diff)
	}
	message := r.Changes[1].Warnings[0].Message
	for _, part := range []string{"anthropic-messages, gemini, bedrock-converse cannot take", "$top is left out", "filter[x] is left out"} {
		if !strings.Contains(message, part) {
			t.Errorf("message %q, want %q in it", message, part)
		}
	}
	if r = m.must(registry.ApplyRequest{Team: "a", Tools: tools(long, keys)}); len(warned(r)) > 0 {
		t.Errorf("unchanged tools warn again: %v", warned(r))
	}
}
