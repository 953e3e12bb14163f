package screen

// wrap breaks a line at blanks so that no part is wider than most columns. A
// word that is wider itself is broken where it reaches the edge.
func wrap(line []glyph, most int) [][]glyph {
	var parts [][]glyph
	for width(line) > most {
		end, next := breakAt(line, most)
		parts = append(parts, line[:end])
		line = line[next:]
	}
	return append(parts, line)
}

// breakAt returns where the first part ends and the next one begins. A glyph
// wider than the whole column stands alone.
func breakAt(line []glyph, most int) (end, next int) {
	columns := 0
	blank := -1
	for i, g := range line {
		if g.text == " " {
			blank = i
		}
		if columns += g.width; columns <= most {
			continue
		}
		if blank > 0 {
			return blank, blank + 1
		}
		i = max(i, 1)
		return i, i
	}
	return len(line), len(line)
}
