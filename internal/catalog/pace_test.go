package catalog

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRestAfterBuilds(t *testing.T) {
	type step struct {
		pause, took time.Duration
		tools       int
	}
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		steps  []step
		rest   time.Duration
		wanted time.Duration
	}{
		"there is none before the first build":             {},
		"there is none after one build of a large catalog": {steps: []step{{0, 175 * ms, 0}}},
		"what is beyond the credit is paid twentyfold":     {steps: []step{{0, 185 * ms, 0}}, rest: 200 * ms, wanted: 92500 * time.Microsecond},
		"it is never longer than a second":                 {steps: []step{{0, 800 * ms, 0}}, rest: time.Second, wanted: 400 * ms},
		"a reader never waits longer than the others":      {steps: []step{{0, 150 * ms, 0}, {0, 52 * ms, 0}}, rest: 40 * ms, wanted: 26 * ms},
		"small catalogs are built at once, always":         {steps: []step{{0, 25 * ms, 1}, {0, 25 * ms, 1}, {0, 25 * ms, 1}}},
		"so are large applies":                             {steps: []step{{0, 500 * ms, 2000}, {0, 500 * ms, 2000}}},
		"credit grows while nothing is built":              {steps: []step{{0, 175 * ms, 0}, {time.Second, 85 * ms, 0}}, rest: 200 * ms, wanted: 42500 * time.Microsecond},
		"and no further than a few builds":                 {steps: []step{{0, 175 * ms, 0}, {time.Hour, 175 * ms, 0}, {0, 26 * ms, 0}}, rest: 20 * ms, wanted: 13 * ms},
	} {
		t.Run(name, func(t *testing.T) {
			var p pace
			now := time.Unix(1_000_000, 0)
			for _, s := range c.steps {
				now = now.Add(s.pause)
				p = p.after(now, s.took, s.tools)
			}
			if rest := max(0, p.rest(now, false)); rest != c.rest {
				t.Errorf("rest %v, want %v", rest, c.rest)
			}
			if rest := max(0, p.rest(now, true)); rest != c.wanted {
				t.Errorf("rest %v when wanted, want %v", rest, c.wanted)
			}
		})
	}
}

// In the long run builds take no more than their share of the time, as long as
// it need not be exceeded for a rest of a second.
func TestBuildsKeepToTheirShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pace
		start := time.Unix(1_000_000, 0)
		now, spent := start, time.Duration(0)
		for range 100 {
			now = now.Add(max(0, p.rest(now, false)))
			if allowed := paceSaved + now.Sub(start)/paceShare; spent > allowed {
				t.Fatalf("builds took %v in %v, and the next one starts", spent, now.Sub(start))
			}
			cost := time.Duration(rapid.IntRange(0, int(longestRest/paceShare)).Draw(t, "cost"))
			now = now.Add(paceFree + cost)
			p = p.after(now, paceFree+cost, 0)
			spent += cost
		}
	})
}
