package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/server"
)

func TestHTTPAndGRPCReachTheSameHandlers(t *testing.T) {
	d := start(t, nil)
	cases := map[string]struct {
		in   request
		want string
	}{
		"nested JSON goes in byte for byte": {
			request{method: "POST", path: applyPath, body: strings.NewReader(`{"tools":[{"name":"a","parameters": {"b" : 1.0, "a":"<\u00e9>"} }]}`)},
			`{"revision":"0","changes":[{"name":"a","action":"","version":0,"digest":"{\"b\":1.0,\"a\":\"<\\u00e9>\"}","warnings":[]}],"concept_changes":[],"problems":[]}`,
		},
		"query parameters are read by proto name": {
			request{method: "GET", path: toolsPath + "?page_size=5&family=%C3%A9&min_revision=9007199254740993"},
			`{"revision":"9007199254740993","tools":[],"next_page_token":"5 é"}`,
		},
		"the settings are the body itself": {
			request{method: "PUT", path: "/v1/catalogs/default/settings", body: strings.NewReader(`{"slots":0,"scaffolding":["a"],"ranking":null}`)},
			`{"revision":"0","settings":{"slots":0,"scaffolding":["a"],"policy_rules":[],"roots_declared":[]}}`,
		},
		"a charset of UTF-8 is JSON too": {
			request{method: "POST", path: applyPath, body: strings.NewReader(`{}`), header: map[string]string{"Content-Type": "application/json; charset=UTF-8"}},
			`{"revision":"0","changes":[],"concept_changes":[],"problems":[]}`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := d.send(t, c.in)
			if got.status != http.StatusOK || got.body != c.want {
				t.Errorf("%d\n got %s\nwant %s", got.status, got.body, c.want)
			}
			if ct := got.header.Get("Content-Type"); ct != "application/json" {
				t.Errorf("Content-Type %q", ct)
			}
		})
	}
	got := d.send(t, request{method: "GET", path: toolsPath + "/files.read"})
	if !strings.Contains(got.body, `"parameters":{"type":"object","b":1.0,"a":"<é>"}`) {
		t.Errorf("nested JSON came out as %s", got.body)
	}
}

func TestHeadersFromOutsideCannotSteerTheGateway(t *testing.T) {
	d := start(t, nil)
	got := d.send(t, request{method: "POST", path: searchPath, body: strings.NewReader(`{}`), header: map[string]string{
		"Grpc-Timeout": "1n", "Grpc-Metadata-X-Request-Id": "forged", "X-HTTP-Method-Override": "DELETE", "Accept": "text/html",
		"TE": "trailers", "Grpc-Metadata-Bin": "%%%", "X-Request-Id": "mine.1", "X-Forwarded-For": "1.2.3.4",
	}})
	if got.status != http.StatusOK || !strings.Contains(got.body, `"suggestions":["mine.1"]`) || got.header.Get("X-Request-Id") != "mine.1" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	for name := range got.header {
		if strings.HasPrefix(name, "Grpc-") || name == "Trailer" {
			t.Errorf("header %s leaks out", name)
		}
	}
}

func TestARequestIDIsMadeWhereTheCallersIsUnfit(t *testing.T) {
	d := start(t, nil)
	for _, given := range []string{"", "has blank", strings.Repeat("a", 129), "a\tb"} {
		got := d.send(t, request{method: "GET", path: toolsPath, header: map[string]string{"X-Request-Id": given}})
		if id := got.header.Get("X-Request-Id"); id == given || len(id) != 24 {
			t.Errorf("given %q, got %q", given, id)
		}
	}
	var header metadata.MD
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-request-id", "over-grpc")
	if _, err := discoveryv1.NewSearchServiceClient(d.conn).SearchTools(ctx, &discoveryv1.SearchToolsRequest{}, grpc.Header(&header)); err != nil {
		t.Fatal(err)
	}
	if got := header.Get("x-request-id"); !slices.Equal(got, []string{"over-grpc"}) {
		t.Errorf("x-request-id %q", got)
	}
}

