package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestReceiptsOfTurnsAreKeptWhereSomebodyAsksForThem(t *testing.T) {
	s := startSQLite(t, "--receipts-retention", "1h")
	s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
	for i := range 3 {
		s.post("/v1/catalogs/default:project", fmt.Sprintf(`{"format":"neutral","conversation_id":"talk","turn_id":"t%d",
			"transcript":[{"role":"assistant","calls":[{"name":"files.read_json","arguments":{"path":"secret"}}]}]}`, i))
	}
	s.post("/v1/catalogs/default:project", `{"format":"neutral","conversation_id":"other","transcript":[]}`)

	var first map[string]any
	within(t, 10*time.Second, "the receipts are there", func() bool {
		first = s.get("/v1/catalogs/default/turns?conversation_id=talk&page_size=2")
		return len(names(first["turns"], "turn_id")) == 2
	})
	if got := strings.Join(names(first["turns"], "turn_id"), " "); got != "t2 t1" {
		t.Errorf("the first page has %s, want the newest two", got)
	}
	if at(first, "turns", 0, "exposed", 1, "name") != "files.read_json" || at(first, "turns", 0, "exposed", 1, "reason") != "called" {
		t.Errorf("a receipt: %v", at(first, "turns", 0))
	}
	if strings.Contains(fmt.Sprint(first), "secret") {
		t.Error("a receipt holds a part of the transcript")
	}
	second := s.get("/v1/catalogs/default/turns?conversation_id=talk&page_size=2&page_token=" + first["next_page_token"].(string))
	if got := strings.Join(names(second["turns"], "turn_id"), " "); got != "t0" || second["next_page_token"] != "" {
		t.Errorf("the second page has %s and token %v", got, second["next_page_token"])
	}
	s.refused(s.call("GET", "/v1/catalogs/default/turns?page_token=x", ""), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.call("GET", "/v1/catalogs/default/turns?conversation_id=%00", ""), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.call("POST", "/v1/catalogs/default:project", `{"format":"neutral","transcript":[],"turn_id":"\u0000"}`), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.call("GET", "/v1/catalogs/nowhere/turns", ""), 404, "UNKNOWN_CATALOG")
	s.refused(startSQLite(t).call("GET", "/v1/catalogs/default/turns", ""), 501, "NOT_IMPLEMENTED")
}
