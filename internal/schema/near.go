package schema

import "strings"

// Near misses are only looked for where they are cheap: among a few short names.
const (
	maxNearNames = 64
	maxNearBytes = 32
	maxNearEdits = 2
)

// nearest returns the allowed name that was probably meant: the same but for
// case, '_' and '-', or else the closest within two edits, the first on a tie.
func nearest(name string, allowed []string) string {
	folded, ok := fold(name)
	if !ok || len(allowed) > maxNearNames {
		return ""
	}
	best, fewest := "", min(maxNearEdits, len(folded)/3)+1
	for _, candidate := range allowed {
		other, ok := fold(candidate)
		if !ok || max(len(folded), len(other))-min(len(folded), len(other)) >= fewest {
			continue
		}
		if edits := distance(folded, other); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}

// fold drops what near spellings differ in; false when the name is too long.
func fold(name string) (string, bool) {
	if len(name) > maxNearBytes {
		return "", false
	}
	folded := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	return folded, len(folded) <= maxNearBytes
}

// distance counts the bytes inserted, deleted, replaced or swapped with their
// neighbour (optimal string alignment) between two folded names.
func distance(a, b string) int {
	var rows [3][maxNearBytes + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
