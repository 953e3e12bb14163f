package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/server"
	"github.com/discoveryd/discoveryd/internal/store"
)

// echo implements the services just far enough to see what the doors do. The
// name of the tool asked for decides how GetTool ends.
type echo struct {
	discoveryv1.UnimplementedRegistryServiceServer
	discoveryv1.UnimplementedSearchServiceServer
	discoveryv1.UnimplementedProjectionServiceServer
	discoveryv1.UnimplementedValidationServiceServer

	entered chan struct{} // gets one value when a call of "hang" or "wait" begins
	release chan struct{} // lets calls of "wait" go on
}

func (e *echo) GetTool(ctx context.Context, req *discoveryv1.GetToolRequest) (*discoveryv1.GetToolResponse, error) {
	switch name := req.GetName(); name {
	case "panic":
		panic("a secret value")
	case "unforeseen":
		return nil, errors.New("a secret value")
	case "store.gone":
		return nil, fmt.Errorf("read: %w", store.ErrUnavailable)
	case "store.catalog":
		return nil, fmt.Errorf("read: %w", store.ErrUnknownCatalog)
	case "hang":
		e.entered <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	case "wait":
		e.entered <- struct{}{}
		<-e.release
	case "violations":
		return nil, manyViolations()
	default:
		if strings.ToUpper(name) == name {
			return nil, problem.New(problem.Reason(name), "as asked for")
		}
	}
	return &discoveryv1.GetToolResponse{Revision: 7, Tool: &discoveryv1.Tool{
		Name: req.GetName(), Version: req.GetVersion(), Parameters: `{"type":"object","b":1.0,"a":"<é>"}`,
	}}, nil
}

func manyViolations() error {
	err := &problem.Error{Reason: problem.InvalidField, Message: "many"}
	for i := range 50 {
		err.Violations = append(err.Violations, problem.Violation{
			Field: fmt.Sprintf("/tools/%d/name", i), Description: strings.Repeat("é", 1000), Reason: problem.InvalidField,
		})
	}
	return err
}

func (e *echo) ListTools(_ context.Context, req *discoveryv1.ListToolsRequest) (*discoveryv1.ListToolsResponse, error) {
	return &discoveryv1.ListToolsResponse{Revision: req.GetMinRevision(), NextPageToken: fmt.Sprintf("%d %s", req.GetPageSize(), req.GetFamily())}, nil
}

func (e *echo) ApplyTools(_ context.Context, req *discoveryv1.ApplyToolsRequest) (*discoveryv1.ApplyToolsResponse, error) {
	answer := &discoveryv1.ApplyToolsResponse{}
	for _, t := range req.GetTools() {
		answer.Changes = append(answer.Changes, &discoveryv1.ToolChange{Name: t.GetName(), Digest: t.GetParameters()})
	}
	return answer, nil
}

func (e *echo) PutSettings(_ context.Context, req *discoveryv1.PutSettingsRequest) (*discoveryv1.PutSettingsResponse, error) {
	return &discoveryv1.PutSettingsResponse{Settings: req.GetSettings()}, nil
}

func (e *echo) SearchTools(ctx context.Context, req *discoveryv1.SearchToolsRequest) (*discoveryv1.SearchToolsResponse, error) {
	deadline, _ := ctx.Deadline()
	return &discoveryv1.SearchToolsResponse{
		Revision: req.GetMinRevision(), Suggestions: []string{server.RequestID(ctx)}, Total: int32(time.Until(deadline).Seconds() + 1),
	}, nil
}

func (e *echo) Project(_ context.Context, req *discoveryv1.ProjectRequest) (*discoveryv1.ProjectResponse, error) {
	return &discoveryv1.ProjectResponse{Tools: `[]`, Chars: int32(len(req.GetTranscript()))}, nil
}

