package dialect_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/dialect"
)

func TestSuffixIsTheLineOfS1(t *testing.T) {
	if got, want := dialect.Suffix(5, 20), "You currently have 5 of 20 activated tools loaded."; got != want {
		t.Errorf("Suffix = %q, want %q", got, want)
	}
}

func TestPrefixHoldsTheCapabilitiesLine(t *testing.T) {
	roots := []string{"asset", "code", "work-item"}
	plain := dialect.Prefix(roots, nil)
	if !strings.Contains(plain, "<tool_capabilities>asset, code, work-item</tool_capabilities>") {
		t.Errorf("no capabilities line in:\n%s", plain)
	}
	if strings.Contains(plain, "domain") {
		t.Errorf("domains are mentioned although they are not listed:\n%s", plain)
	}
	with := dialect.Prefix(roots, []string{"design", "planning"})
	if !strings.HasPrefix(with, plain) || !strings.Contains(with, "<tool_domains>design, planning</tool_domains>") {
		t.Errorf("the domains line is not appended:\n%s", with)
	}
	for _, rule := range []string{"bounded working set", "search_tools", "activate_tool", "Never say"} {
		if !strings.Contains(plain, rule) {
			t.Errorf("the rules of the game do not mention %q", rule)
		}
	}
}

func TestDigestCoversPrefixAndTools(t *testing.T) {
	want := fmt.Sprintf("%x", sha256.Sum256([]byte("prefix\x00[]")))
	if got := dialect.Digest("prefix", []byte("[]")); got != want {
		t.Errorf("Digest = %s, want %s", got, want)
	}
}

// Every caller's cached prompt breaks with any of these texts, so that their
// version has to say so. After a change of them on purpose, raise
// PromptVersion and give it the digest that this test prints.
func TestTheTextsThatAModelReadsAreThoseOfTheirVersion(t *testing.T) {
	digests := map[string]string{
		"1": "3a5878967930be1d2b9f813613817fef773578645bd6cf60135cb0453226bc11",
	}
	text := dialect.Prefix([]string{"a", "b"}, []string{"c", "d"}) + "\n" + dialect.Suffix(1, 2)
	for _, r := range dialect.Scaffolding() {
		text += "\n" + r.Name + "\n" + r.Description + "\n" + r.Parameters
	}
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got != digests[dialect.PromptVersion] {
		t.Errorf("the texts of prompt version %s have digest %s, not %q", dialect.PromptVersion, got, digests[dialect.PromptVersion])
	}
}
