package retrieval

import (
	"math"
	"slices"
)

// Relevance is binary: a tool answers the query or not. The measures are those
// of Manning, Raghavan and Schütze, Introduction to Information Retrieval,
// chapter 8, and are means of these values over the queries.

// Recall is the share of the relevant names among the first k found.
func Recall(found, relevant []string, k int) float64 {
	hits := 0
	for _, name := range first(found, k) {
		if slices.Contains(relevant, name) {
			hits++
		}
	}
	return float64(hits) / float64(len(relevant))
}

// NDCG is the discounted gain of the first k found over that of an ideal
// order. Rank r, counted from 1, is worth 1/log2(r+1).
func NDCG(found, relevant []string, k int) float64 {
	gain, ideal := 0.0, 0.0
	for i, name := range first(found, k) {
		if slices.Contains(relevant, name) {
			gain += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(k, len(relevant)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	return gain / ideal
}

// ReciprocalRank is 1/r for the first relevant name at rank r, or 0.
func ReciprocalRank(found, relevant []string) float64 {
	rank := slices.IndexFunc(found, func(name string) bool { return slices.Contains(relevant, name) })
	if rank < 0 {
		return 0
	}
	return 1 / float64(rank+1)
}

func first(found []string, k int) []string { return found[:min(k, len(found))] }
