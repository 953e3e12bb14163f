package e2e_test

import (
	"encoding/json"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// The examples of the two texts that the product comes from, tried on the
// sample catalog through the real binary.

func startWithSamples(t *testing.T) *server {
	t.Helper()
	s := startSQLite(t)
	if stdout, stderr, code := s.cli("apply", "examples/catalog"); code != 0 {
		t.Fatalf("apply examples/catalog: exit %d\n%s%s", code, stdout, stderr)
	}
	s.settle()
	return s
}

// settle waits until all that is stored can be searched: after many applies in
// a row a slow machine builds the index at a pace. A dry run tells the revision.
func (s *server) settle() {
	s.t.Helper()
	plan := s.post("/v1/catalogs/default/tools:apply", `{"team":"nobody","dry_run":true}`)
	s.get("/v1/catalogs/default/capabilities?min_revision=" + plan["revision"].(string))
}

func TestSeedColoredTagFindsTheTwoLabelTools(t *testing.T) {
	s := startWithSamples(t)
	body := s.post("/v1/catalogs/default/tools:search", `{"query":"colored tag"}`)
	got := names(body["rows"], "name")
	slices.Sort(got)
	if want := []string{"label.add_to_work_item", "label.define"}; !cmp.Equal(got, want) {
		t.Errorf("colored tag finds %v, want %v", got, want)
	}
	if text := at(body, "rows", 0, "description").(string); !strings.Contains(text, "Glossary: ") {
		t.Errorf("the excerpt does not say that the glossary explains the hit: %q", text)
	}
}

func TestSeedRelationshipIsFoundFromEitherEnd(t *testing.T) {
	s := startWithSamples(t)
	for _, entity := range []string{"work-item", "member"} {
		body := s.post("/v1/catalogs/default/tools:search", `{"query":"assign","entities":["`+entity+`"]}`)
		if !slices.Contains(names(body["rows"], "name"), "work_item.assign") {
			t.Errorf("from %s: %v, want work_item.assign among them", entity, names(body["rows"], "name"))
		}
	}
	body := s.post("/v1/catalogs/default/tools:search", `{"relationships":["work-item.assigned-to.member"]}`)
	if !slices.Contains(names(body["rows"], "name"), "work_item.assign") {
		t.Errorf("by the relationship: %v", names(body["rows"], "name"))
	}
}

func TestSeedExcelFileRanksAsPrinted(t *testing.T) {
	s := startWithSamples(t)
	body := s.post("/v1/catalogs/default/tools:search", `{"query":"Excel file file","capabilities":["reader"],"ranking":"coverage","explain":true}`)
	if got, want := names(body["rows"], "name"), []string{"excel_reader", "text_reader", "pdf_reader"}; !cmp.Equal(got, want) {
		t.Fatalf("ranking = %v, want %v", got, want)
	}
	for i, want := range []float64{2.69, 1.00, 1.00} {
		if got := at(body, "rows", i, "explain", "weight").(float64); math.Abs(got-want) > 0.005 {
			t.Errorf("row %d: weight %.4f, want %.2f", i, got, want)
		}
	}
	terms := at(body, "rows", 0, "explain", "terms")
	for i, want := range []float64{1.69, 1.00} {
		if got := at(terms, i, "weight").(float64); math.Abs(got-want) > 0.005 {
			t.Errorf("term %v: weight %.4f, want %.2f", at(terms, i, "term"), got, want)
		}
	}
}

func TestSeedCapabilitiesLineIsSortedAndStandsForTheCatalog(t *testing.T) {
	s := startWithSamples(t)
	body := s.get("/v1/catalogs/default/capabilities")
	roots := body["roots"].([]any)
	words := make([]string, len(roots))
	for i, r := range roots {
		words[i] = r.(string)
	}
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) || len(words) < 20 {
		t.Errorf("roots = %v, want at least 20, sorted, each once", words)
	}
	if body["line"] != strings.Join(words, ", ") {
		t.Errorf("line = %v", body["line"])
	}
	project := s.post("/v1/catalogs/default:project", `{"format":"neutral","transcript":[]}`)
	if want := "<tool_capabilities>"; !strings.Contains(project["prefix"].(string), want) || !strings.Contains(project["prefix"].(string), body["line"].(string)) {
		t.Errorf("prefix = %v, want %s with the line", project["prefix"], want)
	}
}

func TestSeedLiveDescriptionFindsRunPython(t *testing.T) {
	s := startWithSamples(t)
	body := s.post("/v1/catalogs/default/tools:search", `{"query":"openpyxl"}`)
	if body["no_match"] != "NO_TERM_MATCHED" {
		t.Fatalf("before: %v", body)
	}
	tool := s.get("/v1/catalogs/default/tools/run_python")
	team := at(tool, "tool", "team").(string)
	s.post("/v1/catalogs/default/tools/run_python:describe", `{"team":"`+team+`","description":"Run Python. Installed now: openpyxl 3.1, pandas 2.2."}`)
	s.settle()
	body = s.post("/v1/catalogs/default/tools:search", `{"query":"openpyxl"}`)
	if at(body, "rows", 0, "name") != "run_python" {
		t.Errorf("after: %v", body)
	}
	if version := at(s.get("/v1/catalogs/default/tools/run_python"), "tool", "version"); version != at(tool, "tool", "version") {
		t.Errorf("a live description made version %v", version)
	}
}

