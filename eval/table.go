package main

import (
	"fmt"
	"strings"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

// columnsOf are the figures of a table, in the order of its columns.
func columnsOf(table string) []string {
	switch table {
	case doubtTable:
		return []string{noMatch, weak, doubted}
	case examplesTable:
		return []string{allHave, halfWith, halfWithout}
	}
	return []string{recall1, recall3, recall5, recall10, ndcg5, ndcg10, mrr, noMatch, weak}
}

// titleOf says how the figures of a table were got.
func titleOf(table string) string {
	switch table {
	case rankingsTable:
		return fmt.Sprintf("Each set in a catalog of its own, all its queries. macro: the mean of the sets of %d queries or more.", macroQueries)
	case unionTable:
		return fmt.Sprintf("All sets in one catalog, at most %d queries of each, chosen by the hash of their ids.", sampleSize)
	case doubtTable:
		return fmt.Sprintf("Doubt, ranking auto: the same queries where their tools are present (doubt is wrong) and absent (doubt is right); at most %d, in %d folds.", sampleSize, folds)
	}
	return fmt.Sprintf("Examples, ranking auto, recall@5: when all tools have some, and when half have, of those with and without; at most %d queries, none of them an example.", sampleSize)
}

func tables() []string { return []string{rankingsTable, unionTable, doubtTable, examplesTable} }

// printTables prints all rows, each figure with its change where it has one.
func printTables(out *screen.Screen, rows []row, old stored) {
	for _, table := range tables() {
		columns := columnsOf(table)
		var cells [][]screen.Cell
		for _, r := range rows {
			if r.Table == table {
				cells = append(cells, screen.Row(line(r, columns, old)...))
			}
		}
		if len(cells) == 0 {
			continue
		}
		out.Line("%s", titleOf(table))
		out.Table(headerOf(table, columns), cells)
		out.Line("")
	}
	printReferences(out, rows)
}

func headerOf(table string, columns []string) []string {
	header := []string{"SET", "RANKING", "TOOLS", "QUERIES"}
	switch table {
	case doubtTable:
		header[1] = "TOOLS ASKED FOR"
	case examplesTable:
		header[1] = "EXAMPLES"
		return append(header, "ALL HAVE", "HALF HAVE: WITH", "WITHOUT")
	}
	for _, name := range columns {
		header = append(header, strings.ToUpper(strings.ReplaceAll(strings.Replace(name, "recall", "r", 1), "_", " ")))
	}
	return header
}

func line(r row, columns []string, old stored) []string {
	tools := fmt.Sprintf("%5d", r.Tools)
	if r.Tools == 0 {
		tools = ""
	}
	texts := []string{r.Set, r.Case, tools, fmt.Sprintf("%7d", r.Queries)}
	for _, name := range columns {
		texts = append(texts, figureText(r, name, old))
	}
	return texts
}

// figureText is a figure and what it has changed by: "0.5583 +.0012". A figure
// of no query is a dash.
func figureText(r row, name string, old stored) string {
	now, there := r.Figures[name]
	if !there {
		return "–"
	}
	text := fmt.Sprintf("%.4f", now)
	if before, known := old.before(r, name); known && before != now {
		text += strings.Replace(fmt.Sprintf(" %+.4f", now-before), "0.", ".", 1)
	}
	return text
}

// printIncomparable says how much was measured without anything to compare it with.
func printIncomparable(out *screen.Screen, rows []row, old stored) {
	n := 0
	for _, r := range rows {
		if !old.has(r) {
			n++
		}
	}
	if n > 0 && len(old) > 0 {
		out.Line("%d of %d rows are not compared: none is stored of as many queries and tools", n, len(rows))
	}
}

// printFalls says what the exit code says.
func printFalls(out *screen.Screen, falls []fall) {
	for _, f := range falls {
		out.Line("worse: %s %s %s: %s was %.4f and is %.4f; at most %.4f is allowed", f.Table, f.Set, f.Case, f.Figure, f.Before, f.Now, f.Allowed)
	}
}
