package excerpt

// windowFloor is what every window gets before the rest is split by weight, in
// code points.
const windowFloor = 24

// allocate splits the room among windows: a floor for each, and the rest in
// proportion to their weight. A window whose hits need more than that gets what
// they need, at the others' cost; pick has seen to it that there is enough.
func (l *lens) allocate(windows []cluster, room int) []int {
	sizes := append(l.sizes[:0], make([]int, len(windows))...)
	fixed := append(l.fixed[:0], make([]bool, len(windows))...)
	l.sizes, l.fixed = sizes, fixed
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
	rest, weight := room, 0.0
	for i, w := range windows {
		if fixed[i] {
			rest -= sizes[i]
			continue
		}
		rest -= floor
		weight += w.weight
	}
	given, weighed := 0, 0.0
	for i, w := range windows {
		if fixed[i] {
			continue
		}
		weighed += w.weight
		due := rest // of the windows so far, so that what is rounded off one goes to the next
		if weighed < weight {
			due = int(float64(rest) * weighed / weight)
		}
		sizes[i] = floor + due - given
		given = due
	}
}