// doors is a server under test and how to reach it.
type doors struct {
	addresses server.Addresses
	echo      *echo
	registry  *prometheus.Registry
	log       *logBuffer
	client    *http.Client
	conn      *grpc.ClientConn
	stop      context.CancelFunc
	stopped   chan error // gets what Run returned
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer // guarded by mu
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// start opens and serves the doors until the test ends.
func start(t *testing.T, change func(*server.Config)) *doors {
	t.Helper()
	d := open(t, change, nil)
	t.Cleanup(func() {
		d.stop()
		if err := <-d.stopped; err != nil {
			t.Errorf("Run = %v", err)
		}
	})
	return d
}

// open is start for a test that stops the server itself.
func open(t *testing.T, change func(*server.Config), before func(*server.Server)) *doors {
	t.Helper()
	d := &doors{
		echo:     &echo{entered: make(chan struct{}, 1), release: make(chan struct{})},
		registry: prometheus.NewPedanticRegistry(), log: &logBuffer{}, stopped: make(chan error, 1),
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	config := server.Config{
		HTTP: "127.0.0.1:0", GRPC: "127.0.0.1:0", Admin: "127.0.0.1:0",
		Services: server.Services{Registry: d.echo, Search: d.echo, Projection: d.echo, Validation: d.echo},
		Ready:    func() error { return nil },
		Metrics:  metrics.New(d.registry, metrics.Config{Methods: server.Methods(), Now: time.Now}),
		Gatherer: d.registry, Log: slog.New(slog.NewTextHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if change != nil {
		change(&config)
	}
	s, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if before != nil {
		before(s)
	}
	d.addresses = s.Addresses()
	ctx, stop := context.WithCancel(t.Context())
	d.stop = stop
	go func() { d.stopped <- s.Run(ctx) }()
	d.conn, err = grpc.NewClient(d.addresses.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.conn.Close() })
	return d
}

// answer is an HTTP answer, read whole.
type answer struct {
	status int
	header http.Header
	body   string
}

// request is one HTTP request of a test.
type request struct {
	method, path string
	body         io.Reader
	header       map[string]string
}

// send sends a request to the HTTP door; a body is JSON unless the header says otherwise.
func (d *doors) send(t *testing.T, in request) answer {
	t.Helper()
	return d.sendTo(t, d.addresses.HTTP, in)
}

func (d *doors) sendTo(t *testing.T, address string, in request) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), in.method, "http://"+address+in.path, in.body)
	if err != nil {
		t.Fatal(err)
	}
	if in.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range in.header {
		if name == "Host" {
			req.Host = value
			continue
		}
		req.Header.Set(name, value)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", in.method, in.path, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}

// refusal is an error as the contract shapes it, from either door.
type refusal struct {
	reason   string
	code     codes.Code
	message  string
	metadata map[string]string
	fields   []string
	bytes    int // of all violations
}

// refused reads an error body, and fails when anything of it is not as contract 10 says.
func (a answer) refused(t *testing.T) refusal {
	t.Helper()
	var body struct {
		Error   string            `json:"error"`
		Code    int               `json:"code"`
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details"`
	}
	strictly(t, []byte(a.body), &body)
	if ct := a.header.Get("Content-Type"); ct != "application/json" {
		t.Errorf("Content-Type %q of an error", ct)
	}
	if a.status < 400 || body.Error == "" || body.Message == "" || len(body.Details) == 0 {
		t.Fatalf("status %d, body %s", a.status, a.body)
	}
	var info struct {
		Type     string            `json:"@type"`
		Reason   string            `json:"reason"`
		Domain   string            `json:"domain"`
		Metadata map[string]string `json:"metadata"`
	}
	strictly(t, body.Details[0], &info)
	if info.Type != "type.googleapis.com/google.rpc.ErrorInfo" || info.Reason != body.Error || info.Domain != "discoveryd" || info.Metadata == nil {
		t.Errorf("ErrorInfo %s", body.Details[0])
	}
	r := refusal{reason: body.Error, code: codes.Code(body.Code), message: body.Message, metadata: info.Metadata}
	if len(body.Details) == 1 {
		return r
	}
	var bad struct {
		Type            string `json:"@type"`
		FieldViolations []struct {
			Field       string `json:"field"`
			Description string `json:"description"`
			Reason      string `json:"reason"`
		} `json:"field_violations"`
	}
	strictly(t, body.Details[1], &bad)
	for _, v := range bad.FieldViolations {
		r.fields = append(r.fields, v.Field)
		r.bytes += len(v.Field) + len(v.Description) + len(v.Reason)
	}
	if bad.Type != "type.googleapis.com/google.rpc.BadRequest" || len(r.fields) == 0 || len(body.Details) > 2 {
		t.Errorf("details %s", body.Details)
	}
	return r
}

func strictly(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// refusedBy reads the same from a gRPC error.
func refusedBy(t *testing.T, err error) refusal {
	t.Helper()
	st := status.Convert(err)
	r := refusal{code: st.Code(), message: st.Message()}
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			r.reason, r.metadata = d.GetReason(), d.GetMetadata()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				r.fields = append(r.fields, v.GetField())
				r.bytes += len(v.GetField()) + len(v.GetDescription()) + len(v.GetReason())
			}
		default:
			t.Errorf("detail %T", d)
		}
	}
	return r
}

// getTool calls GetTool over gRPC.
func (d *doors) getTool(t *testing.T, name string, opts ...grpc.CallOption) error {
	t.Helper()
	_, err := discoveryv1.NewRegistryServiceClient(d.conn).
		GetTool(t.Context(), &discoveryv1.GetToolRequest{Catalog: "default", Name: name}, opts...)
	return err
}
