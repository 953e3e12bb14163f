package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

// backends runs a test on both stores.
func backends(t *testing.T, test func(t *testing.T, s *server)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, startSQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, start(t, pgtest.URL(t))) })
}

const readJSON = `{"name":"files.read_json","description":"Read a node of a JSON document",
 "parameters":{"type":"object","properties":{"path":{"type":"string","minLength":1},"depth":{"type":"integer"}},"required":["path"],"additionalProperties":false},
 "capabilities":["file:read"],"idempotent":true,"handler":"mcp://files/readJson"}`

// The main job of the service, in one sitting: register, collide, override,
// search, activate, project, validate.
func TestTheMainJobEndToEnd(t *testing.T) {
	backends(t, func(t *testing.T, s *server) {
		body := s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
		if at(body, "changes", 0, "action") != "created" || body["revision"] != "1" {
			t.Fatalf("apply = %v", body)
		}
		body = s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
		if at(body, "changes", 0, "action") != "unchanged" || body["revision"] != "1" {
			t.Errorf("second apply = %v, want unchanged at revision 1", body)
		}

		taken := s.refused(s.call("POST", "/v1/catalogs/default/tools:apply", `{"team":"thieves","tools":[`+readJSON+`]}`), 409, "TOOL_NAME_TAKEN")
		if owner := at(taken, "details", 0, "metadata", "owner"); owner != "files" {
			t.Errorf("TOOL_NAME_TAKEN names owner %v, want files", owner)
		}
		s.refused(s.call("POST", "/v1/catalogs/default/tools:apply", `{"team":"thieves","override":true,"tools":[`+readJSON+`]}`), 400, "OVERRIDE_REASON_MISSING")
		body = s.post("/v1/catalogs/default/tools:apply", `{"team":"thieves","override":true,"reason":"we own files now","tools":[`+readJSON+`]}`)
		if at(body, "changes", 0, "action") != "overridden" || at(body, "changes", 0, "version") != 2.0 {
			t.Errorf("override = %v, want overridden, version 2", body)
		}

		body = s.post("/v1/catalogs/default/tools:search", `{"query":"json document","names":"wire"}`)
		if at(body, "rows", 0, "name") != "files__read_json" || at(body, "rows", 0, "wire_name") != "" {
			t.Errorf("search = %v", body)
		}
		body = s.post("/v1/catalogs/default/tools:activate", `{"name":"files__read_json","families":["files"],"names":["files.read_jsno"]}`)
		if at(body, "activated", 0, "name") != "files.read_json" || at(body, "unknown", 0, "suggestions", 0) != "files.read_json" {
			t.Errorf("activate = %v", body)
		}

		body = s.post("/v1/catalogs/default/calls:validate", `{"name":"files__read_json","arguments":{"path":"","depth":1.5,"extra":true}}`)
		if got, want := names(body["errors"], "path"), []string{"/depth", "/extra", "/path"}; body["valid"] != false || !cmp.Equal(got, want) {
			t.Errorf("validate = %v, want errors at %v", body, want)
		}
		body = s.post("/v1/catalogs/default/calls:validateBatch",
			`{"calls":[{"name":"files.read_json","arguments":{"path":"a"}},{"name":"no.such","arguments":{}}]}`)
		if at(body, "results", 0, "valid") != true || at(body, "results", 1, "error") != "UNKNOWN_TOOL" {
			t.Errorf("validateBatch = %v", body)
		}
	})
}

func TestProjectionOfEachProvider(t *testing.T) {
	s := startSQLite(t)
	s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
	for format, transcript := range map[string]string{
		"neutral":     `[{"role":"assistant","calls":[{"id":"c1","name":"activate_tool","arguments":{"names":["files.read_json"]}}]},{"role":"tool","call_id":"c1","error":false}]`,
		"openai-chat": `{"messages":[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"activate_tool","arguments":"{\"names\":[\"files__read_json\"]}"}}]},{"role":"tool","tool_call_id":"c1","content":"{}"}]}`,
		"anthropic-messages": `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"activate_tool","input":{"name":"files__read_json"}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"}]}]}`,
	} {
		t.Run(format, func(t *testing.T) {
			body := s.post("/v1/catalogs/default:project", `{"format":"`+format+`","slots":5,"transcript":`+transcript+`}`)
			if got, want := names(body["exposed"], "wire_name"), []string{"activate_tool", "files__read_json", "search_tools"}; !cmp.Equal(got, want) {
				t.Errorf("exposed = %v, want %v", got, want)
			}
			if body["suffix"] != "You currently have 1 of 5 activated tools loaded." {
				t.Errorf("suffix = %v", body["suffix"])
			}
			if at(body, "exposed", 1, "call") != "c1" || at(body, "exposed", 1, "message") != 0.0 {
				t.Errorf("exposed[1] = %v, want touched by call c1 of message 0", at(body, "exposed", 1))
			}
			again := s.post("/v1/catalogs/default:project",
				`{"format":"`+format+`","slots":5,"previous_digest":`+quote(body["tools_digest"])+`,"transcript":`+transcript+`}`)
			if again["cache"] != "same" {
				t.Errorf("cache = %v, want same", again["cache"])
			}
		})
	}
	s.refused(s.call("POST", "/v1/catalogs/default:project", `{"format":"morse","transcript":[]}`), 400, "INVALID_ARGUMENT_FIELD")
}

