package examples_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// The pages say how large the sample catalog is and what it costs to declare
// all of it on every turn, in OpenAI's form.
func TestThePagesSayHowLargeTheCatalogIs(t *testing.T) {
	all := loadCatalog(t)
	openAI := dialect.Of(transcript.OpenAIChat, false)
	var declarations []dialect.Declaration
	for _, r := range dialect.Scaffolding() {
		declarations = append(declarations, openAI.Declare(r))
	}
	for _, spec := range all.tools {
		declarations = append(declarations, openAI.Declare(&tool.Record{Spec: spec}))
	}
	_, chars := openAI.Join(declarations)
	for page, want := range map[string]string{
		"../README.md":    fmt.Sprintf("%d declarations in %d,%03d characters", len(declarations), chars/1000, chars%1000),
		"../CHANGELOG.md": fmt.Sprintf("A sample catalog of %d tools", len(all.tools)),
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q", page, want)
		}
	}
}
