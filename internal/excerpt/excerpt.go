// Package excerpt is the lens that spends a fixed character budget where a
// query's information is (S1, contract 5.9).
//
// A page's budget is water-filled over its rows. Within a row, hits close to
// each other share a window, a greedy cover keeps the fewest windows that
// explain the most terms, and each window grows with the weight of its terms.
// Texts are valid UTF-8; every length and position is in code points, and no
// cut falls inside a grapheme.
package excerpt

// Entry is one row of a result page: a description and where the query hits it.
type Entry struct {
	Text string
	Hits []Hit   // in Text, sorted by Start
	Else []Field // hits outside of Text, in the order to be prepended
}

// Hit is one occurrence of a query term.
type Hit struct {
	Start, End int // byte offsets into the original text
	Term       int // index into the page's weights
}

// Field is a text other than the description that explains a hit.
type Field struct {
	Label string // such as "Tool name"
	Text  string
	Hits  []Hit // in Text
}

// Excerpt is what a row shows.
type Excerpt struct {
	Text    string
	Windows []Window
}

// Window is one span of the original description that is shown.
type Window struct {
	Start, End int   // code points of the original text
	Terms      []int // indexes into the page's weights, sorted
	Spent      int   // code points of the excerpt spent on it, ellipses included
}

// Page cuts an excerpt for every entry. weights[i] is the weight of term i.
// budget bounds the sum of code points of all excerpts, rowCap (0 is none)
// those of one. Neither is ever exceeded.
func Page(entries []Entry, weights []float64, budget, rowCap int) []Excerpt {
	rows := make([]row, len(entries))
	wants := make([]int, len(entries))
	for i, entry := range entries {
		rows[i] = newRow(entry, weights)
		wants[i] = rows[i].want()
		if rowCap > 0 {
			wants[i] = min(wants[i], rowCap)
		}
	}
	excerpts := make([]Excerpt, len(entries))
	for i, share := range waterfill(wants, budget) {
		excerpts[i] = rows[i].render(weights, share)
	}
	return excerpts
}
