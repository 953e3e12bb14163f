// Command cachesim measures what a working set costs a provider's prompt
// cache. It replays conversations turn by turn through the projection, writes
// every prompt as a provider orders it (tools, system, messages, the suffix),
// and compares it with the prompt before.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "cachesim:", err)
		os.Exit(1)
	}
}

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("cachesim", flag.ContinueOnError)
	samples := flags.String("catalog", "examples/catalog", "folder of manifests among which the tools are found")
	data := flags.String("eval", evalDir(), "folder of the evaluation data; without it only synthetic conversations are played")
	longest := flags.Int("activations", 200, "the longest synthetic conversation; of 20, 50, 100 and 200 those up to it are played")
	output := flags.String("output", "table", "table or json")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *output != "table" && *output != "json" {
		return fmt.Errorf("--output %q: want table or json", *output)
	}
	catalog, err := loadCatalog(*samples)
	if err != nil {
		return err
	}
	var lengths []int
	for _, n := range []int{20, 50, 100, 200} {
		if n <= *longest {
			lengths = append(lengths, n)
		}
	}
	workloads := synthetic(catalog, lengths)
	airline, err := dialogues(*data, catalog)
	switch {
	case errors.Is(err, os.ErrNotExist):
		fmt.Fprintf(progress, "no dialogues: %s is not there; only synthetic conversations are played\n", *data)
	case err != nil:
		return err
	default:
		workloads = append([]workload{airline}, workloads...)
	}
	var results []result
	for _, w := range workloads {
		for _, s := range strategies() {
			r, err := play(catalog, w, s)
			if err != nil {
				return err
			}
			results = append(results, r)
		}
	}
	if *output == "json" {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(results)
	}
	return printTable(out, results)
}

func evalDir() string {
	if dir := os.Getenv("DISCOVERYD_EVAL_DIR"); dir != "" {
		return dir
	}
	return "../shared/eval"
}
