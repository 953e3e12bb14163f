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
	Hits  []Hit // in Text, sorted by Start
}

// Excerpt is what a row shows.
type Excerpt struct {
	Text    string
	Windows []Window // in the order of Text; their Spent add up to its length
}

// Window is one span of an original text that is shown.
type Window struct {
	Label      string // of the field; empty for the description
	Start, End int    // code points of the original text
	Terms      Terms  // those hit inside
	Spent      int    // code points of the excerpt: the span, its label, and the marks around it
}

// Page cuts an excerpt for every entry. weights[i] is the weight of term i,
// above 0; there are at most 64. budget bounds the sum of code points of all
// excerpts, rowCap (0 is none) those of one. Neither is ever exceeded.
func Page(entries []Entry, weights []float64, budget, rowCap int) []Excerpt {
	l := lens{weights: weights}
	l.sheet.windows = make([]Window, 0, 2*len(entries))
	rows := make([]row, len(entries))
	wants := make([]int, len(entries))
	for i := range entries {
		rows[i] = l.row(&entries[i])
		wants[i] = rows[i].want()
		if rowCap > 0 {
			wants[i] = min(wants[i], rowCap)
		}
	}
	waterfill(wants, budget, func(i, share int) int { return l.render(&rows[i], share) })
	return l.sheet.excerpts(rows)
}
