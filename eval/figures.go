package main

import (
	"math"
	"slices"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// row is one line of a table, and of the file of stored figures.
type row struct {
	Table   string  `json:"table"`
	Set     string  `json:"set"`
	Case    string  `json:"case"`  // what else tells the row from others of its table
	Tools   int     `json:"tools"` // 0 in a mean over sets
	Queries int     `json:"queries"`
	Figures figures `json:"figures"`
}

// figures are values from 0 to 1 by name, rounded to 4 digits.
type figures map[string]float64

// The names of figures. Shares are of the queries.
const (
	recall1     = "recall@1"
	recall3     = "recall@3"
	recall5     = "recall@5"
	recall10    = "recall@10"
	ndcg5       = "ndcg@5"
	ndcg10      = "ndcg@10"
	mrr         = "mrr"
	noMatch     = "no_match"
	weak        = "weak"
	doubted     = "doubted" // no_match or weak
	allHave     = "recall@5, all have examples"
	halfWith    = "recall@5, half have: those with"
	halfWithout = "recall@5, half have: those without"
)

// figuresOf are the means over queries and their answers.
func figuresOf(queries []retrieval.Query, answers []answer) figures {
	sums := figures{}
	for i, query := range queries {
		got, want := answers[i].found, query.Relevant
		sums[recall1] += retrieval.Recall(got, want, 1)
		sums[recall3] += retrieval.Recall(got, want, 3)
		sums[recall5] += retrieval.Recall(got, want, 5)
		sums[recall10] += retrieval.Recall(got, want, 10)
		sums[ndcg5] += retrieval.NDCG(got, want, 5)
		sums[ndcg10] += retrieval.NDCG(got, want, 10)
		sums[mrr] += retrieval.ReciprocalRank(got, want)
	}
	for name, sum := range sums {
		sums[name] = rounded(sum / float64(len(queries)))
	}
	doubts := doubtsOf(answers)
	sums[noMatch], sums[weak] = doubts[noMatch], doubts[weak]
	return sums
}

// doubtsOf are the shares of answers that warn the caller.
func doubtsOf(answers []answer) figures {
	share := func(says func(answer) bool) float64 {
		n := 0
		for _, a := range answers {
			if says(a) {
				n++
			}
		}
		return rounded(float64(n) / float64(len(answers)))
	}
	return figures{
		noMatch: share(func(a answer) bool { return a.noMatch }),
		weak:    share(func(a answer) bool { return a.weak }),
		doubted: share(answer.doubted),
	}
}

// macroQueries is how many queries a set must have to count in the macro
// average: below it, one query moves a figure by more than 0.05.
const macroQueries = 20

// macro is the unweighted mean of the rows of a table and case that have
// enough queries; false where fewer than two have.
func macro(rows []row, table, of string) (row, bool) {
	mean := row{Table: table, Set: "macro", Case: of, Figures: figures{}}
	sets := 0.0
	for _, r := range rows {
		if r.Table != table || r.Case != of || r.Queries < macroQueries {
			continue
		}
		sets++
		mean.Queries += r.Queries
		for name, value := range r.Figures {
			mean.Figures[name] += value
		}
	}
	for name, sum := range mean.Figures {
		mean.Figures[name] = rounded(sum / sets)
	}
	return mean, sets > 1
}

// rounded keeps the 4 digits that are stored.
func rounded(value float64) float64 { return math.Round(value*1e4) / 1e4 }

// concerns picks the queries, with their answers, whose relevant tools all are
// of a kind.
func concerns(queries []retrieval.Query, answers []answer, isOfKind func(name string) bool) ([]retrieval.Query, []answer) {
	var picked []retrieval.Query
	var theirs []answer
	for i, query := range queries {
		if !slices.ContainsFunc(query.Relevant, func(name string) bool { return !isOfKind(name) }) {
			picked = append(picked, query)
			theirs = append(theirs, answers[i])
		}
	}
	return picked, theirs
}