// The figure of S1: five slots, turn by turn (contract 7.2).
func TestSeedLRUFigure(t *testing.T) {
	s := startWithSamples(t)
	turns := []struct{ call, arguments string }{
		{"activate_tool", `{"names":["read_pdf"]}`},
		{"activate_tool", `{"names":["query_json","read_json"]}`},
		{"read_pdf", `{}`},
		{"activate_tool", `{"names":["run_view","search_text","merge_pdfs"]}`},
		{"activate_tool", `{"names":["generate_pdf"]}`},
	}
	held := [][]string{
		{"read_pdf"},
		{"query_json", "read_json", "read_pdf"},
		{"query_json", "read_json", "read_pdf"},
		{"merge_pdfs", "read_json", "read_pdf", "run_view", "search_text"},
		{"generate_pdf", "merge_pdfs", "read_pdf", "run_view", "search_text"},
	}
	evicted := []string{"", "", "", "query_json", "read_json query_json"}
	var transcript []string
	for i, turn := range turns {
		transcript = append(transcript, `{"role":"assistant","calls":[{"id":"t`+string(rune('1'+i))+`","name":"`+turn.call+`","arguments":`+turn.arguments+`}]}`)
		body := s.post("/v1/catalogs/default:project", `{"format":"neutral","slots":5,"transcript":[`+strings.Join(transcript, ",")+`]}`)
		var got []string
		for _, name := range names(body["exposed"], "name") {
			if name != "search_tools" && name != "activate_tool" {
				got = append(got, name)
			}
		}
		if !cmp.Equal(got, held[i]) {
			t.Errorf("t%d: held %v, want %v", i+1, got, held[i])
		}
		var out []string
		for _, name := range body["evicted"].([]any) {
			out = append(out, name.(string))
		}
		if strings.Join(out, " ") != evicted[i] {
			t.Errorf("t%d: evicted %v, want %q", i+1, out, evicted[i])
		}
	}
}

func TestSeedPageBudgetIsKeptAndALoneRowGetsNearlyAllOfIt(t *testing.T) {
	s := startWithSamples(t)
	long := strings.Repeat("The quick export walks over every sheet and writes a row. ", 60)
	s.post("/v1/catalogs/default/tools:apply", `{"team":"long","tools":[{"name":"zebra.export","description":"`+strings.TrimSpace(long)+`","capabilities":["zebra:export"]}]}`)
	s.settle()
	lone := s.post("/v1/catalogs/default/tools:search", `{"query":"sheet","families":["zebra"],"page_budget":600}`)
	if n := utf8.RuneCountInString(at(lone, "rows", 0, "description").(string)); n > 600 || n < 500 {
		t.Errorf("the lone row has %d of 600 characters", n)
	}
	page := s.post("/v1/catalogs/default/tools:search", `{"query":"export document","page_budget":400}`)
	total := 0
	for _, d := range names(page["rows"], "description") {
		total += utf8.RuneCountInString(d)
	}
	if total > 400 || total == 0 {
		t.Errorf("the page has %d characters, at most 400 allowed", total)
	}
}

// The five commands that `make run` prints work when pasted.
func TestCommandsThatMakeRunPrints(t *testing.T) {
	s := startWithSamples(t)
	script, err := os.ReadFile("../scripts/run")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(string(script)) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "bin/discoveryd ")
		if !ok || !strings.Contains(line, "--server $grpc ") || strings.HasPrefix(line, "apply") {
			continue
		}
		commands++
		args := strings.Fields(strings.Replace(line, "--server $grpc ", "", 1))
		stdout, stderr, code := s.cli(args...)
		want := map[string]int{"search": 0, "project": 0, "activate": 1, "validate": 1}[args[0]]
		if code != want || stdout == "" {
			t.Errorf("%s: exit %d, want %d\n%s%s", line, code, want, stdout, stderr)
		}
		var answer map[string]any
		if stdout, _, _ := s.cli(append(args, "--output", "json")...); json.Unmarshal([]byte(stdout), &answer) != nil {
			t.Errorf("%s --output json prints no JSON: %.200s", line, stdout)
		}
	}
	if commands != 5 {
		t.Errorf("make run prints %d commands, want 5", commands)
	}
}

func TestTokenGuardsBothDoors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("correct-horse-battery-staple\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startSQLite(t, "--token-file", file)
	s.refused(s.call("GET", "/v1/catalogs", ""), 401, "UNAUTHENTICATED")
	req, err := http.NewRequest("GET", s.http+"/v1/catalogs", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer correct-horse-battery-staple")
	if a := s.do(req); a.status != 200 {
		t.Errorf("with the token: %d %s", a.status, a.raw)
	}
	if _, stderr, code := s.cli("search", "anything"); code != 3 || !strings.Contains(stderr, "UNAUTHENTICATED") {
		t.Errorf("gRPC without the token: exit %d, %s", code, stderr)
	}
	if _, stderr, code := s.cli("search", "anything", "--token-file", file); code != 1 {
		t.Errorf("gRPC with the token: exit %d, %s", code, stderr)
	}
}
