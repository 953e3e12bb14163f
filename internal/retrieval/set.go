// Package retrieval reads retrieval sets, a catalog of tools with queries
// whose relevant tools are known, and scores answers to them.
package retrieval

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// Set is one catalog and what is asked of it.
type Set struct {
	Name    string
	Tools   []Tool
	Queries []Query
}

// Tool is one tool as it is registered.
type Tool struct {
	ID          string // in the set's files
	Name        string
	Description string
	Parameters  string // JSON text
}

// Query is one question and the tools that answer it.
type Query struct {
	ID       string
	Text     string   // at most limits.QueryChars characters
	Relevant []string // names of tools, at least one
}

// The files of a set; the first query file that is there is read.
const (
	catalogFile    = "catalog.jsonl"
	devQueriesFile = "queries.dev.jsonl"
	queriesFile    = "queries.jsonl"
)

// IsSet reports whether a folder holds a set.
func IsSet(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, catalogFile))
	return err == nil
}

// Read reads the set in a folder and names it after the folder.
func Read(dir string) (Set, error) {
	set := Set{Name: filepath.Base(dir)}
	names := map[string]string{} // by id
	taken := map[string]bool{}
	err := eachLine(filepath.Join(dir, catalogFile), func(line []byte) error {
		var raw rawTool
		if err := json.Unmarshal(line, &raw); err != nil {
			return err
		}
		if _, twice := names[raw.ID]; twice || raw.ID == "" {
			return fmt.Errorf("the id %q must be there and not be that of another tool", raw.ID)
		}
		tool := raw.tame(taken)
		names[tool.ID] = tool.Name
		set.Tools = append(set.Tools, tool)
		return nil
	})
	if err != nil {
		return Set{}, err
	}
	err = eachLine(queriesOf(dir), func(line []byte) error {
		query, err := readQuery(line, names)
		if err == nil && len(query.Relevant) > 0 {
			set.Queries = append(set.Queries, query)
		}
		return err
	})
	return set, err
}

func queriesOf(dir string) string {
	path := filepath.Join(dir, devQueriesFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return filepath.Join(dir, queriesFile)
	}
	return path
}

func readQuery(line []byte, names map[string]string) (Query, error) {
	var raw struct {
		ID       string   `json:"qid"`
		Query    string   `json:"query"`
		Relevant []string `json:"relevant"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Query{}, err
	}
	query := Query{ID: raw.ID, Text: firstChars(raw.Query, limits.QueryChars)}
	for _, id := range raw.Relevant {
		name, known := names[id]
		if !known {
			return Query{}, fmt.Errorf("query %q: the relevant tool %q is not in %s", raw.ID, id, catalogFile)
		}
		if !slices.Contains(query.Relevant, name) {
			query.Relevant = append(query.Relevant, name)
		}
	}
	return query, nil
}

// eachLine reads a file of one JSON object a line.
func eachLine(path string, read func(line []byte) error) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := read(line); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return nil
}

// Sample returns the first n of the queries ByHash, or all in the order of the
// file where n is 0 or there are no more.
func Sample(queries []Query, n int) []Query {
	if n == 0 || len(queries) <= n {
		return queries
	}
	return ByHash(queries)[:n]
}

// ByHash orders queries by the hashes of their ids: the same order on every
// run, in which no block of neighbours stays together.
func ByHash(queries []Query) []Query {
	return slices.SortedFunc(slices.Values(queries), func(a, b Query) int { return cmp.Compare(Hash(a.ID), Hash(b.ID)) })
}

// Hash is the lower-case hex SHA-256 of a text: an order that has nothing to
// do with what the text says.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func firstChars(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
