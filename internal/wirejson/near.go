package wirejson

import (
	"strings"
	"unicode"
)

// Near returns the known name that a misspelt one was most likely meant to
// be, or "". Near is the camelCase spelling of a name, which proto JSON
// elsewhere takes, and at most two edits; of equals the first wins.
func Near(name string, known []string) string {
	if len(name) > maxShownKey {
		return ""
	}
	snake := snakeCase(name)
	best, least := "", 3
	for _, candidate := range known {
		if candidate == snake {
			return candidate
		}
		// One edit in three letters at most: more would make anything near.
		if n := distance(snake, candidate); n < least && n <= len(candidate)/3 {
			best, least = candidate, n
		}
	}
	return best
}

// snakeCase turns pageBudget, PageBudget and page-budget into page_budget.
func snakeCase(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case unicode.IsUpper(r) && i > 0:
			b.WriteByte('_')
			b.WriteRune(unicode.ToLower(r))
		case r == '-':
			b.WriteByte('_')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.ReplaceAll(b.String(), "__", "_")
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