// Schemas leave as they came: key order and number literals are the author's.
func TestNestedJSONIsPassedThroughByteForByte(t *testing.T) {
	backends(t, func(t *testing.T, s *server) {
		schema := `{"type":"object","required":["z"],"properties":{"z":{"maximum":1e2,"type":"number","default":12345678901234567890,"description":"a \u00e9 < & >"},"a":{"enum":[1.0,1]}}}`
		s.post("/v1/catalogs/default/tools:apply", `{"team":"t","tools":[{"name":"x.y","description":"d","parameters": `+strings.ReplaceAll(schema, ",", " , ")+`}]}`)
		a := s.call("GET", "/v1/catalogs/default/tools/x.y", "")
		if !strings.Contains(string(a.raw), `"parameters":`+schema) {
			t.Errorf("tool = %s\nwant parameters %s", a.raw, schema)
		}
		body := s.call("POST", "/v1/catalogs/default:project", `{"format":"neutral","families":["x"],"transcript":[]}`)
		if !strings.Contains(string(body.raw), schema) {
			t.Errorf("projection = %s\nwant schema %s", body.raw, schema)
		}
	})
}

func TestTwoServersOnOnePostgresSeeEachOther(t *testing.T) {
	url := pgtest.URL(t)
	one, two := start(t, url), start(t, url)
	for i := 1; i <= 5; i++ {
		writer, reader := one, two
		if i%2 == 0 {
			writer, reader = two, one
		}
		body := writer.post("/v1/catalogs/default/tools:apply", fmt.Sprintf(`{"team":"t","tools":[{"name":"tool_%d","description":"number %d"}]}`, i, i))
		found := reader.post("/v1/catalogs/default/tools:search", fmt.Sprintf(`{"query":"tool_%d","min_revision":%s}`, i, quote(body["revision"])))
		if got := at(found, "rows", 0, "name"); got != fmt.Sprintf("tool_%d", i) {
			t.Errorf("the other server finds %v at revision %v", got, found["revision"])
		}
	}
	s := one.get("/v1/catalogs/default/capabilities")
	if s["revision"] != "5" {
		t.Errorf("capabilities at revision %v, want 5", s["revision"])
	}
	a := one.call("POST", "/v1/catalogs/default/tools:search", `{"query":"x","min_revision":"99"}`)
	one.refused(a, http.StatusServiceUnavailable, "REVISION_NOT_REACHED")
}

func TestEmbeddedStoreKeepsWhatWasAcknowledged(t *testing.T) {
	url := "sqlite:" + t.TempDir() + "/kept.db"
	first := start(t, url)
	first.post("/v1/catalogs/agents/tools:apply", `{"team":"t","tools":[`+readJSON+`]}`)
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.process.Wait()
	second := start(t, url)
	body := second.get("/v1/catalogs/agents/tools/files__read_json")
	if at(body, "tool", "version") != 1.0 || at(body, "tool", "team") != "t" {
		t.Errorf("after a kill: %v", body)
	}
}

func TestMetricsShowTheTurn(t *testing.T) {
	s := startSQLite(t)
	s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
	s.post("/v1/catalogs/default:project", `{"format":"neutral","transcript":[{"role":"assistant","calls":[{"id":"1","name":"files.read_json","arguments":{"path":"a"}}]},{"role":"tool","call_id":"1","error":false}]}`)
	resp, err := http.Get(s.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text := readAll(t, resp)
	for _, want := range []string{
		`discoveryd_turn_exposures_total{reason="called"} 1`,
		`discoveryd_turn_exposures_total{reason="scaffolding"} 2`,
		`discoveryd_turn_calls_total 1`,
		`discoveryd_tool_exposed_turns_total{catalog="default",tool="files.read_json"} 1`,
		`discoveryd_catalog_tools{catalog="default"} 1`,
		`discoveryd_searches_total{outcome="weak"} 0`,
		`discoveryd_feed_connected 1`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}
