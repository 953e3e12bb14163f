package server_test

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	grpcgzip "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/protobuf/proto"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/server"
)

// endless is text of one letter.
type endless struct{}

// letters is what one read of it gives at most.
var letters = bytes.Repeat([]byte("a"), 64<<10)

func (endless) Read(p []byte) (int, error) {
	return copy(p, letters), nil
}

// padded is a JSON body of exactly size bytes.
func padded(field string, size int) io.Reader {
	head, tail := `{"`+field+`":"`, `"}`
	return io.MultiReader(strings.NewReader(head), io.LimitReader(endless{}, int64(size-len(head)-len(tail))), strings.NewReader(tail))
}

// chunked hides a body's length from the client, so that it is sent in chunks.
type chunked struct{ io.Reader }

func TestBodiesAreBoundedAtTheHTTPDoor(t *testing.T) {
	d := start(t, nil)
	for _, c := range []struct {
		path, field, limit string
		size               int
	}{
		{searchPath, "query", "other_body", limits.OtherBody},
		{applyPath, "reason", "apply_body", limits.ApplyBody},
		{"/v1/catalogs/default/tools:register", "reason", "apply_body", limits.ApplyBody},
		{projectPath, "transcript", "project_body", limits.ProjectBody},
	} {
		t.Run(c.path, func(t *testing.T) {
			got := d.send(t, request{method: "POST", path: c.path, body: chunked{padded(c.field, c.size)}})
			if got.status == 413 {
				t.Errorf("a body of just the limit: %s", got.body)
			}
			over := map[string]request{
				"in chunks": {method: "POST", path: c.path, body: chunked{padded(c.field, c.size+1)}},
				"announced": {method: "POST", path: c.path, body: announce(t, padded(c.field, c.size+1))},
			}
			for how, in := range over {
				got := d.send(t, in)
				if r := got.refused(t); got.status != 413 || r.reason != "LIMIT_EXCEEDED" || r.metadata["limit"] != c.limit {
					t.Errorf("%s: %d %+v, want 413 and limit %s", how, got.status, r, c.limit)
				}
			}
		})
	}
}

func announce(t *testing.T, body io.Reader) *bytes.Reader {
	t.Helper()
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(text)
}

func TestAGzipBombIsCutOffAtTheLimit(t *testing.T) {
	d := start(t, nil)
	// A gzip file may be many in a row, so one mebibyte zipped once makes a bomb of any size.
	bomb := bytes.Repeat(zip(t, io.LimitReader(endless{}, 1<<20)).Bytes(), 512)
	got := d.send(t, request{method: "POST", path: projectPath, body: bytes.NewReader(bomb), header: map[string]string{"Content-Encoding": "gzip"}})
	if r := got.refused(t); got.status != 413 || r.metadata["limit"] != "project_body" {
		t.Errorf("%d %+v", got.status, r)
	}
}

func TestGzipIsReadWhereItIsAllowed(t *testing.T) {
	d := start(t, nil)
	got := d.send(t, request{method: "POST", path: projectPath, body: zip(t, strings.NewReader(`{"transcript":[1, 2]}`)), header: map[string]string{"Content-Encoding": "gzip"}})
	if got.status != 200 || !strings.Contains(got.body, `"chars":5`) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestMessagesAreBoundedAtTheGRPCDoor(t *testing.T) {
	d := start(t, nil)
	// A field's tag and length take a few bytes before its text.
	text := func(size int) string { return strings.Repeat("a", size-5) }
	calls := map[string]struct {
		size int
		call func(size int, opts ...grpc.CallOption) (int, error)
	}{
		"other_body": {limits.OtherBody, func(size int, opts ...grpc.CallOption) (int, error) {
			req := &discoveryv1.SearchToolsRequest{Query: text(size)}
			_, err := discoveryv1.NewSearchServiceClient(d.conn).SearchTools(t.Context(), req, opts...)
			return proto.Size(req), err
		}},
		"apply_body": {limits.ApplyBody, func(size int, opts ...grpc.CallOption) (int, error) {
			req := &discoveryv1.ApplyToolsRequest{Reason: text(size)}
			_, err := discoveryv1.NewRegistryServiceClient(d.conn).ApplyTools(t.Context(), req, opts...)
			return proto.Size(req), err
		}},
		"project_body": {limits.ProjectBody, func(size int, opts ...grpc.CallOption) (int, error) {
			req := &discoveryv1.ProjectRequest{Transcript: new(text(size))}
			_, err := discoveryv1.NewProjectionServiceClient(d.conn).Project(t.Context(), req, opts...)
			return proto.Size(req), err
		}},
	}
	for limit, c := range calls {
		t.Run(limit, func(t *testing.T) {
			size, err := c.call(c.size)
			if err != nil || size > c.size || size < c.size-5 {
				t.Errorf("%d bytes: %v", size, err)
			}
			for how, opts := range map[string][]grpc.CallOption{"plain": nil, "zipped": {grpc.UseCompressor(grpcgzip.Name)}} {
				size, err := c.call(c.size+6, opts...)
				if r := refusedBy(t, err); r.reason != "LIMIT_EXCEEDED" || r.metadata["limit"] != limit || r.code.String() != "InvalidArgument" {
					t.Errorf("%s, %d bytes: %+v", how, size, r)
				}
			}
		})
	}
}

func TestDeadlinesFollowTheMethod(t *testing.T) {
	d := start(t, nil)
	// The echo reports the seconds left, rounded up.
	got := d.send(t, request{method: "POST", path: searchPath, body: strings.NewReader(`{}`)})
	if !strings.Contains(got.body, `"total":3,`) {
		t.Errorf("search has another deadline than 3 s: %s", got.body)
	}
	start := time.Now()
	overGRPC := make(chan error)
	go func() { overGRPC <- d.getTool(t, "hang") }()
	<-d.echo.entered
	hung := d.send(t, request{method: "GET", path: toolsPath + "/hang"})
	if r := hung.refused(t); hung.status != 504 || r.reason != "DEADLINE_EXCEEDED" {
		t.Errorf("HTTP: %d %+v", hung.status, r)
	}
	if r := refusedBy(t, <-overGRPC); r.reason != "DEADLINE_EXCEEDED" {
		t.Errorf("gRPC: %+v", r)
	}
	if took := time.Since(start); took < 2*time.Second {
		t.Errorf("the calls ended after %v already", took)
	}
}

func TestSlowCallersAreCutOff(t *testing.T) {
	d := open(t, nil, func(s *server.Server) { s.SetReadTimes(50*time.Millisecond, 200*time.Millisecond) })
	defer func() {
		d.stop()
		if err := <-d.stopped; err != nil {
			t.Errorf("Run = %v", err)
		}
	}()
	read := func(sent string) string {
		conn, err := net.Dial("tcp", d.addresses.HTTP)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := io.WriteString(conn, sent); err != nil {
			t.Fatal(err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn)
		if err != nil {
			t.Fatalf("after %q: %v", sent, err)
		}
		return string(got)
	}
	// What comes before a whole header is net/http's to answer; that it ends is ours.
	if got := read("POST " + searchPath + " HTTP/1.1\r\nHost: localhost\r\nX-Slow"); strings.Contains(got, "200 OK") {
		t.Errorf("half a header was answered: %q", got)
	}
	got := read("POST " + searchPath + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"query\":")
	if !strings.HasPrefix(got, "HTTP/1.1 504 ") || !strings.Contains(got, `{"error":"DEADLINE_EXCEEDED"`) {
		t.Errorf("half a body: %q", got)
	}
}
