package server_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/server"
)

const secret = "correct-horse-battery-staple"

func insecureOption() grpc.DialOption {
	return grpc.WithTransportCredentials(insecure.NewCredentials())
}

func TestATokenGuardsBothDoors(t *testing.T) {
	d := start(t, func(c *server.Config) { c.Token = secret })
	for _, given := range []string{"", "Bearer", "Bearer wrong-horse-battery-staple", "Basic " + secret, secret, "Bearer " + secret + "x"} {
		header := map[string]string{}
		ctx := t.Context()
		if given != "" {
			header["Authorization"] = given
			ctx = metadata.AppendToOutgoingContext(ctx, "authorization", given)
		}
		for _, path := range []string{toolsPath, "/openapi.json", "/nope"} {
			got := d.send(t, request{method: "GET", path: path, header: header})
			if r := got.refused(t); got.status != 401 || r.reason != "UNAUTHENTICATED" || got.header.Get("WWW-Authenticate") == "" {
				t.Errorf("GET %s with %q: %d %+v", path, given, got.status, r)
			}
		}
		_, err := discoveryv1.NewRegistryServiceClient(d.conn).ListTools(ctx, &discoveryv1.ListToolsRequest{})
		if r := refusedBy(t, err); r.reason != "UNAUTHENTICATED" {
			t.Errorf("ListTools with %q: %+v", given, r)
		}
	}
	for _, given := range []string{"Bearer " + secret, "bearer  " + secret} {
		got := d.send(t, request{method: "GET", path: toolsPath, header: map[string]string{"Authorization": given, "Host": "tools.example", "Origin": "https://tools.example"}})
		if got.status != 200 {
			t.Errorf("with %q: %d %s", given, got.status, got.body)
		}
	}
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+secret)
	if _, err := discoveryv1.NewRegistryServiceClient(d.conn).ListTools(ctx, &discoveryv1.ListToolsRequest{}); err != nil {
		t.Errorf("ListTools = %v", err)
	}
	if strings.Contains(d.log.String(), "horse") {
		t.Error("a token is in the log")
	}
}

func TestATokenIsCheckedBeforeTheBodyIsRead(t *testing.T) {
	d := start(t, func(c *server.Config) { c.Token = secret })
	got := d.send(t, request{method: "POST", path: projectPath, body: chunked{padded("transcript", 1<<16)}})
	if r := got.refused(t); r.reason != "UNAUTHENTICATED" {
		t.Errorf("%d %+v", got.status, r)
	}
}

func TestLongHeadersDoNotReachTheChain(t *testing.T) {
	long := strings.Repeat("a", 7000)
	d := start(t, func(c *server.Config) { c.Token = secret })
	got := d.send(t, request{method: "GET", path: toolsPath, header: map[string]string{
		"Authorization": "Bearer " + secret, "Host": long, "X-Forwarded-Host": long,
	}})
	if got.status != 200 {
		t.Errorf("with a token: %d %s", got.status, got.body)
	}
	got = start(t, nil).send(t, request{method: "GET", path: toolsPath, header: map[string]string{"Authorization": long + long}})
	if got.status != 200 {
		t.Errorf("without a token: %d %s", got.status, got.body)
	}
}

func TestHealthIsOpenAndReflectionIsNot(t *testing.T) {
	d := start(t, func(c *server.Config) { c.Token = secret })
	for _, path := range []string{"/healthz", "/readyz"} {
		if got := d.send(t, request{method: "GET", path: path, header: map[string]string{"Host": "10.0.0.7"}}); got.status != 200 {
			t.Errorf("GET %s: %d %s", path, got.status, got.body)
		}
	}
	health := grpc_health_v1.NewHealthClient(d.conn)
	if _, err := health.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{}); err != nil {
		t.Errorf("health check: %v", err)
	}
	stream, err := grpc_reflection_v1.NewServerReflectionClient(d.conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); refusedBy(t, err).reason != "UNAUTHENTICATED" {
		t.Errorf("reflection: %v", err)
	}
}

func TestThisMachineIsServedWithoutAToken(t *testing.T) {
	d := start(t, nil)
	for _, host := range []string{"localhost", "LOCALHOST:9", "127.0.0.1:1", "127.8.9.1", "[::1]:80", "[::1]"} {
		got := d.send(t, request{method: "GET", path: toolsPath, header: map[string]string{"Host": host, "Origin": "http://" + host}})
		if got.status != 200 {
			t.Errorf("host %s: %d %s", host, got.status, got.body)
		}
	}
	if n := strings.Count(d.log.String(), "no token file"); n != 1 {
		t.Errorf("%d warnings, want 1", n)
	}
}

// config is a valid one for tests that only open doors.
func config() server.Config {
	reg := prometheus.NewPedanticRegistry()
	e := &echo{}
	return server.Config{
		HTTP: "127.0.0.1:0", GRPC: "127.0.0.1:0", Admin: "127.0.0.1:0", Ready: func() error { return nil },
		Services: server.Services{Registry: e, Search: e, Projection: e, Validation: e},
		Metrics:  metrics.New(reg, metrics.Config{Now: time.Now}), Gatherer: reg, Log: slog.New(slog.DiscardHandler),
	}
}

func TestAPIDoorsStayOnLoopbackWithoutAToken(t *testing.T) {
	for name, change := range map[string]func(*server.Config){
		"http on all addresses":   func(c *server.Config) { c.HTTP = "0.0.0.0:0" },
		"http without an address": func(c *server.Config) { c.HTTP = ":0" },
		"grpc on all addresses":   func(c *server.Config) { c.GRPC = "0.0.0.0:0" },
	} {
		c := config()
		change(&c)
		if _, err := server.New(c); err == nil || !strings.Contains(err.Error(), "token file") {
			t.Errorf("%s: New = %v, want an error that names the token file", name, err)
		}
	}
	d := start(t, func(c *server.Config) { c.Admin = "0.0.0.0:0" })
	if got := d.sendTo(t, d.addresses.Admin, request{method: "GET", path: "/healthz"}); got.status != 200 {
		t.Errorf("the admin door elsewhere: %d", got.status)
	}
	start(t, func(c *server.Config) { c.Token, c.HTTP, c.GRPC = secret, "0.0.0.0:0", "0.0.0.0:0" })
}

func TestAFailedStartNamesTheDoorAndLeavesNothingOpen(t *testing.T) {
	d := start(t, nil)
	c := config()
	c.Admin = d.addresses.Admin
	if _, err := server.New(c); err == nil || !strings.Contains(err.Error(), "admin door") {
		t.Errorf("New on a taken address = %v", err)
	}
}

func TestReadToken(t *testing.T) {
	for name, c := range map[string]struct{ text, want, err string }{
		"a token with a line end": {secret + "\n", secret, ""},
		"an empty file":           {" \n", "", "0 characters"},
		"a short token":           {"fifteen-letters", "", "15 characters"},
		"two tokens":              {secret + "\n" + secret, "", "printable"},
		"a token of other signs":  {"ééééééééééééééééé", "", "printable"},
	} {
		path := filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := server.ReadToken(path)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: ReadToken = %q, %v", name, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "horse") {
			t.Errorf("%s: the error repeats the token", name)
		}
	}
	if _, err := server.ReadToken(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing file is no error")
	}
}
