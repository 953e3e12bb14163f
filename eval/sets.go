package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/retrieval"
)

// readSets reads the sets that the flags choose.
func readSets(o options) ([]retrieval.Set, error) {
	dir := cmp.Or(o.Sets, filepath.Join(cmp.Or(os.Getenv("DISCOVERYD_EVAL_DIR"), "../shared/eval"), "retrieval"))
	folders, err := setFolders(dir)
	if err != nil {
		return nil, err
	}
	if err := checkChosen(o.Set, folders); err != nil {
		return nil, err
	}
	var sets []retrieval.Set
	for _, folder := range folders {
		if len(o.Set) > 0 && !slices.Contains(o.Set, filepath.Base(folder)) {
			continue
		}
		set, err := retrieval.Read(folder)
		if err != nil {
			return nil, err
		}
		if len(set.Queries) == 0 {
			return nil, fmt.Errorf("%s has no query with a relevant tool", folder)
		}
		set.Queries = retrieval.Sample(set.Queries, o.MaxQueries)
		sets = append(sets, set)
	}
	return sets, nil
}

// setFolders lists the folders of sets in dir, by name, or dir itself.
func setFolders(dir string) ([]string, error) {
	dir, err := filepath.Abs(dir) // "." has no name of its own
	if err != nil {
		return nil, err
	}
	if retrieval.IsSet(dir) {
		return []string{dir}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("the sets are not here (see --sets): %w", err)
	}
	var folders []string
	for _, entry := range entries {
		if folder := filepath.Join(dir, entry.Name()); retrieval.IsSet(folder) {
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("no folder in %s has a catalog.jsonl", dir)
	}
	return folders, nil
}

func checkChosen(chosen, folders []string) error {
	names := make([]string, len(folders))
	for i, folder := range folders {
		names[i] = filepath.Base(folder)
	}
	for _, name := range chosen {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no set %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}
