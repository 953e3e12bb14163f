package main

import (
	"fmt"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

// reference is what other engines reach on the dev queries of a public set:
// published baselines over the same fields of text, 10 rows a query, each
// engine with its defaults. "reference" is plain BM25 over all text, times the
// square root of the covered share of the query's weight.
type reference struct {
	set     string
	queries int
	ndcg5   [4]float64 // of reference, bleve, FTS5, Orama
	recall5 [4]float64
}

func references() []reference {
	return []reference{
		{"metatool", 6389, [4]float64{0.553, 0.536, 0.428, 0.205}, [4]float64{0.647, 0.638, 0.530, 0.288}},
		{"livemcp", 24, [4]float64{0.267, 0.258, 0.181, 0.129}, [4]float64{0.309, 0.306, 0.209, 0.137}},
		{"livemcp-agent", 41, [4]float64{0.619, 0.603, 0.536, 0.546}, [4]float64{0.728, 0.760, 0.744, 0.728}},
		{"mcpgolden", 14, [4]float64{0.533, 0.461, 0.540, 0.318}, [4]float64{0.691, 0.583, 0.691, 0.500}},
		{"toolbench", 225, [4]float64{0.656, 0.577, 0.551, 0.200}, [4]float64{0.680, 0.624, 0.582, 0.235}},
		{"sealtools", 632, [4]float64{0.892, 0.798, 0.860, 0.320}, [4]float64{0.889, 0.795, 0.854, 0.359}},
		{"bfcl", 690, [4]float64{0.741, 0.669, 0.726, 0.346}, [4]float64{0.840, 0.787, 0.833, 0.419}},
	}
}

// printReferences puts the default ranking beside the baselines of the sets
// that were measured with all their queries.
func printReferences(out *screen.Screen, rows []row) {
	var cells [][]screen.Cell
	for _, r := range rows {
		for _, ref := range references() {
			if r.Table == rankingsTable && r.Case == auto && r.Set == ref.set && r.Queries == ref.queries {
				texts := append([]string{r.Set}, beside(r.Figures[ndcg5], ref.ndcg5)...)
				cells = append(cells, screen.Row(append(texts, beside(r.Figures[recall5], ref.recall5)...)...))
			}
		}
	}
	if len(cells) == 0 {
		return
	}
	out.Line("Ranking auto beside published baselines.")
	header := []string{"SET"}
	for _, figure := range []string{"NDCG@5", "R@5"} {
		header = append(header, figure+": AUTO", "REFERENCE", "BLEVE", "FTS5", "ORAMA")
	}
	out.Table(header, cells)
	out.Line("")
}

func beside(ours float64, theirs [4]float64) []string {
	texts := []string{fmt.Sprintf("%.3f", ours)}
	for _, value := range theirs {
		texts = append(texts, fmt.Sprintf("%.3f", value))
	}
	return texts
}
