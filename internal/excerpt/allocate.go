package excerpt

// windowFloor is what every window gets before the rest is split by weight, in
// code points.
const windowFloor = 24

// need is the least room a cluster can be shown in.
func (c cluster) need(budget int) int { return max(c.size(), min(windowFloor, budget-marks(1))) }

// afford drops the clusters, given in order of worth, that the budget cannot
// hold beside the worthier ones.
func afford(worth []cluster, budget int) []cluster {
	var kept []cluster
	spent := 0
	for _, c := range worth {
		need := c.need(budget)
		if spent+need+marks(len(kept)+1) > budget {
			continue
		}
		kept = append(kept, c)
		spent += need
	}
	return kept
}

// allocate splits the room among windows: a floor for each, and the rest in
// proportion to their weight. A window whose hits need more than that gets what
// they need, at the others' cost; afford has seen to it that there is enough.
func allocate(windows []cluster, room int) []int {
	sizes := make([]int, len(windows))
	fixed := make([]bool, len(windows))
	for {
		share(windows, room, sizes, fixed)
		stable := true
		for i, w := range windows {
			if !fixed[i] && sizes[i] < w.size() {
				sizes[i], fixed[i], stable = w.size(), true, false
			}
		}
		if stable {
			return sizes
		}
	}
}

// share sizes the windows that are not fixed, to the last code point.
func share(windows []cluster, room int, sizes []int, fixed []bool) {
	floor := min(windowFloor, room/len(windows))
	rest, open, weight := room, 0, 0.0
	for i, w := range windows {
		if fixed[i] {
			rest -= sizes[i]
			continue
		}
		rest -= floor
		open++
		weight += w.weight
	}
	for i, w := range windows {
		if fixed[i] {
			continue
		}
		part := rest
		if open > 1 {
			part = min(max(int(float64(rest)*w.weight/weight), 0), rest)
		}
		sizes[i] = floor + part
		rest -= part
		weight -= w.weight
		open--
	}
}
