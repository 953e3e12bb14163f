package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// watchEvery is how often a health watch looks again.
const watchEvery = time.Second

func isHealth(method string) bool { return strings.HasPrefix(method, "/grpc.health.v1.Health/") }

// health answers whether this server should get traffic: alive always, ready
// when the catalogs are loaded and it is not shutting down.
type health struct {
	grpc_health_v1.UnimplementedHealthServer
	ready    func() error
	draining atomic.Bool
	drained  chan struct{} // closed by drain
	services []string
}

func newHealth(ready func() error, services []string) *health {
	return &health{ready: ready, drained: make(chan struct{}), services: append([]string{""}, services...)}
}

// drain makes the server not ready for good and ends the watches.
func (h *health) drain() {
	if h.draining.CompareAndSwap(false, true) {
		close(h.drained)
	}
}

// notReady returns nil or the reason why this server should get no traffic.
func (h *health) notReady() *problem.Error {
	if h.draining.Load() {
		return problem.New(problem.NotReady, "the server is shutting down")
	}
	err := h.ready()
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*problem.Error](err); ok {
		return problem.New(problem.NotReady, "%s", known.Message)
	}
	return problem.New(problem.NotReady, "the catalogs are not loaded yet")
}

func (h *health) serving() grpc_health_v1.HealthCheckResponse_ServingStatus {
	if h.notReady() != nil {
		return grpc_health_v1.HealthCheckResponse_NOT_SERVING
	}
	return grpc_health_v1.HealthCheckResponse_SERVING
}

// Check implements the gRPC health service.
func (h *health) Check(_ context.Context, req *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	if !slices.Contains(h.services, req.GetService()) {
		return nil, problem.New(problem.UnknownRoute, "no service %q", shorten(req.GetService(), 64))
	}
	return &grpc_health_v1.HealthCheckResponse{Status: h.serving()}, nil
}

// List implements the gRPC health service.
func (h *health) List(context.Context, *grpc_health_v1.HealthListRequest) (*grpc_health_v1.HealthListResponse, error) {
	statuses := make(map[string]*grpc_health_v1.HealthCheckResponse, len(h.services))
	for _, service := range h.services {
		statuses[service] = &grpc_health_v1.HealthCheckResponse{Status: h.serving()}
	}
	return &grpc_health_v1.HealthListResponse{Statuses: statuses}, nil
}

// Watch implements the gRPC health service: it sends every change, and ends
// when the caller leaves or the server shuts down.
func (h *health) Watch(req *grpc_health_v1.HealthCheckRequest, stream grpc.ServerStreamingServer[grpc_health_v1.HealthCheckResponse]) error {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	last := grpc_health_v1.HealthCheckResponse_UNKNOWN
	for {
		now := grpc_health_v1.HealthCheckResponse_SERVICE_UNKNOWN
		if slices.Contains(h.services, req.GetService()) {
			now = h.serving()
		}
		if now != last {
			if err := stream.Send(&grpc_health_v1.HealthCheckResponse{Status: now}); err != nil {
				return err
			}
			last = now
		}
		if h.draining.Load() {
			return problem.New(problem.NotReady, "the server is shutting down")
		}
		select {
		case <-stream.Context().Done():
			return stream.Context().Err()
		case <-h.drained:
		case <-ticker.C:
		}
	}
}

// serveHealth answers /healthz and /readyz. It reports false for other paths.
func (h *health) serveHealth(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path != "/healthz" && r.URL.Path != "/readyz" {
		return false
	}
	if refusal := onlyGet(r); refusal != nil {
		w.Header().Set("Allow", allowGet)
		writeStatus(w, statusOf(refusal))
		return true
	}
	if r.URL.Path == "/readyz" {
		if refusal := h.notReady(); refusal != nil {
			writeStatus(w, statusOf(refusal))
			return true
		}
	}
	writeJSON(w, []byte(`{"status":"ok"}`))
	return true
}

// allowGet is the Allow header of documents.
const allowGet = "GET, HEAD"

func onlyGet(r *http.Request) *problem.Error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	return problem.New(problem.MethodNotAllowed, "method %q is not allowed here; allowed: %s", shorten(r.Method, 16), allowGet)
}

func writeJSON(w http.ResponseWriter, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	// A caller that has gone away does not read its answer.
	_, _ = w.Write(text)
}