func TestEveryCallIsOneLineWithoutItsContent(t *testing.T) {
	d := start(t, nil)
	d.send(t, request{method: "POST", path: searchPath, body: strings.NewReader(`{"query":"canary-4711"}`)})
	d.send(t, request{method: "POST", path: searchPath, body: strings.NewReader(`{"canary-4711":1}`)})
	d.send(t, request{method: "GET", path: "/canary-4711"})
	_ = d.getTool(t, "canary-4711")
	log := d.log.String()
	if n := strings.Count(log, "msg=call "); n != 4 {
		t.Errorf("%d lines for 4 calls:\n%s", n, log)
	}
	if strings.Contains(log, "canary-4711") {
		t.Errorf("a request's text is in the log:\n%s", log)
	}
	for _, want := range []string{
		"method=/discovery.v1.SearchService/SearchTools door=http code=OK",
		"method=/discovery.v1.SearchService/SearchTools door=http code=INVALID_ARGUMENT reason=INVALID_ARGUMENT_FIELD",
		"method=other door=http code=NOT_FOUND reason=UNKNOWN_ROUTE",
		"method=/discovery.v1.RegistryService/GetTool door=grpc code=OK",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("no line with %q in\n%s", want, log)
		}
	}
}

// seriesCount is the number of series of all families.
func (d *doors) seriesCount(t *testing.T) int {
	t.Helper()
	gathered, err := d.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, family := range gathered {
		n += len(family.GetMetric())
	}
	return n
}

func TestOddRequestsMakeNoSeries(t *testing.T) {
	d := start(t, nil)
	before := d.seriesCount(t)
	d.client.Transport = &http.Transport{} // 1,000 connections would only take time
	defer d.client.CloseIdleConnections()
	for i := range 250 {
		odd := fmt.Sprintf("odd%d", i)
		d.send(t, request{method: "GET", path: "/" + odd})
		d.send(t, request{method: "ODD" + fmt.Sprint(i), path: toolsPath})
		d.send(t, request{method: "GET", path: toolsPath + "/" + odd, header: map[string]string{"User-Agent": odd}})
		_ = d.conn.Invoke(t.Context(), "/odd/"+odd, &discoveryv1.ListCatalogsRequest{}, &discoveryv1.ListCatalogsResponse{})
	}
	if after := d.seriesCount(t); after != before {
		t.Errorf("%d series became %d", before, after)
	}
}

func TestOpenAPIShowsNestedJSONAsJSON(t *testing.T) {
	d := start(t, nil)
	first := d.send(t, request{method: "GET", path: "/openapi.json"})
	if first.status != http.StatusOK {
		t.Fatalf("%d %s", first.status, first.body)
	}
	if again := start(t, nil).send(t, request{method: "GET", path: "/openapi.json"}); again.body != first.body {
		t.Error("two servers have two documents")
	}
	type schema struct {
		Type       string            `json:"type"`
		Properties map[string]schema `json:"properties"`
		Items      *schema           `json:"items"`
	}
	var document struct {
		Paths       map[string]any    `json:"paths"`
		Definitions map[string]schema `json:"definitions"`
	}
	if err := json.Unmarshal([]byte(first.body), &document); err != nil {
		t.Fatal(err)
	}
	for definition, property := range map[string]string{
		"v1ToolInput": "parameters", "v1Tool": "parameters", "v1Call": "arguments", "v1ProjectResponse": "tools",
		"ProjectionServiceProjectBody": "transcript", "ValidationServiceValidateCallBody": "arguments",
	} {
		got, ok := document.Definitions[definition].Properties[property]
		if !ok || got.Type != "" {
			t.Errorf("%s.%s has type %q, present %t", definition, property, got.Type, ok)
		}
	}
	if got := document.Definitions["v1Deltas"].Properties["append"]; got.Type != "array" || got.Items == nil || got.Items.Type != "" {
		t.Errorf("v1Deltas.append = %+v", got)
	}
	if _, ok := document.Definitions["rpcStatus"].Properties["error"]; !ok {
		t.Error("errors have no reason")
	}
	if len(document.Paths) < 12 {
		t.Errorf("only %d paths", len(document.Paths))
	}
}

func TestReflectionListsTheServices(t *testing.T) {
	d := start(t, nil)
	stream, err := grpc_reflection_v1.NewServerReflectionClient(d.conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&grpc_reflection_v1.ServerReflectionRequest{
		MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_ListServices{},
	}); err != nil {
		t.Fatal(err)
	}
	got, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.GetListServicesResponse().GetService()); n < 6 {
		t.Errorf("%d services", n)
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
}

func TestMethodsAreWhatTheServerServes(t *testing.T) {
	methods := server.Methods()
	if len(methods) != 25 || !slices.Contains(methods, discoveryv1.ProjectionService_Project_FullMethodName) {
		t.Errorf("%d methods: %q", len(methods), methods)
	}
}
