package examples_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/schema"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestEverySchemaCompilesInTheCoreProfile(t *testing.T) {
	for _, r := range loadCatalog(t).tools {
		compile(t, r)
	}
}

func TestTheBadCallIsWrongInFivePlaces(t *testing.T) {
	var arguments json.RawMessage
	readJSON(t, &arguments, "calls", "work_item.create.json")
	errors, err := compile(t, loadCatalog(t).tool(t, "work_item.create")).Validate(arguments)
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]string
	for _, e := range errors {
		got = append(got, [2]string{e.Path, e.Keyword})
	}
	want := [][2]string{
		{"/fields/0/value", "required"},
		{"/priority", "additionalProperties"},
		{"/project", "pattern"},
		{"/title", "minLength"},
		{"/work_type", "required"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestToolListSchemasCompile(t *testing.T) {
	var list struct {
		Tools []struct {
			Name        string          `json:"name"`
			InputSchema json.RawMessage `json:"inputSchema"`
		} `json:"tools"`
	}
	readJSON(t, &list, "mcp", "tracker.json")
	for _, listed := range list.Tools {
		if _, problems := schema.Compile(listed.InputSchema, "core"); len(problems) > 0 {
			t.Errorf("%s: %+v", listed.Name, problems)
		}
	}
}

func compile(t *testing.T, r tool.Spec) *schema.Schema {
	t.Helper()
	compiled, problems := schema.Compile([]byte(r.Parameters), "core")
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", r.Name, problems)
	}
	return compiled
}
