package excerpt

import "slices"

// cover picks few clusters that together explain every term that any of them
// has and that is not explained yet. It is the greedy set cover: most new
// terms first; of equals the heavier in new terms, then the earlier. The
// result holds indexes in the order picked.
func cover(candidates []cluster, weights []float64, explained []bool) []int {
	explained = slices.Clone(explained)
	var picked []int
	for {
		best, bestGain, bestWeight := -1, 0, 0.0
		for i, c := range candidates {
			gain, weight := news(c.terms, weights, explained)
			if gain > bestGain || gain == bestGain && gain > 0 && weight > bestWeight {
				best, bestGain, bestWeight = i, gain, weight
			}
		}
		if best < 0 {
			return picked
		}
		picked = append(picked, best)
		for _, term := range candidates[best].terms {
			explained[term] = true
		}
	}
}

// news counts and weighs the terms that are not explained yet.
func news(terms []int, weights []float64, explained []bool) (count int, weight float64) {
	for _, term := range terms {
		if !explained[term] {
			count++
			weight += weights[term]
		}
	}
	return count, weight
}
