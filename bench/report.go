package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// report is a whole run.
type report struct {
	Notes    []string  `json:"notes"`
	Catalogs []results `json:"catalogs"`
}

// results are of all engines on one catalog; the first is discoveryd itself.
type results struct {
	Catalog      string    `json:"catalog"`
	About        string    `json:"about"`
	Tools        int       `json:"tools"`
	BytesPerTool float64   `json:"text_bytes_per_tool"`
	Engines      []figures `json:"engines"`
}

func (r report) json(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// table prints times in microseconds. "times" is how many times the median of
// discoveryd an engine's is.
func (r report) table(w io.Writer) error {
	for _, note := range r.Notes {
		fmt.Fprintln(w, note)
	}
	for _, c := range r.Catalogs {
		fmt.Fprintf(w, "\n%s: %d tools, %.0f bytes of text each (%s)\n\n", c.Catalog, c.Tools, c.BytesPerTool, c.About)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "\tbuild\tindex\tof its\tkeyword, µs\t\t\t\tlong, µs\t\t\t\t\t\t")
		fmt.Fprintln(t, "engine\tms\tB/tool\ttext\tp50\tp99\ttimes\tallocs\tp50\tp99\ttimes\tallocs\tnDCG@5\tR@5\t")
		for _, f := range c.Engines {
			fmt.Fprintln(t, c.line(f))
		}
		if err := t.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w, c.fastest())
	}
	return nil
}

func (c results) line(f figures) string {
	cells := []string{
		f.Engine,
		number(f.BuildMS),
		number(f.BytesPerTool),
		number(f.BytesPerTool / c.BytesPerTool),
	}
	cells = append(cells, f.Keyword.cells(c.Engines[0].Keyword)...)
	cells = append(cells, f.Long.cells(c.Engines[0].Long)...)
	if f.Quality == nil {
		cells = append(cells, "-", "-")
	} else {
		cells = append(cells, fmt.Sprintf("%.3f", f.Quality.NDCG5), fmt.Sprintf("%.3f", f.Quality.Recall5))
	}
	return strings.Join(cells, "\t") + "\t"
}

func (l latency) cells(ours latency) []string {
	allocs := "-"
	if l.Allocs != nil {
		allocs = fmt.Sprintf("%.0f", *l.Allocs)
	}
	return []string{number(l.P50), number(l.P99), number(l.P50 / ours.P50), allocs}
}

// fastest compares discoveryd with the fastest of the others for each kind of query.
func (c results) fastest() string {
	var parts []string
	for _, kind := range []struct {
		name string
		of   func(figures) latency
	}{
		{"keyword", func(f figures) latency { return f.Keyword }},
		{"long", func(f figures) latency { return f.Long }},
	} {
		peers := slices.DeleteFunc(slices.Clone(c.Engines), func(f figures) bool { return strings.HasPrefix(f.Engine, "discoveryd") })
		best := slices.MinFunc(peers, func(a, b figures) int { return cmp.Compare(kind.of(a).P50, kind.of(b).P50) })
		parts = append(parts, fmt.Sprintf("%s: %s takes %s times as long", kind.name, best.Engine, number(kind.of(best).P50/kind.of(c.Engines[0]).P50)))
	}
	return "Fastest of the others, " + strings.Join(parts, "; ") + "."
}

// number prints three digits, or all of a larger integer.
func number(x float64) string {
	decimals := 0
	if x > 0 {
		decimals = max(0, 2-int(math.Floor(math.Log10(x))))
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
