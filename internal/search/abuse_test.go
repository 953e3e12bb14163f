package search_test

import (
	"cmp"
	"encoding/json"
	"fmt"
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

// What a record may hold at most that is searched (contract section 3).
const (
	descriptionChars = 4096
	exampleChars     = 200
	stuffedNames     = 200 // of parameters
)

// TestStuffedRecordsMoveNobody adds records that are stuffed with the words of
// the queries, the commonest first: one for each hundred honest ones. They know
// what will be asked, which is the worst case.
func TestStuffedRecordsMoveNobody(t *testing.T) {
	for _, name := range []string{"metatool", "toolbench", "bfcl"} {
		t.Run(name, func(t *testing.T) {
			set := readRetrievalSet(t, name)
			queries := retrieval.Sample(set.Queries, sampled)
			honest, before := indexOf(set.Tools, nil), map[string]float64{}
			for _, ranking := range rankings {
				before[ranking] = figuresOf(honest, ranking, queries).recall5
			}
			for _, s := range stuffings(queries) {
				crowd := crowded(set.Tools, s.spec)
				for _, ranking := range rankings {
					after := figuresOf(crowd, ranking, queries).recall5
					t.Logf("%-21s %-8s R@5 %.3f → %.3f", s.name, ranking, before[ranking], after)
					if most, bound := s.most[ranking]; bound && before[ranking]-after > most {
						t.Errorf("%s: R@5 of %s falls by more than %.2f", s.name, ranking, most)
					}
				}
			}
		})
	}
}

// stuffing is a way to stuff a record, and the most that it may cost the others
// under the rankings that stand it.
type stuffing struct {
	name string
	spec tool.Spec
	most map[string]float64
}

func stuffings(queries []retrieval.Query) []stuffing {
	words := commonWords(queries)
	parameters := map[string]any{}
	for _, word := range words[:min(len(words), stuffedNames)] {
		parameters[word] = map[string]string{"description": fill(words, descriptionChars/10)}
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": parameters})
	if err != nil {
		panic(err)
	}
	var examples []string
	for i := range limits.Examples {
		at := i * len(words) / limits.Examples
		examples = append(examples, fill(append(slices.Clone(words[at:]), words[:at]...), exampleChars))
	}
	everything := fill(words, descriptionChars)
	two := map[string]float64{"auto": 0.02, "balanced": 0.02}
	return []stuffing{
		{"every word", tool.Spec{Description: everything}, two},
		{
			"twenty words repeated",
			tool.Spec{Description: fill(words[:20], descriptionChars)},
			map[string]float64{"auto": 0.02, "balanced": 0.02, "bm25": 0.02},
		},
		{
			"examples",
			tool.Spec{Description: "A tool.", Examples: examples},
			map[string]float64{"auto": 0.02, "balanced": 0.02, "bm25": 0.02, "coverage": 0},
		},
		{"every field", tool.Spec{Description: everything, Parameters: string(schema), Examples: examples}, two},
		// A hundred words are no stuffing by their number. Those that are asked for
		// most are an advertisement that hits.
		{
			"the hundred commonest",
			tool.Spec{Description: strings.Join(words[:100], " ")},
			map[string]float64{"auto": 0.04, "balanced": 0.04},
		},
	}
}

// TestAStuffedTwinGainsNothing puts three tools beside a catalog for each
// query: one that says it once, one that says it over and over, and one that
// says it in all of its examples only. By contract 5.5, `coverage` and `bm25`
// count every mention; examples win neither a count of terms nor a share.
func TestAStuffedTwinGainsNothing(t *testing.T) {
	const honest, repeats, examples = "twin.z_honest", "twin.a_repeats", "twin.b_examples"
	loses := map[string][]string{"auto": {repeats, examples}, "balanced": {repeats, examples}, "coverage": {examples}}
	set := readRetrievalSet(t, "metatool")
	for _, q := range retrieval.Sample(set.Queries, 25) {
		for _, asked := range []string{q.Text, keywords(q.Text)} {
			index := indexOf(append(slices.Clone(set.Tools),
				retrieval.Tool{Name: honest, Description: q.Text},
				retrieval.Tool{Name: repeats, Description: fill(strings.Fields(asked), descriptionChars)},
				retrieval.Tool{Name: examples, Description: "A tool."},
			), map[string][]string{examples: slices.Repeat([]string{fill(strings.Fields(q.Text), exampleChars)}, limits.Examples)})
			for ranking, stuffed := range loses {
				names := found(index, ranking, asked)
				for _, twin := range stuffed {
					if at := slices.Index(names, twin); at >= 0 && at < slices.Index(names, honest) {
						t.Errorf("%s: %q puts %s before the honest twin", ranking, asked, twin)
					}
				}
			}
		}
	}
}

// keywords are up to two words of a text that are no stop words.
func keywords(s string) string {
	var words []string
	for _, token := range text.Analyse(s) {
		if !token.Stop && len(words) < 2 {
			words = append(words, token.Word)
		}
	}
	return strings.Join(words, " ")
}

// commonWords are the words of queries, the commonest first.
func commonWords(queries []retrieval.Query) []string {
	count := map[string]int{}
	for _, q := range queries {
		for _, token := range text.Analyse(q.Text) {
			if !token.Stop {
				count[token.Word]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
}

// fill repeats words up to a number of characters.
func fill(words []string, chars int) string {
	var out strings.Builder
	for i := 0; ; i = (i + 1) % len(words) {
		if out.Len()+len(words[i])+1 > chars {
			return out.String()
		}
		out.WriteString(words[i])
		out.WriteByte(' ')
	}
}

// crowded indexes tools and one record like spec for each hundred of them.
func crowded(tools []retrieval.Tool, spec tool.Spec) *search.Index {
	var records []*tool.Record
	for _, tl := range tools {
		records = append(records, &tool.Record{Spec: tool.Spec{Name: tl.Name, Description: tl.Description, Parameters: tl.Parameters}})
	}
	for i := range (len(tools) + 99) / 100 {
		spec.Name = fmt.Sprintf("stuffed.tool_%d", i)
		records = append(records, &tool.Record{Spec: spec})
	}
	return search.Build(tool.NewSet(records), nil)
}
