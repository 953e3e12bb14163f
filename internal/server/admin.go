package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// newAdmin is the third door: metrics and health, and nothing that reads or
// changes a catalog, so that it may be bound where a scraper can reach it.
func (s *Server) newAdmin(config Config) http.Handler {
	scrape := promhttp.HandlerFor(config.Gatherer, promhttp.HandlerOpts{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch {
		case s.health.serveHealth(w, r):
		case r.URL.Path != "/metrics":
			writeStatus(w, statusOf(problem.New(problem.UnknownRoute, "this door has /metrics, /healthz and /readyz")))
		case onlyGet(r) != nil:
			w.Header().Set("Allow", allowGet)
			writeStatus(w, statusOf(onlyGet(r)))
		default:
			scrape.ServeHTTP(w, r)
		}
	})
}
