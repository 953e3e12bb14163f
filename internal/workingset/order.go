package workingset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// ordered sorts declared tools. By name is byte-stable whenever the set is;
// by activation only appends, for providers that cache a growing prefix
// (contract 7.8).
func (f *frame) ordered(exposed []Exposed, l *ledger) []Exposed {
	list := slices.Clone(exposed)
	byDeclaredName := func(a, b Exposed) int { return strings.Compare(f.in.Name(a.Tool), f.in.Name(b.Tool)) }
	if f.in.Options.Order != Activation {
		slices.SortFunc(list, byDeclaredName)
		return list
	}
	place := f.previousPlaces()
	slices.SortFunc(list, func(a, b Exposed) int {
		pa, oldA := place[a.Tool]
		pb, oldB := place[b.Tool]
		switch {
		case oldA && oldB:
			return cmp.Compare(pa, pb)
		case oldA:
			return -1
		case oldB:
			return 1
		}
		return cmp.Or(
			cmp.Compare(rank(a.Reason), rank(b.Reason)),
			cmp.Compare(heldSince(a, l), heldSince(b, l)),
			byDeclaredName(a, b),
		)
	})
	return list
}

// previousPlaces maps each tool of the previous order to its place there.
func (f *frame) previousPlaces() map[*tool.Record]int {
	place := map[*tool.Record]int{}
	for i, name := range f.in.Options.PreviousOrder {
		r, ok := f.in.Tools.Resolve(name)
		if !ok {
			r = f.builtIn(name)
		}
		if _, known := place[r]; r != nil && !known {
			place[r] = i
		}
	}
	return place
}

const rankOfHeld = 5

// rank is the order of groups among tools that were not declared before.
func rank(r Reason) int {
	switch r {
	case Scaffolding:
		return 0
	case Referenced:
		return 1
	case Family:
		return 2
	case Policy:
		return 3
	case All:
		return 4
	case Called, Activated, Carried:
	}
	return rankOfHeld
}

// heldSince orders held tools by their newest touch, oldest first.
func heldSince(e Exposed, l *ledger) int {
	if rank(e.Reason) < rankOfHeld {
		return 0
	}
	return l.newest[e.Tool].clock
}
