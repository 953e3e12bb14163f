package cli

import (
	"fmt"
	"slices"
	"strings"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/text"
)

// explained is one row's explanation on one line.
func explained(e *discoveryv1.RowExplanation) string {
	terms := make([]string, len(e.GetTerms()))
	for i, t := range e.GetTerms() {
		terms[i] = fmt.Sprintf("%s %.2f in %s", t.GetTerm(), t.GetWeight(), strings.Join(t.GetFields(), "+"))
	}
	out := fmt.Sprintf("coverage %d, weight %.2f, bm25 %.3f, score %.3f",
		e.GetCoverage(), e.GetWeight(), e.GetBm25(), e.GetScore())
	if e.GetExactName() {
		out = "exact name, " + out
	}
	if len(terms) > 0 {
		out += "; terms " + strings.Join(terms, ", ")
	}
	if len(e.GetWindows()) > 0 {
		out += "; " + spent(e.GetWindows())
	}
	return out
}

// spent says where the characters of an excerpt went: each window's label, span,
// terms and characters.
func spent(windows []*discoveryv1.WindowExplanation) string {
	total := int32(0)
	parts := make([]string, len(windows))
	for i, w := range windows {
		total += w.GetCharacters()
		words := []string{fmt.Sprintf("%d–%d", w.GetStart(), w.GetEnd())}
		if w.GetLabel() != "" {
			words = slices.Insert(words, 0, w.GetLabel())
		}
		if len(w.GetTerms()) > 0 {
			words = append(words, strings.Join(w.GetTerms(), "+"))
		}
		parts[i] = fmt.Sprintf("%s (%d)", strings.Join(words, " "), w.GetCharacters())
	}
	return fmt.Sprintf("%d characters of %s", total, strings.Join(parts, ", "))
}

// marks finds the words of a printed text that a query has too, by the
// server's own analysis. Where a query has nothing but stop words, they count.
func marks(query, printed string) []screen.Span {
	wanted := map[string]bool{}
	all := map[string]bool{}
	for _, token := range text.Analyse(query) {
		all[token.Term] = true
		if !token.Stop {
			wanted[token.Term] = true
		}
	}
	if len(wanted) == 0 {
		wanted = all
	}
	var spans []screen.Span
	for _, token := range text.Analyse(printed) {
		last := len(spans) - 1
		switch {
		case !wanted[token.Term]:
		case last >= 0 && token.Start < spans[last].End: // pairs of characters overlap
			spans[last].End = max(spans[last].End, token.End)
		default:
			spans = append(spans, screen.Span{Start: token.Start, End: token.End})
		}
	}
	return spans
}
