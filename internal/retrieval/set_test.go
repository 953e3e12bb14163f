package retrieval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// write makes a set's folder out of its files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "harbour")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, catalog, queries string) retrieval.Set {
	t.Helper()
	set, err := retrieval.Read(write(t, map[string]string{"catalog.jsonl": catalog, "queries.jsonl": queries}))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestASetIsReadAsItIsRegistered(t *testing.T) {
	got := read(t, `{"id":"1","name":"moorShip","server":"Harbour Master","description":"Tie a ship\n to a\u200b quay."}
{"id":"2","name":"moor-ship","server":"Harbour Master"}

{"id":"3","name":"3D chart","description":"Draw the sea floor."}
`, `{"qid":"q1","query":"tie up my boat","relevant":["1","2","1"]}
{"qid":"q2","query":"bake bread","relevant":[]}
`)
	want := retrieval.Set{
		Name: "harbour",
		Tools: []retrieval.Tool{
			{ID: "1", Name: "harbour_master.moor_ship", Description: "Tie a ship to a quay.", Parameters: `{"type":"object"}`},
			{ID: "2", Name: "harbour_master.moor_ship_xd4735e3a", Description: "moor-ship", Parameters: `{"type":"object"}`},
			{ID: "3", Name: "tools.t3_d_chart", Description: "Draw the sea floor.", Parameters: `{"type":"object"}`},
		},
		Queries: []retrieval.Query{
			{ID: "q1", Text: "tie up my boat", Relevant: []string{"harbour_master.moor_ship", "harbour_master.moor_ship_xd4735e3a"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("set (-want +got):\n%s", diff)
	}
}

func TestSchemasKeepTheirWordsAndLoseTheRest(t *testing.T) {
	cases := map[string]struct{ schema, want string }{
		"no schema":            {`null`, `{"type":"object"}`},
		"a list for a schema":  {`["x"]`, `{"type":"object"}`},
		"foreign type names":   {`{"type":"dict","properties":{"a":{"type":"Float"},"b":{"type":"tuple"},"c":{"type":"uuid"}}}`, `{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"array"},"c":{}}}`},
		"keywords of no words": {`{"required":["a"],"properties":{"a":{"default":3,"format":"x","description":"How deep."}}}`, `{"properties":{"a":{"description":"How deep."}},"type":"object"}`},
		"items":                {`{"properties":{"a":{"type":"list","items":{"type":"str"}}}}`, `{"properties":{"a":{"type":"array","items":{"type":"string"}}},"type":"object"}`},
		"the words of an enum": {`{"properties":{"a":{"type":"string","enum":["up",7,"up","down"]},"b":{"type":"integer","enum":["x"]}}}`, `{"properties":{"a":{"type":"string","enum":["up","down"]},"b":{"type":"integer"}},"type":"object"}`},
		"an enum at the root":  {`{"type":"string","enum":["x"]}`, `{"type":"object"}`},
		"a hidden name":        {`{"properties":{"\u200b":{}}}`, `{"properties":{"x":{}},"type":"object"}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			set := read(t, `{"id":"1","name":"n","parameters":`+c.schema+`}`, "")
			if got := set.Tools[0].Parameters; got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestLongNamesFitTheWireAndStayApart(t *testing.T) {
	long := strings.Repeat("measure_the_tide_", 6)
	set := read(t, `{"id":"1","name":"`+long+`","server":"a server with quite a long name"}
{"id":"2","name":"`+long+`","server":"a server with quite a long name"}`, "")
	for _, tool := range set.Tools {
		if len(tool.Name)+1 > 64 || !strings.HasPrefix(tool.Name, "a_server_with_quite.measure_the_tide") {
			t.Errorf("name %q", tool.Name)
		}
	}
	if set.Tools[0].Name == set.Tools[1].Name {
		t.Errorf("both are called %q", set.Tools[0].Name)
	}
}

func TestFaultsOfASetSayWhereTheyAre(t *testing.T) {
	const crane = `{"id":"crane","name":"lift"}` + "\n"
	cases := map[string]struct{ catalog, queries, says string }{
		"a line that is no JSON":       {crane + `{"id":`, ``, "catalog.jsonl:2: unexpected end"},
		"an id that is there twice":    {crane + crane, ``, `catalog.jsonl:2: the id "crane"`},
		"a tool without an id":         {`{"name":"lift"}`, ``, `catalog.jsonl:1: the id ""`},
		"a relevant tool not in there": {crane, "\n" + `{"qid":"q","query":"x","relevant":["winch"]}`, `queries.jsonl:2: query "q": the relevant tool "winch" is not in catalog.jsonl`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := retrieval.Read(write(t, map[string]string{"catalog.jsonl": c.catalog, "queries.jsonl": c.queries}))
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one with %q", err, c.says)
			}
		})
	}
}

func TestDevQueriesGoBeforeOthers(t *testing.T) {
	set, err := retrieval.Read(write(t, map[string]string{
		"catalog.jsonl":     `{"id":"1","name":"n"}`,
		"queries.jsonl":     `{"qid":"all","query":"x","relevant":["1"]}`,
		"queries.dev.jsonl": `{"qid":"dev","query":"x","relevant":["1"]}`,
	}))
	if err != nil || len(set.Queries) != 1 || set.Queries[0].ID != "dev" {
		t.Errorf("queries %+v, error %v", set.Queries, err)
	}
}

func TestASampleIsTheSameWhateverTheOrder(t *testing.T) {
	var queries, reversed []retrieval.Query
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		queries = append(queries, retrieval.Query{ID: id})
		reversed = append([]retrieval.Query{{ID: id}}, reversed...)
	}
	if diff := cmp.Diff(retrieval.Sample(queries, 3), retrieval.Sample(reversed, 3)); diff != "" {
		t.Errorf("sample of the reverse (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(queries, retrieval.Sample(queries, 0)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
}

func TestTheUnionSharesRecordsAndSeparatesNamesakes(t *testing.T) {
	moor := retrieval.Tool{ID: "moor", Name: "tools.moor", Description: "Tie a ship to a quay."}
	other := retrieval.Tool{ID: "moor", Name: "tools.moor", Description: "Walk over the moor."}
	ask := func(id string) []retrieval.Query {
		return []retrieval.Query{{ID: id, Text: "moor", Relevant: []string{"tools.moor"}}}
	}
	tools, sets := retrieval.Union([]retrieval.Set{
		{Name: "harbour", Tools: []retrieval.Tool{moor}, Queries: ask("q1")},
		{Name: "quay", Tools: []retrieval.Tool{moor}, Queries: ask("q2")},
		{Name: "hills", Tools: []retrieval.Tool{other}, Queries: ask("q3")},
	})
	if len(tools) != 2 || tools[0] != moor || tools[1].Description != other.Description || tools[1].Name == moor.Name {
		t.Errorf("tools %+v", tools)
	}
	for i, want := range []string{moor.Name, moor.Name, tools[1].Name} {
		if got := sets[i].Queries[0].Relevant[0]; got != want {
			t.Errorf("%s wants %s, not %s", sets[i].Name, got, want)
		}
	}
}
