package server_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

const (
	searchPath  = "/v1/catalogs/default/tools:search"
	applyPath   = "/v1/catalogs/default/tools:apply"
	projectPath = "/v1/catalogs/default:project"
	toolsPath   = "/v1/catalogs/default/tools"
)

func zip(t *testing.T, text io.Reader) *bytes.Buffer {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.Copy(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestBadRequestsAreRefusedWithTheirReason(t *testing.T) {
	d := start(t, nil)
	cases := map[string]struct {
		in     request
		status int
		reason string
		field  string
		text   string
	}{
		"an unknown path":                        {request{method: "GET", path: "/v2/nope"}, 404, "UNKNOWN_ROUTE", "", "/v2/nope"},
		"a path with an empty variable":          {request{method: "GET", path: "/v1/catalogs//tools"}, 404, "UNKNOWN_ROUTE", "", ""},
		"a path with a slash at the end":         {request{method: "GET", path: "/v1/catalogs/"}, 404, "UNKNOWN_ROUTE", "", ""},
		"a path that climbs":                     {request{method: "GET", path: "/v1/catalogs/default/../x"}, 404, "UNKNOWN_ROUTE", "", ""},
		"an encoded slash in a name":             {request{method: "GET", path: toolsPath + "/a%2Fversions"}, 404, "UNKNOWN_ROUTE", "", ""},
		"an encoded slash in small letters":      {request{method: "GET", path: toolsPath + "/a%2fversions"}, 404, "UNKNOWN_ROUTE", "", ""},
		"a path that is no text":                 {request{method: "GET", path: toolsPath + "/%ff"}, 404, "UNKNOWN_ROUTE", "", "UTF-8"},
		"a method the path does not have":        {request{method: "PUT", path: toolsPath}, 405, "METHOD_NOT_ALLOWED", "", "allowed: GET"},
		"a method nobody has":                    {request{method: "BREW", path: searchPath}, 405, "METHOD_NOT_ALLOWED", "", "allowed: POST"},
		"a body without a media type":            {request{method: "POST", path: searchPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Type": ""}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", ""},
		"a form post":                            {request{method: "POST", path: searchPath, body: strings.NewReader(`a=b`), header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", "x-www-form"},
		"a plain text post, as web pages send":   {request{method: "POST", path: searchPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Type": "text/plain"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", ""},
		"JSON in another charset":                {request{method: "POST", path: searchPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Type": "application/json; charset=latin1"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", ""},
		"a form that overrides its method":       {request{method: "POST", path: toolsPath + "/a", body: strings.NewReader(``), header: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "X-HTTP-Method-Override": "DELETE"}}, 405, "METHOD_NOT_ALLOWED", "", ""},
		"gzip where it is not allowed":           {request{method: "POST", path: searchPath, body: zip(t, strings.NewReader(`{}`)), header: map[string]string{"Content-Encoding": "gzip"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", "gzip"},
		"an encoding nobody knows":               {request{method: "POST", path: applyPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Encoding": "br"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "", "br"},
		"gzip that is none":                      {request{method: "POST", path: applyPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Encoding": "gzip"}}, 400, "INVALID_JSON", "", ""},
		"gzip that ends early":                   {request{method: "POST", path: applyPath, body: bytes.NewReader(zip(t, strings.NewReader(`{"team":"a"}`)).Bytes()[:20]), header: map[string]string{"Content-Encoding": "gzip"}}, 400, "INVALID_JSON", "", "ended early"},
		"a query parameter beside a body":        {request{method: "POST", path: searchPath + "?limit=5", body: strings.NewReader(`{}`)}, 400, "INVALID_ARGUMENT_FIELD", "/limit", "takes everything in its body"},
		"a query parameter on a PUT":             {request{method: "PUT", path: "/v1/catalogs/default/settings?x=1", body: strings.NewReader(`{}`)}, 400, "INVALID_ARGUMENT_FIELD", "/x", ""},
		"an unknown query parameter":             {request{method: "GET", path: toolsPath + "?page_sice=5"}, 400, "INVALID_ARGUMENT_FIELD", "/page_sice", `did you mean "page_size"?`},
		"a camelCase query parameter":            {request{method: "GET", path: toolsPath + "?pageSize=5"}, 400, "INVALID_ARGUMENT_FIELD", "/pageSize", `did you mean "page_size"?`},
		"a path variable as a parameter":         {request{method: "GET", path: toolsPath + "?catalog=other"}, 400, "INVALID_ARGUMENT_FIELD", "/catalog", "unknown query parameter"},
		"a query parameter given twice":          {request{method: "GET", path: toolsPath + "?team=a&team=b"}, 400, "INVALID_ARGUMENT_FIELD", "/team", "2 times"},
		"a query parameter with a key":           {request{method: "GET", path: toolsPath + "?team[a]=b"}, 400, "INVALID_ARGUMENT_FIELD", "/team[a]", ""},
		"a query parameter of another type":      {request{method: "GET", path: toolsPath + "?page_size=ten"}, 400, "INVALID_ARGUMENT_FIELD", "/page_size", "an integer of 32 bits"},
		"a revision that is no integer":          {request{method: "GET", path: toolsPath + "?min_revision="}, 400, "INVALID_ARGUMENT_FIELD", "/min_revision", ""},
		"a boolean spelt otherwise":              {request{method: "DELETE", path: toolsPath + "/a?override=1"}, 400, "INVALID_ARGUMENT_FIELD", "/override", "true or false"},
		"a query string that cannot be read":     {request{method: "GET", path: toolsPath + "?a=%zz"}, 400, "INVALID_ARGUMENT_FIELD", "", ""},
		"a query parameter that is no text":      {request{method: "GET", path: toolsPath + "?team=%ff"}, 400, "INVALID_ARGUMENT_FIELD", "/team", "UTF-8"},
		"a GET with a body":                      {request{method: "GET", path: toolsPath, body: strings.NewReader(`{}`)}, 400, "INVALID_ARGUMENT_FIELD", "", "takes no body"},
		"an empty body":                          {request{method: "POST", path: searchPath, body: strings.NewReader(``)}, 400, "INVALID_JSON", "", "end of text"},
		"broken JSON":                            {request{method: "POST", path: searchPath, body: strings.NewReader(`{"query":`)}, 400, "INVALID_JSON", "/query", "end of text"},
		"an unknown field":                       {request{method: "POST", path: applyPath, body: strings.NewReader(`{"overide":true}`)}, 400, "INVALID_ARGUMENT_FIELD", "/overide", `did you mean "override"?`},
		"a duplicate key":                        {request{method: "POST", path: applyPath, body: strings.NewReader(`{"tools":[{"name":"a","name":"b"}]}`)}, 400, "INVALID_JSON", "/tools/0/name", "duplicate"},
		"a lone surrogate":                       {request{method: "POST", path: searchPath, body: strings.NewReader(`{"query":"\ud83d"}`)}, 400, "INVALID_JSON", "/query", "surrogate"},
		"a setting of another type":              {request{method: "PUT", path: "/v1/catalogs/default/settings", body: strings.NewReader(`{"slots":"5"}`)}, 400, "INVALID_ARGUMENT_FIELD", "/slots", "want an integer"},
		"settings inside settings":               {request{method: "PUT", path: "/v1/catalogs/default/settings", body: strings.NewReader(`{"settings":{}}`)}, 400, "INVALID_ARGUMENT_FIELD", "/settings", "unknown field"},
		"a method the server does not implement": {request{method: "POST", path: "/v1/catalogs/default/calls:validate", body: strings.NewReader(`{}`)}, 501, "NOT_IMPLEMENTED", "", ""},
		"a host from elsewhere":                  {request{method: "GET", path: toolsPath, header: map[string]string{"Host": "evil.example:80"}}, 403, "ORIGIN_REFUSED", "", "evil.example"},
		"an origin from elsewhere":               {request{method: "GET", path: toolsPath, header: map[string]string{"Origin": "https://evil.example"}}, 403, "ORIGIN_REFUSED", "", "evil.example"},
		"an origin that looks like this machine": {request{method: "GET", path: toolsPath, header: map[string]string{"Origin": "http://127.0.0.1.evil.example"}}, 403, "ORIGIN_REFUSED", "", ""},
		"a page without an origin":               {request{method: "GET", path: "/openapi.json", header: map[string]string{"Origin": "null"}}, 403, "ORIGIN_REFUSED", "", ""},
		"a post to a document":                   {request{method: "POST", path: "/openapi.json", body: strings.NewReader(`{}`)}, 405, "METHOD_NOT_ALLOWED", "", "GET, HEAD"},
		"a post to health":                       {request{method: "POST", path: "/healthz", body: strings.NewReader(`{}`)}, 405, "METHOD_NOT_ALLOWED", "", "GET, HEAD"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := d.send(t, c.in)
			r := got.refused(t)
			if got.status != c.status || r.reason != c.reason {
				t.Fatalf("%d %s, want %d %s: %s", got.status, r.reason, c.status, c.reason, got.body)
			}
			if c.field != "" && !slices.Contains(r.fields, c.field) {
				t.Errorf("fields %q, want %q", r.fields, c.field)
			}
			if !strings.Contains(r.message, c.text) {
				t.Errorf("message %q, want it to say %q", r.message, c.text)
			}
			if (got.header.Get("Allow") != "") != (c.status == 405) {
				t.Errorf("Allow %q", got.header.Get("Allow"))
			}
		})
	}
}

func TestBadCallsAreRefusedOnGRPC(t *testing.T) {
	d := start(t, nil)
	invoke := func(method string) error {
		return d.conn.Invoke(t.Context(), method, &emptypb.Empty{}, &emptypb.Empty{})
	}
	_, unimplemented := discoveryv1.NewValidationServiceClient(d.conn).ValidateCall(t.Context(), &discoveryv1.ValidateCallRequest{})
	origin := metadata.AppendToOutgoingContext(t.Context(), "origin", "https://evil.example")
	_, foreign := discoveryv1.NewRegistryServiceClient(d.conn).ListTools(origin, &discoveryv1.ListToolsRequest{})
	elsewhere, err := grpc.NewClient(d.addresses.GRPC, insecureOption(), grpc.WithAuthority("evil.example"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = elsewhere.Close() }()
	_, rebound := discoveryv1.NewRegistryServiceClient(elsewhere).ListTools(t.Context(), &discoveryv1.ListToolsRequest{})
	for name, c := range map[string]struct {
		err    error
		code   codes.Code
		reason string
	}{
		"a service nobody has":                   {invoke("/made.up/Thing"), codes.Unimplemented, "NOT_IMPLEMENTED"},
		"a method nobody has":                    {invoke("/discovery.v1.RegistryService/Nope"), codes.Unimplemented, "NOT_IMPLEMENTED"},
		"a method the server does not implement": {unimplemented, codes.Unimplemented, "NOT_IMPLEMENTED"},
		"an origin from elsewhere":               {foreign, codes.PermissionDenied, "ORIGIN_REFUSED"},
		"an authority from elsewhere":            {rebound, codes.PermissionDenied, "ORIGIN_REFUSED"},
	} {
		if r := refusedBy(t, c.err); r.code != c.code || r.reason != c.reason {
			t.Errorf("%s: %+v, want %v %s", name, r, c.code, c.reason)
		}
	}
}
