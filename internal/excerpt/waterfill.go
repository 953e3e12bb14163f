package excerpt

import (
	"cmp"
	"slices"
)

// waterfill gives everyone an equal share of the budget and hands what short
// ones leave over to long ones. spend says how much of a share was used: who
// cannot use all of it leaves the rest to those who want more. Of equal wants
// the earlier is served later, and so gets what the others left.
func waterfill(wants []int, budget int, spend func(i, share int) int) {
	order := make([]int, len(wants))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(wants[a], wants[b]), cmp.Compare(b, a))
	})
	left := max(budget, 0)
	for k, i := range order {
		left -= spend(i, min(wants[i], left/(len(order)-k)))
	}
}
