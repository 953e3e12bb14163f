package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

const benchTools = 20_000

// benchDrafts are made-up tools over words as unevenly frequent as those of
// real text, always the same ones.
func benchDrafts(n int) []tool.Draft {
	zipf := rand.NewZipf(rand.New(rand.NewPCG(1, uint64(n))), 1.2, 8, 20_000)
	words := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = benchWord(zipf.Uint64())
		}
		return strings.Join(out, " ")
	}
	drafts := make([]tool.Draft, n)
	for i := range drafts {
		family := benchWord(uint64(i % 40))
		parameters := fmt.Sprintf(`{"type":"object","properties":{"p_%s":{"type":"string","description":"%s"},"q_%s":{"type":"string","description":"%s"}}}`,
			benchWord(zipf.Uint64()), words(8), benchWord(zipf.Uint64()), words(8))
		drafts[i] = tool.Draft{
			Name: fmt.Sprintf("%s.%s_%d", family, benchWord(zipf.Uint64()), i), Description: words(40),
			Capabilities: []string{family + ":" + benchWord(zipf.Uint64())},
			Parameters:   &parameters,
		}
	}
	return drafts
}

// benchWord spells a number as a pronounceable word.
func benchWord(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	word := ""
	for i := 0; i < 2 || n > 0; i++ {
		word += string(consonants[n%12]) + string(vowels[n/12%5])
		n /= 60
	}
	return word + "n"
}

// filled fills a store and follows it.
func filled(b *testing.B, drafts []tool.Draft) (*breakable, *followed) {
	b.Helper()
	s := openStore(b)
	for chunk := range slices.Chunk(drafts, limits.ApplyTools) {
		apply(b, s, chunk...)
	}
	f := run(b, s)
	eventually(b, "ready", func() bool { return f.Ready() == nil })
	return s, f
}

// BenchmarkRebuild changes one of 20,000 tools at a time and reports the time
// from its commit until a search sees it: first with pauses, then in a row.
func BenchmarkRebuild(b *testing.B) {
	drafts := benchDrafts(benchTools)
	s, f := filled(b, drafts)
	for _, change := range []struct {
		name  string
		pause time.Duration
	}{{"single", 2 * time.Second}, {"in a row", 0}} {
		b.Run(change.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				time.Sleep(change.pause)
				revision := apply(b, s, changed(drafts))
				start := time.Now()
				if _, err := f.At(b.Context(), "default", &revision); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			reportPercentiles(b, "seen", took)
		})
	}
}

// changed is one of the drafts with another description than it ever had.
func changed(drafts []tool.Draft) tool.Draft {
	i := rand.N(len(drafts))
	drafts[i].Description += " " + benchWord(rand.Uint64N(1_000))
	return drafts[i]
}

// BenchmarkBurst makes 500 applies in a row, each of one of 20,000 tools, while
// searches go on. It reports the builds, and searches and memory beside those
// during 500 applies to a small catalog, whose builds cost nothing.
func BenchmarkBurst(b *testing.B) {
	drafts := benchDrafts(benchTools)
	s, f := filled(b, drafts)
	burst := func(name string, drafts []tool.Draft) func() {
		return func() {
			revision := int64(0)
			for range 500 {
				revision = applyTo(b, s, name, changed(drafts))
				f.Settle(b.Context(), name, revision)
			}
			if _, err := f.At(b.Context(), name, &revision); err != nil {
				b.Error(err)
			}
		}
	}
	var small, large load
	builds, bursts := 0, 0
	for b.Loop() {
		small.during(b, f, burst("small", benchDrafts(10)))
		before := f.builds(b)
		large.during(b, f, burst("default", drafts))
		builds += f.builds(b) - before
		bursts++
	}
	b.ReportMetric(float64(builds)/float64(bursts), "builds/burst")
	b.ReportMetric(float64(large.live)/float64(small.live), "live/steady")
	b.ReportMetric(float64(large.held)/float64(small.held), "held/steady")
	b.ReportMetric(float64(small.held)/1e6, "held-MB")
	reportPercentiles(b, "without", small.took)
	reportPercentiles(b, "with", large.took)
}

// load is what searches took and the most memory there was meanwhile.
type load struct {
	took []time.Duration
	live uint64 // bytes of objects in use, as of a collection
	held uint64 // bytes from the system
}

// during searches the large catalog now and then while it does something.
func (l *load) during(b *testing.B, f *followed, do func()) {
	b.Helper()
	runtime.GC()
	ctx, stop := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() {
		for i := uint64(0); ctx.Err() == nil; i++ {
			snapshot, err := f.At(ctx, "default", nil)
			if err != nil {
				b.Error(err)
				return
			}
			start := time.Now()
			snapshot.Index.Search(search.Query{Text: benchWord(i%50) + " " + benchWord(200+i%300), Limit: 10, PageBudget: 2400, Ranking: "auto"})
			l.took = append(l.took, time.Since(start))
			l.sample()
			time.Sleep(time.Millisecond)
		}
	})
	do()
	stop()
	running.Wait()
}

func (l *load) sample() {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	l.live = max(l.live, samples[0].Value.Uint64())
	l.held = max(l.held, samples[1].Value.Uint64()-samples[2].Value.Uint64())
}

func reportPercentiles(b *testing.B, what string, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, what+"-p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, what+"-p99-ms")
}
