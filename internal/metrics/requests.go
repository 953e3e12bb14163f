package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/genproto/googleapis/rpc/code"
)

// Other is the label value of methods and keywords outside the known set.
const Other = "other"

type requests struct {
	total   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	known   map[string]bool
}

func newRequests(f factory, methods []string) requests {
	r := requests{
		total: f.counters("requests_total", "Calls answered, by gRPC method and status code; both doors.", "method", "code"),
		seconds: f.histogram("request_seconds", "Time from a call's arrival to its answer.",
			[]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 3, 10, 30}, "method"),
		known: make(map[string]bool, len(methods)),
	}
	for _, method := range methods {
		r.known[method] = true
		r.start(method)
	}
	r.start(Other)
	return r
}

func (r requests) start(method string) {
	r.seconds.WithLabelValues(method)
	for _, name := range code.Code_name {
		r.total.WithLabelValues(method, name)
	}
}

// Request counts one answered call. The code is a name of google.rpc.Code.
func (m *Metrics) Request(method, status string, took time.Duration) {
	r := m.requests
	if !r.known[method] {
		method = Other
	}
	if _, ok := code.Code_value[status]; !ok {
		status = code.Code_UNKNOWN.String()
	}
	r.total.WithLabelValues(method, status).Inc()
	r.seconds.WithLabelValues(method).Observe(took.Seconds())
}
