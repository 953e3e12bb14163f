package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func sizeCases() []testCase {
	return []testCase{
		{"an apply may have as many tools as the limit allows", manyTools},
		{"a record may be as large as the limits allow", largeRecord},
	}
}

func manyTools(t *testing.T, s store.Store) {
	var records []*tool.Record
	needs := registry.Needs{Team: "post", TeamTools: true}
	for i := range limits.ApplyTools {
		name := fmt.Sprintf("family%d.tool-%d", i%40, i)
		r := Tool(name, "post", strings.Repeat("A line of words. ", 20))
		r.Aliases = []string{name + ".former"}
		records = append(records, r)
		needs.Names = append(needs.Names, name, name+".former")
	}
	commit(t, s, "agents", Put(records...))
	contents := load(t, s, "agents", -1)
	if len(contents.Records) != limits.ApplyTools || contents.Revision != 1 {
		t.Errorf("%d tools at revision %d", len(contents.Records), contents.Revision)
	}
	state := See(t, s, "agents", needs)
	if len(state.Tools) != limits.ApplyTools || len(state.Aliases) != limits.ApplyTools {
		t.Errorf("an operation sees %d tools and %d aliases", len(state.Tools), len(state.Aliases))
	}
	if rows := audit(t, s, "agents", 0); len(rows) != limits.ApplyTools {
		t.Errorf("%d audit rows", len(rows))
	}
}

func largeRecord(t *testing.T, s store.Store) {
	r := full()
	const frame = `{"type":"object","description":""}`
	r.Parameters = frame[:len(frame)-2] + strings.Repeat("é", (limits.Schema-len(frame))/2) + frame[len(frame)-2:]
	r.Description = strings.Repeat("字", limits.DescriptionChars)
	r.Handler = strings.Repeat("h", limits.HandlerBytes)
	commit(t, s, "agents", Put(r))
	got := load(t, s, "agents", -1).Records[0]
	if got.Parameters != r.Parameters || got.Description != r.Description || got.Handler != r.Handler {
		t.Errorf("%d bytes of parameters, %d of description, %d of handler came back changed",
			len(got.Parameters), len(got.Description), len(got.Handler))
	}
}
