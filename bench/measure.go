package main

import (
	"errors"
	"runtime"
	"slices"
	"time"
)

// rows is how many tools every search asks for.
const rows = 10

// contender is an engine that takes part, by its printed name.
type contender struct {
	name      string
	start     func() (engine, error)
	nameless  bool // its answers name nothing, so they are not judged
	elsewhere bool // its allocations are not this process's
}

// figures are what one engine showed on one catalog.
type figures struct {
	Engine       string   `json:"engine"`
	BuildMS      float64  `json:"build_ms"`
	BytesPerTool float64  `json:"index_bytes_per_tool"`
	Keyword      latency  `json:"keyword"`
	Long         latency  `json:"long"`
	Quality      *quality `json:"quality,omitempty"`
}

// latency is of single searches, on one core.
type latency struct {
	P50    float64  `json:"p50_us"`
	P99    float64  `json:"p99_us"`
	Allocs *float64 `json:"allocs,omitempty"` // by Go, per search
}

// measure builds an engine over a catalog and asks it for about d per kind of query.
func measure(c contender, on catalog, d time.Duration) (f figures, err error) {
	e, err := c.start()
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	cost, err := e.Build(on.docs)
	if err != nil {
		return f, err
	}
	f = figures{
		Engine:       c.name,
		BuildMS:      cost.took.Seconds() * 1e3,
		BytesPerTool: float64(cost.bytes) / float64(len(on.docs)),
	}
	if f.Keyword, err = c.latency(e, on.keyword, d); err != nil {
		return f, err
	}
	if f.Long, err = c.latency(e, on.long, d); err != nil {
		return f, err
	}
	if !c.nameless {
		f.Quality, err = judge(e, on.judged)
	}
	return f, err
}

// latency asks all queries again and again: half of d to warm up, then d.
func (c contender) latency(e engine, queries []string, d time.Duration) (latency, error) {
	if _, _, err := repeat(e, queries, d/2); err != nil {
		return latency{}, err
	}
	took, allocs, err := repeat(e, queries, d)
	if err != nil {
		return latency{}, err
	}
	slices.Sort(took)
	l := latency{P50: micros(took[len(took)/2]), P99: micros(took[len(took)*99/100])}
	if !c.elsewhere {
		l.Allocs = &allocs
	}
	return l, nil
}

// repeat asks all queries at least once, until d has passed.
func repeat(e engine, queries []string, d time.Duration) (took []time.Duration, allocs float64, err error) {
	var before, after runtime.MemStats
	mallocs := uint64(0)
	for start := time.Now(); len(took) == 0 || time.Since(start) < d; {
		runtime.ReadMemStats(&before)
		answers, err := e.Search(queries, rows)
		runtime.ReadMemStats(&after)
		if err != nil {
			return nil, 0, err
		}
		mallocs += after.Mallocs - before.Mallocs
		for _, a := range answers {
			took = append(took, a.took)
		}
	}
	return took, float64(mallocs) / float64(len(took)), nil
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
