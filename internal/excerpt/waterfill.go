package excerpt

import (
	"cmp"
	"slices"
)

// waterfill gives everyone an equal share of the budget and hands what short
// ones leave over to long ones. Of equal wants the earlier gets the odd unit.
func waterfill(wants []int, budget int) []int {
	order := make([]int, len(wants))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(wants[a], wants[b]), cmp.Compare(b, a))
	})
	shares := make([]int, len(wants))
	left := max(budget, 0)
	for k, i := range order {
		shares[i] = min(wants[i], left/(len(order)-k))
		left -= shares[i]
	}
	return shares
}
