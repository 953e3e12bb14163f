package dialect

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// PromptVersion names the texts of this package that reach a model. It changes
// with any of them, since every change breaks prompt caches.
const PromptVersion = "1"

// rules are the rules of the game (S1): without the last one a model with a
// bounded set of tools claims that things are impossible.
const rules = `# Tools

The tools declared to you are a bounded working set, not the whole catalog. Many more can be loaded when you need them:

1. Find: call search_tools. It returns a menu and loads nothing, so browse freely.
2. Load: call activate_tool with the names you want. They can be called from your next step on.
3. Use: a tool stays loaded while you keep calling it. When the set is full, the tools unused for longest make room; activate them again when you need them.

Never say that something cannot be done, or that a tool is missing, before you have searched for it.`

// Prefix is the static part of a system prompt. It depends on the capability
// roots and domain ids, both sorted, and on nothing else, so that registering
// a tool under known roots leaves every cached prompt intact. No tool's text
// goes into it. domains is nil where they are not to be listed.
func Prefix(roots, domains []string) string {
	var b strings.Builder
	b.WriteString(rules)
	b.WriteString("\n\nEvery capability of the catalog begins with one of these words; pass them to search_tools as capabilities:\n")
	b.WriteString("<tool_capabilities>" + strings.Join(roots, ", ") + "</tool_capabilities>")
	if domains != nil {
		b.WriteString("\n\nThe catalog's domains; pass them to search_tools as domains:\n")
		b.WriteString("<tool_domains>" + strings.Join(domains, ", ") + "</tool_domains>")
	}
	return b.String()
}

// Suffix is the one line that varies, to be put after everything static (S1).
func Suffix(held, slots int) string {
	return fmt.Sprintf("You currently have %d of %d activated tools loaded.", held, slots)
}

// Digest identifies what a provider's prompt cache sees of a projection: the
// lower-case hex SHA-256 of the prefix, a NUL, and the tools field.
func Digest(prefix string, tools []byte) string {
	h := sha256.New()
	h.Write([]byte(prefix))
	h.Write([]byte{0})
	h.Write(tools)
	return hex.EncodeToString(h.Sum(nil))
}
