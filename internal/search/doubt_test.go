package search_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/discoveryd/discoveryd/internal/retrieval"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// TestDoubtCurve asks the queries of the retrieval sets twice: with the tools
// that are wanted in the catalog, and without them. An answer is wrongly
// doubted when a wanted tool is among the first five rows and the share that
// the first row covers is under a threshold; it is rightly doubted when there
// is nothing to find. The table is what the threshold of `weak` is chosen by:
// the largest step at which, over all sets, one answer in twenty is wrongly doubted.
func TestDoubtCurve(t *testing.T) {
	steps := []float64{0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5}
	sets := []string{"metatool", "livemcp", "livemcp-agent", "mcpgolden", "toolbench", "sealtools", "bfcl"}
	wrong, right := make([]float64, len(steps)), make([]float64, len(steps))
	t.Logf("%-14s %6s  wrongly / rightly doubted under a covered share of", "set", "AUC")
	t.Logf("%-14s %6s %v", "", "", steps)
	for _, name := range sets {
		present, absent := doubted(readEvalSet(t, name))
		var row []string
		for i, step := range steps {
			w, r := under(present, step), under(absent, step)
			wrong[i], right[i] = wrong[i]+w/float64(len(sets)), right[i]+r/float64(len(sets))
			row = append(row, percent(w)+"/"+percent(r))
		}
		t.Logf("%-14s %6.3f %v", name, areaUnderCurve(present, absent), row)
	}
	var row []string
	for i := range steps {
		row = append(row, percent(wrong[i])+"/"+percent(right[i]))
	}
	t.Logf("%-14s %6s %v", "all sets", "", row)
	at := slices.Index(steps, search.WeakShare)
	if at < 0 || wrong[at] > 0.05 || at+1 < len(steps) && wrong[at+1] <= 0.05 {
		t.Errorf("the threshold %v wrongly doubts %s; it is to be the largest step at which that is at most 5 %%", search.WeakShare, percent(wrong[max(0, at)]))
	}
	if right[max(0, at)] < 2*wrong[max(0, at)] {
		t.Errorf("rightly doubted %s, wrongly %s: the doubt says too little", percent(right[max(0, at)]), percent(wrong[max(0, at)]))
	}
}

// doubted returns the covered shares of the answers that find what is wanted,
// and of those to the same queries where it is absent, sorted.
func doubted(set evalSet) (present, absent []float64) {
	for _, q := range retrieval.Sample(set.queries, sampled) {
		wanted := func(r *tool.Record) bool { return slices.Contains(q.Relevant, r.Name) }
		if share, found := set.index.Covered(q.Text, wanted, false); found {
			present = append(present, share)
		}
		share, _ := set.index.Covered(q.Text, wanted, true)
		absent = append(absent, share)
	}
	slices.Sort(present)
	slices.Sort(absent)
	return present, absent
}

// under is the part of sorted shares under a threshold.
func under(shares []float64, threshold float64) float64 {
	n, _ := slices.BinarySearch(shares, threshold)
	return float64(n) / float64(len(shares))
}

// areaUnderCurve is how often an answer that finds what is wanted covers more
// than one that cannot; 0.5 is chance.
func areaUnderCurve(present, absent []float64) float64 {
	area := 0.0
	for _, share := range absent {
		area += 1 - (under(present, share)+under(present, share+1e-9))/2
	}
	return area / float64(len(absent))
}

func percent(share float64) string { return strconv.Itoa(int(share*100+0.5)) + " %" }
