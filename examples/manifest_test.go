package examples_test

import (
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v4"
)

// manifest is one file of the sample catalog: what one team registers.
type manifest struct {
	Team     string    `yaml:"team"`
	Tools    []record  `yaml:"tools"`
	Concepts []concept `yaml:"concepts"`
}

type record struct {
	Name          string         `yaml:"name"`
	Title         string         `yaml:"title"`
	Description   string         `yaml:"description"`
	Parameters    map[string]any `yaml:"parameters"`
	Capabilities  []string       `yaml:"capabilities"`
	Domains       []string       `yaml:"domains"`
	Entities      []string       `yaml:"entities"`
	Relationships []string       `yaml:"relationships"`
	Examples      []string       `yaml:"examples"`
	Aliases       []string       `yaml:"aliases"`
	Idempotent    bool           `yaml:"idempotent"`
	TimeoutMS     int            `yaml:"timeout_ms"`
	Handler       string         `yaml:"handler"`
	Labels        []string       `yaml:"labels"`
	Deprecation   *deprecation   `yaml:"deprecation"`
}

type deprecation struct {
	Reason     string `yaml:"reason"`
	ReplacedBy string `yaml:"replaced_by"`
	Sunset     string `yaml:"sunset"`
}

type concept struct {
	Kind     string   `yaml:"kind"`
	ID       string   `yaml:"id"`
	Label    string   `yaml:"label"`
	Glossary string   `yaml:"glossary"`
	Synonyms []string `yaml:"synonyms"`
}

// catalog is all manifests together, in the order of their file names.
type catalog struct {
	tools    []record
	concepts []concept
}

func loadCatalog(t *testing.T) catalog {
	t.Helper()
	var all catalog
	teams := map[string]string{}
	for _, path := range manifestPaths(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m manifest
		if err := yaml.Load(text, &m, yaml.WithKnownFields(), yaml.WithUniqueKeys()); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if other, taken := teams[m.Team]; m.Team == "" || taken {
			t.Fatalf("%s: team %q is missing or that of %s", path, m.Team, other)
		}
		teams[m.Team] = path
		all.tools = append(all.tools, m.Tools...)
		all.concepts = append(all.concepts, m.Concepts...)
	}
	return all
}

func manifestPaths(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("catalog", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	return paths
}

func (c catalog) tool(t *testing.T, name string) record {
	t.Helper()
	for _, r := range c.tools {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("the catalog has no %s", name)
	return record{}
}
