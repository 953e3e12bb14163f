package server_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/server"
)

func TestReadinessFollowsTheCatalogs(t *testing.T) {
	var ready atomic.Bool
	d := start(t, func(c *server.Config) {
		c.Ready = func() error {
			if !ready.Load() {
				return errors.New("a secret value")
			}
			return nil
		}
	})
	health := grpc_health_v1.NewHealthClient(d.conn)
	serving := func(service string) string {
		got, err := health.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{Service: service})
		if err != nil {
			t.Fatal(err)
		}
		return got.GetStatus().String()
	}
	for _, address := range []string{d.addresses.HTTP, d.addresses.Admin} {
		got := d.sendTo(t, address, request{method: "GET", path: "/readyz"})
		if r := got.refused(t); got.status != 503 || r.reason != "NOT_READY" || got.header.Get("Retry-After") == "" {
			t.Errorf("readyz before the first load: %d %s", got.status, got.body)
		}
		if got := d.sendTo(t, address, request{method: "GET", path: "/healthz"}); got.status != 200 || got.body != `{"status":"ok"}` {
			t.Errorf("healthz before the first load: %d %s", got.status, got.body)
		}
	}
	if got := serving(""); got != "NOT_SERVING" {
		t.Errorf("health = %s before the first load", got)
	}
	ready.Store(true)
	for _, address := range []string{d.addresses.HTTP, d.addresses.Admin} {
		if got := d.sendTo(t, address, request{method: "HEAD", path: "/readyz"}); got.status != 200 {
			t.Errorf("readyz: %d %s", got.status, got.body)
		}
	}
	for _, service := range []string{"", "discovery.v1.SearchService", "discovery.v1.RegistryService", "discovery.v1.ProjectionService", "discovery.v1.ValidationService"} {
		if got := serving(service); got != "SERVING" {
			t.Errorf("health of %q = %s", service, got)
		}
	}
	list, err := health.List(t.Context(), &grpc_health_v1.HealthListRequest{})
	if err != nil || len(list.GetStatuses()) != 5 {
		t.Errorf("List = %v, %v", list, err)
	}
	_, err = health.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{Service: "nope"})
	if r := refusedBy(t, err); r.reason != string(problem.UnknownRoute) {
		t.Errorf("health of an unknown service: %+v", r)
	}
}

func TestShutdownFinishesTheCallsUnderWay(t *testing.T) {
	d := open(t, nil, nil)
	watch, err := grpc_health_v1.NewHealthClient(d.conn).Watch(t.Context(), &grpc_health_v1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := watch.Recv(); err != nil || got.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Fatalf("watch: %v %v", got, err)
	}
	answered := make(chan answer)
	go func() { answered <- d.send(t, request{method: "GET", path: toolsPath + "/wait"}) }()
	<-d.echo.entered
	d.stop()
	if got, err := watch.Recv(); err != nil || got.GetStatus() != grpc_health_v1.HealthCheckResponse_NOT_SERVING {
		t.Errorf("watch at shutdown: %v %v", got, err)
	}
	if got := d.sendTo(t, d.addresses.Admin, request{method: "GET", path: "/readyz"}); got.status != 503 {
		t.Errorf("readyz while a call is under way: %d", got.status)
	}
	close(d.echo.release)
	if got := <-answered; got.status != 200 {
		t.Errorf("the call under way: %d %s", got.status, got.body)
	}
	if err := <-d.stopped; err != nil {
		t.Errorf("Run = %v", err)
	}
	if resp, err := d.client.Get("http://" + d.addresses.Admin + "/healthz"); err == nil {
		_ = resp.Body.Close()
		t.Error("the admin door is still open")
	}
}

func TestShutdownCutsOffWhatDoesNotEnd(t *testing.T) {
	d := open(t, func(c *server.Config) { c.StopTimeout = 1 }, nil)
	ended := make(chan error)
	go func() { ended <- d.getTool(t, "hang") }()
	<-d.echo.entered
	d.stop()
	if err := <-d.stopped; err != nil {
		t.Errorf("Run = %v", err)
	}
	if err := <-ended; err == nil {
		t.Error("the call ended well")
	}
}
