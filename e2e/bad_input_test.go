package e2e_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

// Bad input gets a clear error and changes nothing; none is the server's fault.
func TestBadInputIsRefusedAndChangesNothing(t *testing.T) {
	s := startSQLite(t)
	before := s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)["revision"]

	const apply, search, validate, project = "/v1/catalogs/default/tools:apply", "/v1/catalogs/default/tools:search",
		"/v1/catalogs/default/calls:validate", "/v1/catalogs/default:project"
	good := `{"name":"new.tool","description":"fine"}`
	withSchema := func(schema string) string {
		return `{"team":"files","tools":[` + good + `,{"name":"bad.tool","description":"d","parameters":` + schema + `}]}`
	}
	cases := map[string]struct {
		path, body string
		status     int
		reason     string
		says       string
	}{
		"broken JSON":                {apply, `{"team":`, 400, "INVALID_JSON", "end of text"},
		"an empty body":              {apply, ``, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"an empty object":            {apply, `{}`, 400, "INVALID_ARGUMENT_FIELD", "/team"},
		"an array":                   {apply, `[]`, 400, "INVALID_ARGUMENT_FIELD", "object"},
		"duplicate keys":             {apply, `{"team":"a","team":"b"}`, 400, "INVALID_JSON", "duplicate"},
		"a camelCase field":          {apply, `{"team":"a","dryRun":true}`, 400, "INVALID_ARGUMENT_FIELD", "dry_run"},
		"an unknown field":           {apply, `{"team":"a","overide":true}`, 400, "INVALID_ARGUMENT_FIELD", "override"},
		"a path field in the body":   {apply, `{"team":"a","catalog":"x"}`, 400, "INVALID_ARGUMENT_FIELD", "catalog"},
		"invalid UTF-8":              {apply, "{\"team\":\"\xff\"}", 400, "INVALID_JSON", "UTF-8"},
		"a lone surrogate":           {apply, `{"team":"\ud83d"}`, 400, "INVALID_JSON", "surrogate"},
		"deep nesting":               {apply, `{"team":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, 400, "LIMIT_EXCEEDED", "depth"},
		"an unknown query parameter": {"/v1/catalogs/default/tools:apply?dry_run=true", `{"team":"a"}`, 400, "INVALID_ARGUMENT_FIELD", "dry_run"},
		"a bad record among good":    {apply, `{"team":"files","tools":[` + good + `,{"name":"Bad Name","description":""}]}`, 400, "INVALID_ARGUMENT_FIELD", "/tools/1/name"},
		"the same name twice":        {apply, `{"team":"files","tools":[` + good + `,` + good + `]}`, 400, "INVALID_ARGUMENT_FIELD", "/tools/1/name"},
		"a scaffolding name":         {apply, `{"team":"files","tools":[{"name":"search_tools","description":"d"}]}`, 400, "INVALID_ARGUMENT_FIELD", "search_tools"},
		"a hidden character":         {apply, `{"team":"files","tools":[{"name":"x.y","description":"a\u202eb"}]}`, 400, "INVALID_ARGUMENT_FIELD", "U+202E"},
		"NUL":                        {apply, `{"team":"files","tools":[{"name":"x.y","description":"a\u0000b"}]}`, 400, "INVALID_ARGUMENT_FIELD", "U+0000"},
		"a hidden character deep in a schema": {
			apply, withSchema(`{"type":"object","properties":{"x":{"description":"\u200b"}}}`), 400, "INVALID_ARGUMENT_FIELD", "/tools/1/parameters/properties/x/description",
		},
		"a schema that is no object": {apply, withSchema(`{"type":"string"}`), 400, "INVALID_SCHEMA", "/tools/1/parameters"},
		"a root union":               {apply, withSchema(`{"type":"object","anyOf":[{}]}`), 400, "INVALID_SCHEMA", "/tools/1/parameters/anyOf"},
		"an unknown keyword":         {apply, withSchema(`{"type":"object","propertis":{}}`), 400, "INVALID_SCHEMA", "/tools/1/parameters/propertis"},
		"a bad pattern":              {apply, withSchema(`{"type":"object","properties":{"a":{"type":"string","pattern":"(?!x)"}}}`), 400, "INVALID_SCHEMA", "/pattern"},
		"a foreign reference":        {apply, withSchema(`{"type":"object","properties":{"a":{"$ref":"file:///etc/passwd"}}}`), 400, "INVALID_SCHEMA", "/$ref"},
		"a huge number in a schema":  {apply, withSchema(`{"type":"object","properties":{"a":{"maximum":1e999999999}}}`), 400, "LIMIT_EXCEEDED", "number_exponent"},
		"a schema that is null text": {apply, withSchema(`"x"`), 400, "INVALID_SCHEMA", "/tools/1/parameters"},
		"a timeout of 0":             {apply, `{"team":"files","tools":[{"name":"x.y","description":"d","timeout_ms":0}]}`, 400, "INVALID_ARGUMENT_FIELD", "timeout_ms"},
		"a number as text":           {apply, `{"team":"files","tools":[{"name":"x.y","description":"d","timeout_ms":"5"}]}`, 400, "INVALID_ARGUMENT_FIELD", "timeout_ms"},
		"a fraction":                 {search, `{"query":"x","limit":1.0}`, 400, "INVALID_ARGUMENT_FIELD", "limit"},
		"limit 0":                    {search, `{"query":"x","limit":0}`, 400, "INVALID_ARGUMENT_FIELD", "1 to 100"},
		"limit 101":                  {search, `{"query":"x","limit":101}`, 400, "LIMIT_EXCEEDED", "the limit limit allows 1 to 100"},
		"an offset of 1001":          {search, `{"query":"x","offset":1001}`, 400, "LIMIT_EXCEEDED", "the limit offset allows 0 to 1000"},
		"a page beyond the budget":   {search, `{"query":"x","page_budget":100001}`, 400, "LIMIT_EXCEEDED", "the limit page_budget allows 1 to 100000"},
		"an excerpt beyond the page": {search, `{"query":"x","excerpt_cap":100001}`, 400, "LIMIT_EXCEEDED", "the limit page_budget allows 0 to 100000"},
		"limit beyond 32 bits":       {search, `{"query":"x","limit":99999999999}`, 400, "INVALID_ARGUMENT_FIELD", "limit"},
		"a long query":               {search, `{"query":"` + strings.Repeat("x", 1025) + `"}`, 400, "LIMIT_EXCEEDED", "1024"},
		"a query of 10,000 words":    {search, `{"query":"` + strings.Repeat("word ", 10_000) + `"}`, 400, "LIMIT_EXCEEDED", "1024"},
		"a query of 1 MiB":           {search, `{"query":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "LIMIT_EXCEEDED", "other_body"},
		"an unknown ranking":         {search, `{"query":"x","ranking":"best"}`, 400, "INVALID_ARGUMENT_FIELD", "coverage"},
		"an unknown catalog":         {"/v1/catalogs/nowhere/tools:search", `{"query":"x"}`, 404, "UNKNOWN_CATALOG", "nowhere"},
		"a catalog name in capitals": {"/v1/catalogs/Default/tools:apply", `{"team":"a"}`, 400, "INVALID_ARGUMENT_FIELD", "catalog"},
		"an unknown tool":            {validate, `{"name":"no.such","arguments":{}}`, 404, "UNKNOWN_TOOL", "no.such"},
		"an unknown version":         {validate, `{"name":"files.read_json","version":9,"arguments":{}}`, 404, "UNKNOWN_VERSION", "9"},
		"missing arguments":          {validate, `{"name":"files.read_json"}`, 400, "INVALID_ARGUMENT_FIELD", "/arguments"},
		"null arguments":             {validate, `{"name":"files.read_json","arguments":null}`, 400, "INVALID_ARGUMENT_FIELD", "/arguments"},
		"duplicate keys in arguments": {
			validate, `{"name":"files.read_json","arguments":{"path":"a","path":"b"}}`, 400, "INVALID_JSON", "/arguments",
		},
		"deep arguments":       {validate, `{"name":"files.read_json","arguments":` + strings.Repeat(`{"a":`, 70) + `1` + strings.Repeat(`}`, 70) + `}`, 400, "LIMIT_EXCEEDED", "depth"},
		"a missing transcript": {project, `{"format":"neutral"}`, 400, "INVALID_ARGUMENT_FIELD", "/transcript"},
		"a transcript of text": {project, `{"format":"neutral","transcript":"hello"}`, 400, "INVALID_ARGUMENT_FIELD", "/transcript"},
		"a deep transcript":    {project, `{"format":"neutral","transcript":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`, 400, "LIMIT_EXCEEDED", "depth"},
		"too many slots":       {project, `{"format":"neutral","transcript":[],"slots":65}`, 400, "LIMIT_EXCEEDED", "/slots"},
		"a body over its limit": {
			search, `{"query":"` + strings.Repeat("x", 300<<10) + `"}`, 413, "LIMIT_EXCEEDED", "other_body",
		},
		"an unknown route": {"/v1/catalogs/default/tools:explode", `{}`, 404, "UNKNOWN_ROUTE", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := s.call("POST", c.path, c.body)
			s.refused(a, c.status, c.reason)
			if !strings.Contains(string(a.raw), c.says) {
				t.Errorf("%s says nothing of %q", a.raw, c.says)
			}
		})
	}

	if after := s.get("/v1/catalogs/default/tools"); after["revision"] != before || len(names(after["tools"], "name")) != 1 {
		t.Errorf("after all that: revision %v with %v, want %v with the one tool", after["revision"], names(after["tools"], "name"), before)
	}
}

