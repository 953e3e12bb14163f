package e2e_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// What an answer says in figures, computed again from its own bytes as a
// caller can.

func TestFiguresOfAProjectionAreThoseOfItsBytes(t *testing.T) {
	s := startWithSamples(t)
	const transcript = `[{"role":"assistant","calls":[{"id":"c1","name":"activate_tool","arguments":{"names":["read_pdf","label__define"],"families":["work_item"]}}]},{"role":"tool","call_id":"c1","error":false}]`
	ask := func(previous string) (got struct {
		Tools           json.RawMessage `json:"tools"`
		Digest          string          `json:"tools_digest"`
		Cache           string          `json:"cache"`
		Prefix          string          `json:"prefix"`
		Suffix          string          `json:"suffix"`
		Chars           int             `json:"chars"`
		EstimatedTokens int             `json:"estimated_tokens"`
		Carry           []string        `json:"carry"`
	},
	) {
		t.Helper()
		a := s.call("POST", "/v1/catalogs/default:project", `{"format":"neutral","previous_digest":"`+previous+`","transcript":`+transcript+`}`)
		if err := json.Unmarshal(a.raw, &got); err != nil {
			t.Fatalf("%v: %s", err, a.raw)
		}
		return got
	}
	first := ask("")
	sum := sha256.Sum256([]byte(first.Prefix + "\x00" + string(first.Tools)))
	if want := hex.EncodeToString(sum[:]); first.Digest != want {
		t.Errorf("tools_digest %s, want %s", first.Digest, want)
	}
	chars := utf8.RuneCount(first.Tools)
	if first.Chars != chars || first.EstimatedTokens != (chars+3)/4 {
		t.Errorf("chars %d, estimated_tokens %d, want %d and a quarter", first.Chars, first.EstimatedTokens, chars)
	}
	if diff := cmp.Diff([]string{"read_pdf", "label.define", "family:work_item"}, first.Carry); diff != "" {
		t.Errorf("carry (-want +got):\n%s", diff)
	}
	if want := "You currently have 2 of 20 activated tools loaded."; first.Suffix != want {
		t.Errorf("suffix %q, want %q", first.Suffix, want)
	}
	for previous, want := range map[string]string{"": "unknown", first.Digest: "same", strings.Repeat("0", 64): "changed"} {
		if got := ask(previous).Cache; got != want {
			t.Errorf("cache %q after %q, want %q", got, previous, want)
		}
	}
}

func TestExplainedWindowsAreWhatTheRowsShow(t *testing.T) {
	s := startWithSamples(t)
	body := s.post("/v1/catalogs/default/tools:search", `{"query":"excel file","explain":true,"limit":4,"page_budget":400}`)
	rows, _ := body["rows"].([]any)
	if len(rows) != 4 {
		t.Fatalf("%d rows, want 4", len(rows))
	}
	spent := 0
	for _, row := range rows {
		name, shown := fmt.Sprint(at(row, "name")), fmt.Sprint(at(row, "description"))
		spent += utf8.RuneCountInString(shown)
		text := []rune(fmt.Sprint(at(s.get("/v1/catalogs/default/tools/"+name), "tool", "description")))
		windows, _ := at(row, "explain", "windows").([]any)
		explained := 0
		for _, window := range windows {
			explained += int(at(window, "characters").(float64))
			if at(window, "label") != "" {
				continue
			}
			start, end := int(at(window, "start").(float64)), int(at(window, "end").(float64))
			if !strings.Contains(shown, string(text[start:end])) {
				t.Errorf("%s: window %d–%d is not in %q", name, start, end, shown)
			}
		}
		if explained != utf8.RuneCountInString(shown) {
			t.Errorf("%s: windows of %d characters explain %q", name, explained, shown)
		}
	}
	if spent > 400 {
		t.Errorf("rows of %d characters on a page of 400", spent)
	}
}

// Whatever leaves the rows empty, the words that met nothing are named.
func TestUnmatchedTermsAreNamedInAnyCase(t *testing.T) {
	s := startWithSamples(t)
	for request, want := range map[string][]any{
		`{"query":"dashbord"}`:                             {"NO_TERM_MATCHED", []any{"dashbord"}, []any{"dashboard", "dashboards"}},
		`{"query":"Dashbord","entities":["membr"]}`:        {"FILTERS_EXCLUDE_ALL", []any{"Dashbord"}, []any{"member", "dashboard", "dashboards"}},
		`{"query":"the dashboard","entities":["no-such"]}`: {"FILTERS_EXCLUDE_ALL", []any{"dashboard"}, []any{}},
	} {
		body := s.post("/v1/catalogs/default/tools:search", request)
		got := []any{body["no_match"], body["unmatched_terms"], body["suggestions"]}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", request, diff)
		}
	}
}

func TestJSONOutputIsTheBytesOfTheHTTPDoor(t *testing.T) {
	s := startWithSamples(t)
	for _, c := range []struct {
		args       []string
		path, body string
	}{
		{[]string{"search", "colored", "tag"}, "/v1/catalogs/default/tools:search", `{"query":"colored tag"}`},
		{[]string{"activate", "read_pdf"}, "/v1/catalogs/default/tools:activate", `{"names":["read_pdf"]}`},
	} {
		stdout, stderr, code := s.cli(append(c.args, "--output", "json")...)
		want := string(s.call("POST", c.path, c.body).raw) + "\n"
		if code != 0 || stdout != want {
			t.Errorf("%v: exit %d %s\ngot  %swant %s", c.args, code, stderr, stdout, want)
		}
	}
}
