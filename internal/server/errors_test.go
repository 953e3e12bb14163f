package server_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
)

// contract is the table of contract 10.
var contract = map[string]struct {
	code codes.Code
	http int
}{
	"INVALID_ARGUMENT_FIELD":  {codes.InvalidArgument, 400},
	"INVALID_JSON":            {codes.InvalidArgument, 400},
	"INVALID_SCHEMA":          {codes.InvalidArgument, 400},
	"OVERRIDE_REASON_MISSING": {codes.InvalidArgument, 400},
	"LIMIT_EXCEEDED":          {codes.InvalidArgument, 400},
	"TOOL_NAME_TAKEN":         {codes.AlreadyExists, 409},
	"CONCEPT_TAKEN":           {codes.AlreadyExists, 409},
	"REQUEST_ID_REUSED":       {codes.AlreadyExists, 409},
	"VERSION_MISMATCH":        {codes.Aborted, 409},
	"INCOMPATIBLE_SCHEMA":     {codes.FailedPrecondition, 400},
	"EXPECTATION_FAILED":      {codes.FailedPrecondition, 400},
	"UNKNOWN_TOOL":            {codes.NotFound, 404},
	"UNKNOWN_VERSION":         {codes.NotFound, 404},
	"UNKNOWN_CATALOG":         {codes.NotFound, 404},
	"UNKNOWN_CONCEPT":         {codes.NotFound, 404},
	"UNKNOWN_ROUTE":           {codes.NotFound, 404},
	"UNAUTHENTICATED":         {codes.Unauthenticated, 401},
	"PERMISSION_DENIED":       {codes.PermissionDenied, 403},
	"NAMESPACE_NOT_OWNED":     {codes.PermissionDenied, 403},
	"NOT_OWNER":               {codes.PermissionDenied, 403},
	"ORIGIN_REFUSED":          {codes.PermissionDenied, 403},
	"UNSUPPORTED_MEDIA_TYPE":  {codes.InvalidArgument, 415},
	"DEADLINE_EXCEEDED":       {codes.DeadlineExceeded, 504},
	"OVERLOADED":              {codes.ResourceExhausted, 429},
	"REVISION_NOT_REACHED":    {codes.Unavailable, 503},
	"NOT_READY":               {codes.Unavailable, 503},
	"STORE_UNAVAILABLE":       {codes.Unavailable, 503},
	"NOT_IMPLEMENTED":         {codes.Unimplemented, 501},
	"METHOD_NOT_ALLOWED":      {codes.Unimplemented, 405},
}

// declaredReasons reads the constants of package problem from their source.
func declaredReasons(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../problem/problem.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Reason" {
			literal, ok := spec.Values[0].(*ast.BasicLit)
			if !ok {
				t.Fatalf("reason %v is no literal", spec.Names)
			}
			reason, _ := strconv.Unquote(literal.Value)
			reasons = append(reasons, reason)
		}
		return true
	})
	return reasons
}

func TestEveryReasonLeavesByBothDoorsAsTheContractSays(t *testing.T) {
	d := start(t, nil)
	reasons := declaredReasons(t)
	if len(reasons) != len(contract) {
		t.Errorf("%d reasons are declared, the contract has %d", len(reasons), len(contract))
	}
	for _, reason := range reasons {
		t.Run(reason, func(t *testing.T) {
			want := contract[reason]
			got := d.send(t, request{method: "GET", path: "/v1/catalogs/default/tools/" + reason})
			r := got.refused(t)
			if got.status != want.http || r.code != want.code || r.reason != reason {
				t.Errorf("HTTP: %d %v %s, want %d %v", got.status, r.code, r.reason, want.http, want.code)
			}
			if retry := got.header.Get("Retry-After") != ""; retry != (want.http == 429 || want.http == 503) {
				t.Errorf("Retry-After present: %t", retry)
			}
			if r := refusedBy(t, d.getTool(t, reason)); r.code != want.code || r.reason != reason || r.message != "as asked for" {
				t.Errorf("gRPC: %+v, want %v", r, want.code)
			}
		})
	}
}

func TestErrorsThatHandlersReturn(t *testing.T) {
	d := start(t, nil)
	for name, want := range map[string]struct {
		reason string
		code   codes.Code
		http   int
	}{
		"store.gone":    {"STORE_UNAVAILABLE", codes.Unavailable, 503},
		"store.catalog": {"UNKNOWN_CATALOG", codes.NotFound, 404},
		"unforeseen":    {"INTERNAL", codes.Internal, 500},
		"panic":         {"INTERNAL", codes.Internal, 500},
	} {
		t.Run(name, func(t *testing.T) {
			got := d.send(t, request{method: "GET", path: "/v1/catalogs/default/tools/" + name})
			if r := got.refused(t); got.status != want.http || r.reason != want.reason || r.code != want.code {
				t.Errorf("HTTP: %d %+v, want %+v", got.status, r, want)
			}
			r := refusedBy(t, d.getTool(t, name))
			if r.reason != want.reason || r.code != want.code {
				t.Errorf("gRPC: %+v, want %+v", r, want)
			}
			if strings.Contains(got.body+r.message, "secret") {
				t.Errorf("an answer tells what happened inside: %s %s", got.body, r.message)
			}
		})
	}
	if n := strings.Count(d.log.String(), `msg="internal error"`); n != 4 {
		t.Errorf("%d internal errors logged, want 4, each once", n)
	}
}

func TestAnInternalErrorIsFoundInTheLogByItsRequestID(t *testing.T) {
	d := start(t, nil)
	got := d.send(t, request{method: "GET", path: "/v1/catalogs/default/tools/unforeseen", header: map[string]string{"X-Request-Id": "find-me-7"}})
	if id := got.header.Get("X-Request-Id"); id != "find-me-7" {
		t.Errorf("X-Request-Id %q", id)
	}
	for line := range strings.Lines(d.log.String()) {
		if strings.Contains(line, `msg="internal error"`) && !strings.Contains(line, "find-me-7") {
			t.Errorf("log line without the request id: %s", line)
		}
	}
}

func TestViolationsAreBounded(t *testing.T) {
	d := start(t, nil)
	got := d.send(t, request{method: "GET", path: "/v1/catalogs/default/tools/violations"}).refused(t)
	for door, r := range map[string]refusal{"http": got, "grpc": refusedBy(t, d.getTool(t, "violations"))} {
		if len(r.fields) == 0 || len(r.fields) > 32 || r.bytes > 4096 || r.metadata["problems"] != "50" || r.fields[0] != "/tools/0/name" {
			t.Errorf("%s: %d violations in %d bytes, problems %q", door, len(r.fields), r.bytes, r.metadata["problems"])
		}
	}
}

func TestEverythingUnforeseenIsCounted(t *testing.T) {
	d := start(t, nil)
	_ = d.getTool(t, "panic")
	got := d.sendTo(t, d.addresses.Admin, request{method: "GET", path: "/metrics"})
	const line = `discoveryd_requests_total{code="INTERNAL",method="/discovery.v1.RegistryService/GetTool"} 1`
	if got.status != http.StatusOK || !strings.Contains(got.body, line) {
		t.Errorf("no line %s", line)
	}
}
