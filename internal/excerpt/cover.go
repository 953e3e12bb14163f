package excerpt

import "slices"

// best is one step of the greedy set cover: the index of the cluster that
// explains the most terms not explained yet; of equals the heavier in such
// terms, then the earlier. It is -1 where none that fits the room has any.
func (l *lens) best(explained Terms, room int) int {
	best, gain, weight := -1, 0, 0.0
	for i, c := range l.runs {
		news := c.terms &^ explained
		n := news.count()
		if n == 0 || n < gain || c.need > room {
			continue
		}
		if w := news.weight(l.weights); n > gain || w > weight {
			best, gain, weight = i, n, w
		}
	}
	return best
}

// pick chooses the clusters that the budget shows. Terms that are left over
// because their clusters are too long get shorter ones in the room that is
// left. Where no hit can be shown, the text's first grapheme is.
func (l *lens) pick(v *view, budget int) []cluster {
	l.picked = l.picked[:0]
	room := budget - marks(1)
	limit, floor := min(clusterSpan, room), min(windowFloor, room)
	l.gather(v, 0, limit, floor)
	for explained := Terms(0); room >= floor; {
		i := l.best(explained, room)
		if i < 0 && room < limit {
			limit = room
			l.gather(v, explained, limit, floor)
			continue
		}
		if i < 0 {
			break
		}
		l.picked = append(l.picked, l.runs[i])
		explained |= l.runs[i].terms
		room -= l.runs[i].need + joinWidth
	}
	if first := v.ruler.up(1); len(l.picked) == 0 && first+ellipsisWidth <= budget {
		l.picked = append(l.picked, cluster{end: first})
	}
	return needed(l.picked)
}

// needed drops every cluster whose terms the others explain too: a later choice
// of the greedy cover can make an earlier one superfluous.
func needed(picked []cluster) []cluster {
	for i := 0; i < len(picked) && len(picked) > 1; {
		var others Terms
		for j, c := range picked {
			if j != i {
				others |= c.terms
			}
		}
		if picked[i].terms&^others != 0 {
			i++
			continue
		}
		picked = slices.Delete(picked, i, i+1)
	}
	return picked
}
