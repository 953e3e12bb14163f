package dialect

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// Adjustment is a change and the formats that make it.
type Adjustment struct {
	Change
	Formats []string
}

// Portability says what the declarations of a tool change in some formats, in
// the order in which they are met: nothing where every provider takes the
// record as it stands.
func Portability(r *tool.Record, formats []string) []Adjustment {
	var all []Adjustment
	at := map[Change]int{}
	for _, format := range formats {
		for _, change := range Of(format, false).Declare(r).Changes {
			i, known := at[change]
			if !known {
				i = len(all)
				at[change] = i
				all = append(all, Adjustment{Change: change})
			}
			if !slices.Contains(all[i].Formats, format) {
				all[i].Formats = append(all[i].Formats, format)
			}
		}
	}
	return all
}

// Formats are those that a record can be declared in.
func Formats() []string { return transcript.Formats() }
