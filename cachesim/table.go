package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

func printTable(out io.Writer, results []result) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	workload := ""
	for _, r := range results {
		if r.Workload != workload {
			workload = r.Workload
			fmt.Fprintf(table, "\n%s\t\t\t\t\t\t\t\t\t\t\n", workload)
			fmt.Fprintln(table, "strategy\tcached\tcached, whole array\tdeclared a turn\tprompt kB\tbilled kB\tmodel turns\textra\tevicted\tcame back\twithin 5\t")
		}
		fmt.Fprintf(table, "%s\t%.1f %%\t%.1f %%\t%.0f\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n",
			r.Strategy, 100*r.Cached, 100*r.CachedAll, r.Declared, r.Prompt/1000, r.Billed/1000, r.Turns, r.Extra, r.Evictions, r.Returns, r.Thrash)
	}
	return table.Flush()
}
