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
