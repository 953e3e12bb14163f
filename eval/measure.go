package main

import (
	"context"
	"errors"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// sampleSize bounds the queries of one set where a set is measured more than
// once: in the union, on absent tools, and with examples.
const sampleSize = 1000

// The tables.
const (
	rankingsTable = "rankings"
	unionTable    = "union"
	doubtTable    = "doubt"
	examplesTable = "examples"
)

// auto is the ranking a caller gets who asks for none.
const auto = "auto"

func rankings() []string { return []string{auto, "balanced", "bm25", "coverage"} }

// measurement collects rows.
type measurement struct {
	api   *api
	rows  []row
	whole map[string]catalog // each set in a catalog of its own, by name
	// status shows what is being done and returns what takes that away.
	status func(format string, args ...any) (clear func())
}

// measure runs the binary and measures everything there is to say about sets.
func measure(ctx context.Context, binary string, sets []retrieval.Set, status func(string, ...any) func()) (rows []row, err error) {
	server, err := startServer(ctx, binary)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	m := &measurement{api: newAPI(server), whole: map[string]catalog{}, status: status}
	for _, step := range []func(context.Context, []retrieval.Set) error{
		m.eachSet, m.unionOfSets, m.doubts, m.examples,
	} {
		if err := step(ctx, sets); err != nil {
			return nil, err
		}
	}
	return m.rows, nil
}

// eachSet asks every set all of its queries under every ranking, in a catalog
// of its own.
func (m *measurement) eachSet(ctx context.Context, sets []retrieval.Set) error {
	for _, set := range sets {
		clear := m.status("registering %s (%d tools)", set.Name, len(set.Tools))
		own, err := m.api.register(ctx, set.Name, set.Tools, nil)
		clear()
		m.whole[set.Name] = own
		if err == nil {
			err = m.underEachRanking(ctx, rankingsTable, own, set)
		}
		if err != nil {
			return err
		}
	}
	m.addMacros(rankingsTable)
	return nil
}

// unionOfSets asks the queries of all sets in one catalog of all tools.
func (m *measurement) unionOfSets(ctx context.Context, sets []retrieval.Set) error {
	if len(sets) < 2 {
		return nil
	}
	tools, renamed := retrieval.Union(sets)
	clear := m.status("registering the union (%d tools)", len(tools))
	union, err := m.api.register(ctx, "the union", tools, nil)
	clear()
	if err != nil {
		return err
	}
	for _, set := range renamed {
		set.Queries = retrieval.Sample(set.Queries, sampleSize)
		if err := m.underEachRanking(ctx, unionTable, union, set); err != nil {
			return err
		}
	}
	m.addMacros(unionTable)
	return nil
}

// underEachRanking adds a row per ranking.
func (m *measurement) underEachRanking(ctx context.Context, table string, in catalog, set retrieval.Set) error {
	for _, ranking := range rankings() {
		answers, err := m.ask(ctx, in, ranking, set.Queries)
		if err != nil {
			return err
		}
		m.rows = append(m.rows, row{table, set.Name, ranking, in.tools, len(answers), figuresOf(set.Queries, answers)})
	}
	return nil
}

func (m *measurement) ask(ctx context.Context, in catalog, ranking string, queries []retrieval.Query) ([]answer, error) {
	defer m.status("asking %s %d queries, %s", in.what, len(queries), ranking)()
	return m.api.ask(ctx, in, ranking, queries)
}

func (m *measurement) addMacros(table string) {
	for _, ranking := range rankings() {
		if mean, several := macro(m.rows, table, ranking); several {
			m.rows = append(m.rows, mean)
		}
	}
}
