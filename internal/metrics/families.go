package metrics

import "github.com/prometheus/client_golang/prometheus"

// factory makes and registers families.
type factory struct{ reg prometheus.Registerer }

func (f factory) counter(name, help string) prometheus.Counter {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
	f.reg.MustRegister(c)
	return c
}

func (f factory) counters(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, labels)
	f.reg.MustRegister(v)
	return v
}

func (f factory) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	v := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: prefix + name, Help: help}, labels)
	f.reg.MustRegister(v)
	return v
}

func (f factory) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets}, labels)
	f.reg.MustRegister(v)
	return v
}

// closed is a counter family with one label whose values are all known.
type closed map[string]prometheus.Counter

func (f factory) closed(name, help, label string, values ...string) closed {
	v := f.counters(name, help, label)
	c := make(closed, len(values))
	for _, value := range values {
		c[value] = v.WithLabelValues(value)
	}
	return c
}

// add counts n for a value of the set; any other value is not counted.
func (c closed) add(value string, n int) {
	if counter, ok := c[value]; ok {
		counter.Add(float64(n))
	}
}
