// Command eval measures how well tools are found. It starts the real server on
// a throw-away database, registers retrieval sets through the API, asks their
// queries, and prints the figures beside those of the last commit.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

// options are the flags.
type options struct {
	Sets       string   `placeholder:"DIR" help:"Folder of sets, or one set: a folder with catalog.jsonl and queries.jsonl. Default: retrieval in $$DISCOVERYD_EVAL_DIR, else in ../shared/eval."`
	Set        []string `placeholder:"NAME" help:"Measure only this set; may be repeated."`
	MaxQueries int      `placeholder:"N" help:"Ask at most N queries of each set, chosen by the hash of their ids."`
	Binary     string   `default:"bin/discoveryd" help:"The program to measure."`
	Figures    string   `default:"eval/figures.json" help:"The stored figures to compare with."`
	Tolerance  float64  `default:"0.005" help:"How much a figure may get worse. What one query weighs is allowed in any case."`
	Update     bool     `help:"Store the figures instead of comparing them."`
	Output     string   `enum:"table,json" default:"table" help:"What to print: table or json."`
}

const description = `Measures retrieval through the API of a server of its own.

Exit codes: 0 done; 1 a figure got worse than the stored one by more than the tolerance; 2 something failed.`

// The exit codes.
const (
	exitDone   = 0
	exitWorse  = 1
	exitFailed = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program but for the signals; it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := evaluate(ctx, args, stdout, stderr)
	switch {
	case err == nil, errors.Is(err, errHelped):
		return exitDone
	case errors.Is(err, errWorse):
		return exitWorse
	}
	screen.Of(stderr, true).Line("eval: %s", err)
	return exitFailed
}

var (
	errHelped = errors.New("help was printed")
	errWorse  = errors.New("a figure got worse")
)

func parse(args []string, stdout, stderr io.Writer) (options, error) {
	var o options
	helped := false
	parser, err := kong.New(&o, kong.Name("eval"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }))
	if err != nil {
		return o, fmt.Errorf("build the command line: %w", err)
	}
	_, err = parser.Parse(args)
	switch {
	case helped:
		return o, errHelped
	case err != nil:
		return o, fmt.Errorf("%w; see --help", err)
	case o.Update && (len(o.Set) > 0 || o.MaxQueries > 0):
		return o, errors.New("--update stores all figures; leave --set and --max-queries out")
	}
	return o, nil
}

func evaluate(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stdout, stderr)
	if err != nil {
		return err
	}
	old, err := readStored(o.Figures)
	if err != nil {
		return err
	}
	sets, err := readSets(o)
	if err != nil {
		return err
	}
	rows, err := measure(ctx, o.Binary, sets, screen.Of(stderr, true).Status)
	if err != nil {
		return err
	}
	falls := old.falls(rows, o.Tolerance)
	if err := print(stdout, o.Output, result{rows, falls}, old); err != nil {
		return err
	}
	switch {
	case o.Update:
		return writeStored(o.Figures, rows)
	case len(falls) > 0:
		return errWorse
	}
	return nil
}

// result is the output as JSON.
type result struct {
	Rows  []row  `json:"rows"`
	Falls []fall `json:"falls"`
}

func print(stdout io.Writer, as string, r result, old stored) error {
	out := screen.Of(stdout, true)
	if as == "json" {
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		return out.Raw(data)
	}
	printTables(out, r.Rows, old)
	printIncomparable(out, r.Rows, old)
	printFalls(out, r.Falls)
	return nil
}
