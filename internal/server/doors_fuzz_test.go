package server_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/server"
)

// quiet is an echo whose GetTool has no names with a meaning.
type quiet struct{ *echo }

func (quiet) GetTool(context.Context, *discoveryv1.GetToolRequest) (*discoveryv1.GetToolResponse, error) {
	return &discoveryv1.GetToolResponse{}, nil
}

// FuzzHTTPDoor holds that no request gives INTERNAL, and that every refusal has the contract's shape.
func FuzzHTTPDoor(f *testing.F) {
	for _, seed := range []struct{ method, target, body string }{
		{"POST", searchPath, `{"query":"q","families":["a"]}`},
		{"POST", searchPath + "?limit=1", `{}`},
		{"POST", applyPath, `{"team":"t","tools":[{"name":"a","parameters":{"a":[1.0,"\ud83d"]}}]}`},
		{"POST", projectPath, `{"transcript":[{"role":"user","role":"\ud800"}]}`},
		{"PUT", "/v1/catalogs/default/settings", `{"slots":null}`},
		{"GET", toolsPath + "/a%2Fb?version=1", ``},
		{"GET", toolsPath + "/%00%ff?min_revision=-1", ``},
		{"DELETE", "/v1/catalogs/x/concepts/domain/%E2%80%AE?override=true&override=false", ``},
		{"GET", "//v1/./catalogs/;a=b?&;=", ``},
		{"OPTIONS", "/", ``},
	} {
		f.Add(seed.method, seed.target, []byte(seed.body))
	}
	d := start(f, func(c *server.Config) { c.Services.Registry = quiet{&echo{}} })
	d.client.Transport = &http.Transport{}
	f.Cleanup(d.client.CloseIdleConnections)
	f.Fuzz(func(t *testing.T, method, target string, body []byte) {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+d.addresses.HTTP+"/"+strings.TrimPrefix(target, "/"), strings.NewReader(string(body)))
		if err != nil || method == http.MethodConnect || req.URL.Host != d.addresses.HTTP {
			return // no request that an HTTP client would send
		}
		in := request{method: method, path: req.URL.RequestURI()}
		if len(body) > 0 {
			in.body = strings.NewReader(string(body))
		}
		got := d.send(t, in)
		if got.status < 400 || method == http.MethodHead {
			return
		}
		if r := got.refused(t); r.reason == "INTERNAL" || got.status == http.StatusInternalServerError {
			t.Errorf("%s %q with %q: %d %s", method, target, body, got.status, got.body)
		}
	})
}