func TestHTTPDoorGuards(t *testing.T) {
	s := startSQLite(t)
	request := func(method, path, body string, header map[string]string) *http.Request {
		req, err := http.NewRequest(method, s.http+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range header {
			req.Header.Set(name, value)
		}
		return req
	}
	json := map[string]string{"Content-Type": "application/json"}

	s.refused(s.do(request("POST", "/v1/catalogs/default/tools:search", "query=x", map[string]string{"Content-Type": "application/x-www-form-urlencoded"})), 415, "UNSUPPORTED_MEDIA_TYPE")
	s.refused(s.do(request("DELETE", "/v1/catalogs/default/settings", "", nil)), 405, "METHOD_NOT_ALLOWED")
	s.refused(s.do(request("GET", "/v1/catalogs/default/tools?page=2", "", nil)), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.do(request("GET", "/v1/catalogs/default/tools?page_size=501", "", nil)), 400, "LIMIT_EXCEEDED")
	s.refused(s.do(request("GET", "/v1/catalogs/default/tools?page_size=0", "", nil)), 400, "INVALID_ARGUMENT_FIELD")
	s.refused(s.do(request("GET", "/nowhere", "", nil)), 404, "UNKNOWN_ROUTE")

	evil := request("POST", "/v1/catalogs/default/tools:search", `{}`, json)
	evil.Host = "evil.example"
	s.refused(s.do(evil), 403, "ORIGIN_REFUSED")
	page := request("POST", "/v1/catalogs/default/tools:search", `{}`, map[string]string{"Content-Type": "application/json", "Origin": "https://evil.example"})
	s.refused(s.do(page), 403, "ORIGIN_REFUSED")

	var bomb bytes.Buffer
	packer := gzip.NewWriter(&bomb)
	for range 40 {
		if _, err := packer.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := packer.Close(); err != nil {
		t.Fatal(err)
	}
	s.refused(s.do(request("POST", "/v1/catalogs/default:project", bomb.String(), map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"})), 413, "LIMIT_EXCEEDED")
}

// Postgres has no U+0000 in a text, so a name that holds one must not get there.
func TestNamesThatNothingCanHaveAreUnknownOnPostgresToo(t *testing.T) {
	s := start(t, pgtest.URL(t))
	s.post("/v1/catalogs/default/tools:apply", `{"team":"files","tools":[`+readJSON+`]}`)
	const catalog, nowhere = "/v1/catalogs/default", "/v1/catalogs/a%00b"
	for _, c := range []struct{ method, path, body, reason string }{
		{"GET", catalog + "/tools/a%00b", ``, "UNKNOWN_TOOL"},
		{"GET", catalog + "/tools/a%00b?version=3", ``, "UNKNOWN_TOOL"},
		{"GET", catalog + "/tools/a%00b/versions", ``, "UNKNOWN_TOOL"},
		{"DELETE", catalog + "/tools/a%00b?team=files", ``, "UNKNOWN_TOOL"},
		{"POST", catalog + "/tools/a%00b:describe", `{"team":"files","description":"d"}`, "UNKNOWN_TOOL"},
		{"POST", catalog + "/calls:validate", `{"name":"a\u0000b","version":3,"arguments":{}}`, "UNKNOWN_TOOL"},
		{"DELETE", catalog + "/concepts/domain/a%00b?team=files", ``, "UNKNOWN_CONCEPT"},
		{"GET", nowhere + "/tools/x/versions", ``, "UNKNOWN_CATALOG"},
		{"PUT", nowhere + "/settings", `{}`, "UNKNOWN_CATALOG"},
		{"DELETE", nowhere + "/tools/x?team=files", ``, "UNKNOWN_CATALOG"},
		{"POST", nowhere + "/tools/x:describe", `{"team":"files","description":"d"}`, "UNKNOWN_CATALOG"},
		{"DELETE", nowhere + "/concepts/domain/x?team=files", ``, "UNKNOWN_CATALOG"},
	} {
		s.refused(s.call(c.method, c.path, c.body), http.StatusNotFound, c.reason)
	}
	batch := s.post(catalog+"/calls:validateBatch", `{"calls":[{"name":"a\u0000b","version":3,"arguments":{}}]}`)
	if got := at(batch, "results", 0, "error"); got != "UNKNOWN_TOOL" {
		t.Errorf("in a batch: %v", got)
	}
	s.refused(s.call("POST", nowhere+"/tools:apply", `{"team":"files"}`), http.StatusBadRequest, "INVALID_ARGUMENT_FIELD")
}
