package server_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/server"
)

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
func start(tb testing.TB, change func(*server.Config)) *doors {
	tb.Helper()
	d := open(tb, change, nil)
	tb.Cleanup(func() {
		d.stop()
		if err := <-d.stopped; err != nil {
			tb.Errorf("Run = %v", err)
		}
	})
	return d
}

// open is start for a test that stops the server itself.
func open(tb testing.TB, change func(*server.Config), before func(*server.Server)) *doors {
	tb.Helper()
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
		tb.Fatal(err)
	}
	if before != nil {
		before(s)
	}
	d.addresses = s.Addresses()
	ctx, stop := context.WithCancel(tb.Context())
	d.stop = stop
	go func() { d.stopped <- s.Run(ctx) }()
	d.conn, err = grpc.NewClient(d.addresses.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = d.conn.Close() })
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

// getTool calls GetTool over gRPC.
func (d *doors) getTool(t *testing.T, name string) error {
	t.Helper()
	_, err := discoveryv1.NewRegistryServiceClient(d.conn).
		GetTool(t.Context(), &discoveryv1.GetToolRequest{Catalog: "default", Name: name})
	return err
}
