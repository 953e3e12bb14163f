package server

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// deadlineSlack lets the chain's own deadline answer first; the front's stands
// behind it for a handler that does not look at its context.
const deadlineSlack = 500 * time.Millisecond

// front is the HTTP door before the gateway. It settles everything that a
// request can be refused for unread, cheapest first, and hands the gateway a
// request with nothing in it that the gateway would interpret by itself.
type front struct {
	routes   []route
	entrance entrance
	health   *health
	recorder recorder
	openapi  []byte
	gateway  http.Handler
}

// ServeHTTP implements http.Handler.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if f.health.serveHealth(w, r) {
		return
	}
	x := exchange{method: metrics.Other, start: time.Now()}
	id := requestID(r.Header.Values(requestIDHeader))
	w.Header().Set(requestIDHeader, id)
	found, allowed := match(f.routes, r)
	if found != nil {
		x.method = found.rpc
	}
	r = r.WithContext(withExchange(withRequestID(r.Context(), id), x))
	v := visitor{host: r.Host, origin: r.Header.Values("Origin"), authorization: r.Header.Values("Authorization")}
	if refusal := f.entrance.admit(v); refusal != nil {
		f.refuse(w, r, refusal)
		return
	}
	if r.URL.Path == "/openapi.json" {
		f.serveDocument(w, r)
		return
	}
	if found == nil {
		f.serveNoRoute(w, r, allowed)
		return
	}
	f.serveRoute(w, r, found)
}

// serveRoute checks the rest of the request and passes it on.
func (f *front) serveRoute(w http.ResponseWriter, r *http.Request, found *route) {
	if refusal := checkURL(r, found); refusal != nil {
		f.refuse(w, r, refusal)
		return
	}
	p := policyOf(found.rpc)
	var body io.ReadCloser = http.NoBody
	if found.hasBody() {
		read, refusal := readBody(w, r, p)
		if refusal != nil {
			f.refuse(w, r, refusal)
			return
		}
		body = read
	} else if r.ContentLength > 0 {
		f.refuse(w, r, problem.New(problem.InvalidField, "a %s takes no body; its options are query parameters", found.method))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), p.deadline+deadlineSlack)
	defer cancel()
	f.gateway.ServeHTTP(w, f.plain(r.WithContext(ctx), body))
}

// plain is the request as the gateway may see it: no header but the ones that
// are passed on, so that none can override, time out or impersonate.
func (f *front) plain(r *http.Request, body io.ReadCloser) *http.Request {
	header := http.Header{requestIDKeyHTTP: {RequestID(r.Context())}}
	if f.entrance.token {
		header["Authorization"] = r.Header["Authorization"]
	}
	r.Header, r.Host, r.Body = header, "", body
	return r
}

// requestIDKeyHTTP is the header's name as net/http spells it.
const requestIDKeyHTTP = "X-Request-Id"

func (f *front) serveDocument(w http.ResponseWriter, r *http.Request) {
	if refusal := onlyGet(r); refusal != nil {
		w.Header().Set("Allow", allowGet)
		f.refuse(w, r, refusal)
		return
	}
	writeJSON(w, f.openapi)
}

func (f *front) serveNoRoute(w http.ResponseWriter, r *http.Request, allowed []string) {
	if len(allowed) == 0 {
		f.refuse(w, r, problem.New(problem.UnknownRoute, "no route %s %q; /openapi.json lists them all", shorten(r.Method, 16), shorten(r.URL.Path, 128)))
		return
	}
	list := strings.Join(allowed, ", ")
	w.Header().Set("Allow", list)
	f.refuse(w, r, problem.New(problem.MethodNotAllowed, "method %q is not allowed here; allowed: %s", shorten(r.Method, 16), list))
}

// refuse answers what never reached the chain, and records it in the chain's stead.
func (f *front) refuse(w http.ResponseWriter, r *http.Request, refusal *problem.Error) {
	st := statusOf(refusal)
	x := exchangeOf(r.Context())
	f.recorder.record(r.Context(), answered{method: x.method, door: doorHTTP, start: x.start, status: st})
	writeStatus(w, st)
}

// exchange is one HTTP request and its answer.
type exchange struct {
	method string // full gRPC name, or other
	start  time.Time
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeOf(ctx context.Context) exchange {
	x, _ := ctx.Value(exchangeKey{}).(exchange)
	return x
}
