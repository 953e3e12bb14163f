package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// examples measures what example utterances are worth on the sets that have
// enough queries to give some away: when every tool has up to 5 or 20, and, for
// tools with and without, when only half have. No query that is asked is an
// example.
func (m *measurement) examples(ctx context.Context, sets []retrieval.Set) error {
	for _, set := range sets {
		if len(set.Queries) < limits.Examples*len(set.Tools) {
			continue
		}
		asked := retrieval.Sample(set.Queries, min(sampleSize, len(set.Queries)/2))
		spare := examplesFrom(set.Queries, asked)
		for _, most := range []int{0, 5, limits.Examples} {
			values, err := m.withExamples(ctx, set, asked, atMost(spare, most))
			if err != nil {
				return err
			}
			m.rows = append(m.rows, row{examplesTable, set.Name, fmt.Sprintf("up to %d", most), len(set.Tools), len(asked), values})
		}
	}
	return nil
}

// withExamples gives examples to all tools, then to half of them.
func (m *measurement) withExamples(ctx context.Context, set retrieval.Set, asked []retrieval.Query, examples map[string][]string) (figures, error) {
	everywhere, err := m.askWith(ctx, set, asked, examples)
	if err != nil {
		return nil, err
	}
	half := map[string][]string{}
	for _, name := range halfOf(set.Tools) {
		half[name] = examples[name] // also where there is none, to tell the halves apart
	}
	halfway, err := m.askWith(ctx, set, asked, half)
	if err != nil {
		return nil, err
	}
	out := figures{allHave: figuresOf(asked, everywhere)[recall5]}
	isHinted := func(name string) bool { _, has := half[name]; return has }
	isOther := func(name string) bool { return !isHinted(name) }
	if queries, answers := concerns(asked, halfway, isHinted); len(queries) > 0 {
		out[halfWith] = figuresOf(queries, answers)[recall5]
	}
	if queries, answers := concerns(asked, halfway, isOther); len(queries) > 0 {
		out[halfWithout] = figuresOf(queries, answers)[recall5]
	}
	return out, nil
}

func (m *measurement) askWith(ctx context.Context, set retrieval.Set, asked []retrieval.Query, examples map[string][]string) ([]answer, error) {
	clear := m.status("registering %s with examples (%d tools)", set.Name, len(set.Tools))
	hinted, err := m.api.register(ctx, set.Name+" with examples", set.Tools, examples)
	clear()
	if err != nil {
		return nil, err
	}
	return m.ask(ctx, hinted, auto, asked)
}

// halfOf picks the half of the tools whose names have the lower hashes.
func halfOf(tools []retrieval.Tool) []string {
	byHash := slices.SortedFunc(slices.Values(tools), func(a, b retrieval.Tool) int {
		return cmp.Compare(retrieval.Hash(a.Name), retrieval.Hash(b.Name))
	})
	var names []string
	for _, tool := range byHash[:len(byHash)/2] {
		names = append(names, tool.Name)
	}
	return names
}

// examplesFrom takes up to limits.Examples of the queries for each tool: of
// those that are not asked, the ones that can be an example.
func examplesFrom(queries, asked []retrieval.Query) map[string][]string {
	examples := map[string][]string{}
	spent := map[string]bool{}
	for _, query := range asked {
		spent[utteranceOf(query)] = true
	}
	for _, query := range retrieval.ByHash(queries) {
		name, utterance := query.Relevant[0], utteranceOf(query)
		if utterance != "" && !spent[utterance] && len(examples[name]) < limits.Examples {
			examples[name] = append(examples[name], utterance)
			spent[utterance] = true
		}
	}
	return examples
}

// utteranceOf is the query as an example of its tool, or "" where it cannot be one.
func utteranceOf(query retrieval.Query) string {
	if len(query.Relevant) != 1 || utf8.RuneCountInString(query.Text) > limits.ExampleChars {
		return ""
	}
	return retrieval.Clean(query.Text, limits.ExampleChars)
}

func atMost(examples map[string][]string, most int) map[string][]string {
	out := make(map[string][]string, len(examples))
	for name, utterances := range examples {
		out[name] = utterances[:min(most, len(utterances))]
	}
	return out
}
