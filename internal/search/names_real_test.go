package search_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/text"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// TestEverySpellingOfARealNameWins asks for each tool of the saved MCP
// catalogs by every spelling of its name. Another tool may come first only if
// it is said in the same words.
func TestEverySpellingOfARealNameWins(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			names, ix := realCatalog(t, file)
			for _, name := range names {
				for _, spelled := range spellingsOf(name) {
					rows := ix.Search(query(spelled)).Rows
					if len(rows) == 0 || rows[0].Tool.Name != name && sameWords(rows[0].Tool.Name) != sameWords(name) {
						t.Errorf("%q gives %q, want %s first", spelled, namesOf(ix.Search(query(spelled))), name)
					}
				}
			}
		})
	}
}

func realCatalog(t *testing.T, file string) ([]string, *search.Index) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	imported, err := mcpimport.Convert(data, mcpimport.Options{Source: "s", Team: "t"})
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Tools []struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
	if err := json.Unmarshal(imported.Manifest, &manifest); err != nil {
		t.Fatal(err)
	}
	var names []string
	var specs []tool.Spec
	for _, r := range manifest.Tools {
		names = append(names, r.Name)
		specs = append(specs, tool.Spec{Name: r.Name, Description: r.Description, Parameters: string(r.Parameters)})
	}
	return names, build(specs...)
}

// spellingsOf are the ways to say a name: both of the registry's, camel case,
// with underscores, with spaces, and the action before its object.
func spellingsOf(name string) []string {
	spaced := strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(name)
	words := strings.Fields(spaced)
	camel := words[0]
	for _, word := range words[1:] {
		camel += strings.ToUpper(word[:1]) + word[1:]
	}
	spellings := []string{name, tool.Wire(name), strings.Join(words, "_"), spaced, strings.ToUpper(spaced)}
	if len(words) > 1 {
		spellings = append(spellings, camel)
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		spellings = append(spellings, strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(name[dot+1:]+" "+name[:dot]))
	}
	return spellings
}

// sameWords is the same for names that are said in the same words.
func sameWords(name string) string {
	words := ""
	for _, token := range text.Analyse(name) {
		words += token.Word
	}
	return words
}
