package main

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// mill makes tools out of words. Each function returns the words of one field.
type mill struct{ family, name, description, parameters func() []string }

// tools makes n tools whose names end in their numbers, so that no two are the same.
func (m mill) tools(n int) []retrieval.Tool {
	tools := make([]retrieval.Tool, n)
	for i := range tools {
		tools[i] = retrieval.Tool{
			Name:        strings.Join(m.family(), "_") + "." + strings.Join(append(m.name(), strconv.Itoa(i)), "_"),
			Description: strings.Join(m.description(), " "),
			Parameters:  schemaOf(m.parameters()),
		}
	}
	return tools
}

// schemaOf makes a parameter of every nine words: its name and its description.
func schemaOf(words []string) string {
	type property struct {
		Type        string `json:"type"`
		Description string `json:"description,omitempty"`
	}
	properties := map[string]property{}
	for len(words) > 0 {
		n := min(len(words), 9)
		properties[words[0]] = property{"string", strings.Join(words[1:n], " ")}
		words = words[n:]
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties})
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(schema)
}

// invented is a catalog of words that no language has, as unevenly frequent as
// those of real text, always the same for one size.
func invented(n int) catalog {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	zipf := rand.NewZipf(random, 1.2, 8, 20_000)
	words := func(n int) func() []string {
		return func() []string {
			out := make([]string, n)
			for i := range out {
				out[i] = inventedWord(zipf.Uint64())
			}
			return out
		}
	}
	family := func() []string { return []string{inventedWord(random.Uint64N(40))} }
	tools := mill{family, words(2), words(40), words(18)}.tools(n)
	c := catalog{name: "invented", about: "invented words", docs: documents(tools)}
	for i := range timedQueries {
		c.keyword = append(c.keyword, keywords(tools[i%n].Name, i))
		c.long = append(c.long, strings.Join(words(20)(), " "))
	}
	return c
}

// inventedWord spells a number as a pronounceable word of two syllables or more.
func inventedWord(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	var word []byte
	for len(word) < 4 || n > 0 {
		word = append(word, consonants[n%12], vowels[n/12%5])
		n /= 60
	}
	return string(append(word, 'n'))
}

// remixed makes tools out of the words of others: the family of one, and each
// other field as long as one's, its words drawn from all words of that field.
func remixed(docs []document, n int) []retrieval.Tool {
	random := rand.New(rand.NewPCG(2, uint64(n)))
	drawn := func(field int) func() []string {
		var words []string
		lengths := make([]int, len(docs))
		for i, doc := range docs {
			own := strings.Fields(doc.texts[field])
			words, lengths[i] = append(words, own...), len(own)
		}
		return func() []string {
			out := make([]string, lengths[random.IntN(len(lengths))])
			for i := range out {
				out[i] = words[random.IntN(len(words))]
			}
			return out
		}
	}
	const name, description, parameters, family = 0, 1, 2, 3
	families := func() []string { return strings.Fields(docs[random.IntN(len(docs))].texts[family]) }
	return mill{families, drawn(name), drawn(description), drawn(parameters)}.tools(n)
}
