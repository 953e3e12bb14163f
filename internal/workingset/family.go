package workingset

import (
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// knownFamilies returns the families that have tools, in registry spelling,
// sorted and each once.
func (f *frame) knownFamilies(families []string) []string {
	var known []string
	for _, family := range families {
		if len(f.in.Tools.Family(family)) > 0 {
			known = append(known, tool.Dotted(family))
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// wantedFamilies are those of the transcript and those of the request.
func (f *frame) wantedFamilies(l *ledger) []string {
	return f.knownFamilies(slices.Concat(l.families, f.in.Options.Families))
}

// familyTools returns the tools of all wanted families, by name.
func (f *frame) familyTools(l *ledger) []*tool.Record {
	var list []*tool.Record
	for _, family := range f.wantedFamilies(l) {
		list = append(list, f.in.Tools.Family(family)...)
	}
	slices.SortStableFunc(list, byName)
	return list
}

// warnOfFamilies says which families of the request are unknown.
func (f *frame) warnOfFamilies() {
	for i, family := range f.in.Options.Families {
		if len(f.in.Tools.Family(family)) == 0 {
			f.warn("UNKNOWN_FAMILY", "/families/"+strconv.Itoa(i), "no tool is in the family %s", family)
		}
	}
}

func byName(a, b *tool.Record) int { return strings.Compare(a.Name, b.Name) }
