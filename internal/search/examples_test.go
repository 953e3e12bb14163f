package search_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/retrieval"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// TestExamplesPay gives the tools of MetaTool what its users say for them:
// queries that are not asked here. It holds `auto` to what examples and a
// glossary are to bring, and to no loss for tools without any.
func TestExamplesPay(t *testing.T) {
	e := newHintExperiment(t)
	none := e.recall(t, "nothing", e.index(nil, nil))
	five := e.recall(t, "5 examples", e.index(e.examples(5), nil))
	twenty := e.recall(t, "20 examples", e.index(e.examples(limits.Examples), nil))
	words := e.recall(t, "10 words of glossary", e.index(nil, e.glossary(10)))
	both := e.recall(t, "20 examples and glossary", e.index(e.examples(limits.Examples), e.glossary(10)))
	halfExamples := e.recall(t, "20 examples, half the tools", e.index(hintedOnly(e.examples(limits.Examples)), nil))
	halfWords := e.recall(t, "glossary, half the tools", e.index(nil, hintedOnly(e.glossary(10))))

	atLeast := func(what string, got, want float64) {
		if got < want {
			t.Errorf("%s is %.3f, want at least %.3f", what, got, want)
		}
	}
	atLeast("the gain of 5 examples", five.all-none.all, 0.05)
	atLeast("the gain of 20 examples", twenty.all-none.all, 0.10)
	atLeast("the gain of a glossary", words.all-none.all, 0.05)
	atLeast("the gain of both over examples", both.all-twenty.all, 0)
	atLeast("the gain of the half with examples", halfExamples.hinted-none.hinted, 0.08)
	atLeast("the gain of the half without examples", halfExamples.others-none.others, -0.02)
	atLeast("the gain of the half with a glossary", halfWords.hinted-none.hinted, 0.05)
	atLeast("the gain of the half without a glossary", halfWords.others-none.others, -0.10)
}

// hintExperiment is a set of tools, the queries that are asked, and by tool
// those that may serve as hints.
type hintExperiment struct {
	tools []retrieval.Tool
	asked []retrieval.Query
	spare map[string][]string
}

func newHintExperiment(t *testing.T) hintExperiment {
	t.Helper()
	const asked = 1000
	set := readRetrievalSet(t, "metatool")
	queries := retrieval.ByHash(set.Queries)
	e := hintExperiment{tools: set.Tools, asked: queries[:asked], spare: map[string][]string{}}
	said := map[string]bool{}
	for _, q := range e.asked {
		said[q.Text] = true
	}
	for _, q := range queries[asked:] {
		if name := q.Relevant[0]; !said[q.Text] && len(q.Text) <= exampleChars {
			said[q.Text] = true
			e.spare[name] = append(e.spare[name], q.Text)
		}
	}
	return e
}

// examples are up to n utterances for each tool.
func (e hintExperiment) examples(n int) map[string][]string {
	out := map[string][]string{}
	for name, utterances := range e.spare {
		out[name] = utterances[:min(n, len(utterances))]
	}
	return out
}

// glossary is, for each tool, the n words that most of its first utterances hold.
func (e hintExperiment) glossary(n int) map[string][]string {
	out := map[string][]string{}
	for name, utterances := range e.examples(limits.Examples) {
		count := map[string]int{}
		for _, s := range utterances {
			said := map[string]bool{}
			for _, token := range text.Analyse(s) {
				if !token.Stop && !said[token.Word] {
					said[token.Word] = true
					count[token.Word]++
				}
			}
		}
		words := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
		})
		out[name] = words[:min(n, len(words))]
	}
	return out
}

// isHinted halves the tools.
func isHinted(name string) bool { return retrieval.Hash(name) < "8" }

func hintedOnly(hints map[string][]string) map[string][]string {
	out := map[string][]string{}
	for name, hint := range hints {
		if isHinted(name) {
			out[name] = hint
		}
	}
	return out
}

// index indexes the tools with examples, and with a domain of its own for each
// tool that has words of glossary.
func (e hintExperiment) index(examples, glossary map[string][]string) *search.Index {
	var records []*tool.Record
	var concepts []tool.Concept
	for _, tl := range e.tools {
		spec := tool.Spec{Name: tl.Name, Description: tl.Description, Examples: examples[tl.Name]}
		if words := glossary[tl.Name]; len(words) > 0 {
			id := "d" + retrieval.Hash(tl.Name)[:8]
			spec.Domains = []string{id}
			concepts = append(concepts, tool.Concept{
				ConceptKey: tool.ConceptKey{Kind: "domain", ID: id}, Synonyms: words,
			})
		}
		records = append(records, &tool.Record{Spec: spec})
	}
	return search.Build(tool.NewSet(records), concepts)
}

// recalls are R@5 over all queries, over those for tools of the hinted half,
// and over the others.
type recalls struct{ all, hinted, others float64 }

func (e hintExperiment) recall(t *testing.T, what string, index *search.Index) recalls {
	t.Helper()
	var hinted, others []retrieval.Query
	for _, q := range e.asked {
		if isHinted(q.Relevant[0]) {
			hinted = append(hinted, q)
		} else {
			others = append(others, q)
		}
	}
	r := recalls{
		hinted: figuresOf(index, "auto", hinted).recall5,
		others: figuresOf(index, "auto", others).recall5,
	}
	r.all = (r.hinted*float64(len(hinted)) + r.others*float64(len(others))) / float64(len(e.asked))
	t.Logf("%-28s R@5 %.3f, hinted half %.3f (%d queries), other half %.3f (%d queries)",
		what, r.all, r.hinted, len(hinted), r.others, len(others))
	return r
}
