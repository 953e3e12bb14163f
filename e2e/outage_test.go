package e2e_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

// tap is a network path to a server that can go dead without closing, as it
// does when a machine or a cable is gone.
type tap struct {
	target string
	dead   sync.RWMutex // held for writing while nothing passes
}

// tapped returns the URL of the same database behind a tap.
func tapped(t *testing.T, databaseURL string) (*tap, string) {
	t.Helper()
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	p := &tap{target: parsed.Host}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.join(client)
		}
	}()
	parsed.Host = listener.Addr().String()
	return p, parsed.String()
}

func (p *tap) join(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	go p.pass(server, client)
	p.pass(client, server)
}

// pass copies until one end closes, and then closes both.
func (p *tap) pass(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	_, _ = io.Copy(gate{to, p}, from)
}

// gate is one direction of the path; a write waits while the path is dead.
type gate struct {
	to  io.Writer
	tap *tap
}

func (g gate) Write(b []byte) (int, error) {
	g.tap.dead.RLock()
	defer g.tap.dead.RUnlock()
	return g.to.Write(b)
}

func TestADeadDatabaseLeavesReadsStaleAndMakesWritesFailFast(t *testing.T) {
	path, databaseURL := tapped(t, pgtest.URL(t))
	s := start(t, databaseURL)
	const apply, search = "/v1/catalogs/default/tools:apply", "/v1/catalogs/default/tools:search"
	s.post(apply, `{"team":"files","tools":[`+readJSON+`]}`)

	path.dead.Lock()
	revived := sync.OnceFunc(path.dead.Unlock)
	defer revived()
	within(t, 5*time.Second, "stale", func() bool {
		found := s.post(search, `{"query":"json"}`)
		return found["stale"] == true && at(found, "rows", 0, "name") == "files.read_json"
	})
	if got := s.post("/v1/catalogs/default:project", `{"format":"neutral","transcript":[]}`)["stale"]; got != true {
		t.Errorf("the projection says stale: %v", got)
	}
	for _, write := range []struct{ method, path, body string }{
		{"POST", apply, `{"team":"files","tools":[{"name":"files.new","description":"d"}]}`},
		{"POST", "/v1/catalogs/default/tools:register", `{"team":"files","tool":{"name":"files.new","description":"d"}}`},
		{"POST", "/v1/catalogs/default/tools/files.read_json:describe", `{"team":"files","description":"d"}`},
		{"PUT", "/v1/catalogs/default/settings", `{"slots":3}`},
		{"DELETE", "/v1/catalogs/default/tools/files.read_json?team=files", ``},
		{"GET", "/v1/catalogs/default/tools/files.read_json/versions", ``},
	} {
		begun := time.Now()
		s.refused(s.call(write.method, write.path, write.body), http.StatusServiceUnavailable, "STORE_UNAVAILABLE")
		if took := time.Since(begun); took > 2*time.Second {
			t.Errorf("%s %s took %v to fail", write.method, write.path, took)
		}
	}
	s.get("/readyz")

	revived()
	within(t, 10*time.Second, "fresh", func() bool { return s.post(search, `{"query":"json"}`)["stale"] == false })
	s.post(apply, `{"team":"files","tools":[{"name":"files.later","description":"d"}]}`)
}

func TestACatalogCreatedWithoutToolsIsThereAtOnce(t *testing.T) {
	s := start(t, pgtest.URL(t))
	for _, catalog := range []string{"one", "two", "three"} {
		s.post("/v1/catalogs/"+catalog+"/tools:apply", `{"team":"t"}`)
		s.post("/v1/catalogs/"+catalog+"/tools:search", `{"query":""}`)
	}
}

// within polls until something is so.
func within(t *testing.T, limit time.Duration, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !so(); {
		if time.Now().After(end) {
			t.Fatalf("not %s within %v", what, limit)
		}
		time.Sleep(20 * time.Millisecond) // polling with a deadline
	}
}
