// Package excerpt is the lens that spends a fixed character budget where a query's information is (S1).
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
func Page(entries []Entry, weights []float64, budget, rowCap int) []Excerpt { return nil }
