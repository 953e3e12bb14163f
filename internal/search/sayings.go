package search

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/text"
)

// way is a way to say a name.
type way int

const (
	together way = iota // its words run together, as in workitemcreate
	turned              // the action before its object, as in createworkitem
	shuffled            // its words in any order
	wayCount
)

// key is the same for all names that are one name in this way of saying them,
// and empty for a name that has no such way.
func (w way) key(analyser *text.Analyser, name string) string {
	switch w {
	case together:
		return strings.Join(wordsOf(analyser.Analyse(name)), "")
	case turned:
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 {
			return ""
		}
		return together.key(analyser, name[dot+1:]) + together.key(analyser, name[:dot])
	default:
		return anyOrder(wordsOf(analyser.Analyse(name)))
	}
}

func anyOrder(words []string) string {
	return strings.Join(slices.Sorted(slices.Values(words)), " ")
}

func wordsOf(tokens []text.Token) []string {
	words := make([]string, len(tokens))
	for i, token := range tokens {
		words[i] = token.Word
	}
	return words
}

// sayings find names by a key, of which they keep the checksum alone: the few
// names that a key may be of are cheaply looked at, and many keys are as long
// as all else that is known of a name.
type sayings struct {
	sums  []uint32 // sorted
	names []uint32 // beside them
}

func newSayings(analyser *text.Analyser, w way, names []string) sayings {
	type saying struct{ sum, name uint32 }
	said := make([]saying, 0, len(names))
	for i, name := range names {
		if key := w.key(analyser, name); key != "" {
			said = append(said, saying{sum(key), uint32(i)})
		}
	}
	slices.SortFunc(said, func(a, b saying) int { return cmp.Or(cmp.Compare(a.sum, b.sum), cmp.Compare(a.name, b.name)) })
	s := sayings{sums: make([]uint32, len(said)), names: make([]uint32, len(said))}
	for i, saying := range said {
		s.sums[i], s.names[i] = saying.sum, saying.name
	}
	return s
}

// like returns the names that may have the key.
func (s sayings) like(key string) []uint32 {
	sum := sum(key)
	from, _ := slices.BinarySearch(s.sums, sum)
	to := from
	for to < len(s.sums) && s.sums[to] == sum {
		to++
	}
	return s.names[from:to]
}

func sum(key string) uint32 {
	digest := sha256.Sum256([]byte(key))
	return binary.BigEndian.Uint32(digest[:])
}
