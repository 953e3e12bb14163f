// Command bench measures discoveryd's search beside bleve, SQLite FTS5 and
// Orama: the same catalogs, the same queries, one core, in one run. See "Beside
// other engines" in docs/benchmarks.md for the method.
//
// It is a module of its own, so that what it compares with stays out of what
// discoveryd depends on. Run it in its own folder.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

func main() {
	output := flag.String("output", "table", "table or json")
	each := flag.Duration("time", 2*time.Second, "how long each engine is asked, for each catalog and kind of query")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	if err := run(*output, *each); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(output string, each time.Duration) error {
	all, note, err := catalogs(cmp.Or(os.Getenv("DISCOVERYD_EVAL_DIR"), "../../shared/eval"))
	if err != nil {
		return err
	}
	r := report{Notes: []string{versions()}}
	if note != "" {
		r.Notes = append(r.Notes, note)
	}
	taking, note := contenders()
	if note != "" {
		r.Notes = append(r.Notes, note)
	}
	for _, c := range all {
		result, err := compare(taking, c, each)
		if err != nil {
			return err
		}
		r.Catalogs = append(r.Catalogs, result)
	}
	if output == "json" {
		return r.json(os.Stdout)
	}
	return r.table(os.Stdout)
}

// contenders are the engines that can run here, and what to say of the one that
// cannot. discoveryd comes first.
func contenders() ([]contender, string) {
	all := []contender{
		{name: "discoveryd", start: func() (engine, error) { return &discoveryd{}, nil }},
		{name: "discoveryd, ranks only", start: func() (engine, error) { return &discoveryd{ranksOnly: true}, nil }, nameless: true},
		{name: "bleve", start: func() (engine, error) { return &bleveEngine{}, nil }},
		{name: "SQLite FTS5", start: func() (engine, error) { return &fts5{}, nil }},
	}
	probe, err := startOrama()
	if err != nil {
		return all, "Orama is left out: " + err.Error() + "."
	}
	if err := probe.Close(); err != nil {
		return all, "Orama is left out: " + err.Error() + "."
	}
	return append(all, contender{name: "Orama", start: startOrama, elsewhere: true}), ""
}

func compare(taking []contender, c catalog, each time.Duration) (results, error) {
	r := results{Catalog: c.name, About: c.about, Tools: len(c.docs)}
	for _, doc := range c.docs {
		r.BytesPerTool += float64(doc.size()) / float64(len(c.docs))
	}
	for _, one := range taking {
		fmt.Fprintf(os.Stderr, "%s, %d tools: %s\n", c.name, len(c.docs), one.name)
		f, err := measure(one, c, each)
		if err != nil {
			return r, fmt.Errorf("%s on %s: %w", one.name, c.name, err)
		}
		r.Engines = append(r.Engines, f)
	}
	return r, nil
}

// versions says what runs.
func versions() string {
	all := []string{runtime.Version() + " on one core"}
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		switch module.Path {
		case "github.com/blevesearch/bleve/v2", sqliteModule:
			all = append(all, module.Path+" "+module.Version)
		}
	}
	return strings.Join(all, ", ")
}
