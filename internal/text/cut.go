package text

import "unicode/utf8"

// maxWord bounds a folded word, in bytes. Longer words keep their beginning.
const maxWord = 64

// What Position grows by (see Token).
const (
	together  = 1
	neighbour = 2
	apart     = 3
)

// cutter cuts folded characters into tokens.
type cutter struct {
	analyser *Analyser
	text     string
	chars    []character
	out      []Token
	step     int // from the last token to the next
	breaks   int // separators since the last token
}

func (c *cutter) tokens() []Token {
	for i := 0; i < len(c.chars); {
		switch k := c.chars[i].kind; {
		case k.inWord():
			end := c.wordEnd(i)
			c.emit(i, end)
			i = end
		case k == paired:
			end := c.runEnd(i)
			c.emitPairs(i, end)
			i = end
		case k == apostrophe:
			i = c.contractionEnd(i)
		default:
			c.separate(k)
			i++
		}
	}
	return c.out
}

// separate notes a separator between two words.
func (c *cutter) separate(k kind) {
	if k == mark {
		return // decorates no letter
	}
	c.breaks++
	switch {
	case c.breaks > 1 || k == hard:
		c.step = apart
	case k == space:
		c.step = neighbour
	}
}

// wordEnd returns the index after the word that starts at i.
func (c *cutter) wordEnd(i int) int {
	last, end := i, i+1
	for ; end < len(c.chars); end++ {
		if c.chars[end].kind == mark {
			continue
		}
		if c.border(last, end) {
			break
		}
		last = end
	}
	if end == i+1 && c.chars[i].kind.isLetter() {
		end += c.languageSuffix(end)
	}
	return end
}

// border reports whether a word ends between the characters a and b.
func (c *cutter) border(a, b int) bool {
	from, to := c.chars[a], c.chars[b]
	switch {
	case !to.kind.inWord() || (from.kind == digit) != (to.kind == digit):
		return true
	case to.kind == digit:
		return false
	case from.script != to.script:
		return true
	case to.kind != upper:
		return false
	case from.kind != upper:
		return true // workItem
	}
	return b+1 < len(c.chars) && c.chars[b+1].kind == lower && !c.isPlural(b+1) // HTTPServer
}

// isPlural reports whether the character at i is the s of PDFs or IDs.
func (c *cutter) isPlural(i int) bool {
	return c.chars[i].r == 's' && (i+1 == len(c.chars) || c.chars[i+1].kind != lower)
}

// languageSuffix counts the characters at i that make C++ or C# of a letter.
func (c *cutter) languageSuffix(i int) int {
	n := 0
	switch {
	case c.isAt(i, '+') && c.isAt(i+1, '+'):
		n = 2
	case c.isAt(i, '#'):
		n = 1
	}
	if i+n < len(c.chars) && c.chars[i+n].kind.isLetter() {
		return 0
	}
	return n
}

func (c *cutter) isAt(i int, r rune) bool { return i < len(c.chars) && c.chars[i].r == r }

// contractionEnd skips the end of a contraction (user's, don't, we'll) whose
// apostrophe is at i, or the apostrophe alone.
func (c *cutter) contractionEnd(i int) int {
	end := i + 1
	for end < len(c.chars) && c.chars[end].kind == lower {
		end++
	}
	if i > 0 && c.chars[i-1].kind.isLetter() && end-i <= 3 {
		suffix := [2]rune{}
		for j, char := range c.chars[i+1 : end] {
			suffix[j] = char.r
		}
		switch string(suffix[:end-i-1]) {
		case "s", "t", "d", "m", "ll", "re", "ve":
			return end
		}
	}
	c.separate(joint)
	return i + 1
}

// emit adds the word of the characters from i to end.
func (c *cutter) emit(i, end int) {
	buf := c.analyser.word[:0]
	for _, char := range c.chars[i:end] {
		if len(buf)+utf8.RuneLen(char.r) > maxWord {
			break
		}
		buf = utf8.AppendRune(buf, char.r)
	}
	c.analyser.word = buf
	start, finish := c.chars[i].start, c.chars[end-1].end
	w := c.analyser.look(buf, c.text[start:finish])
	position := 0
	if len(c.out) > 0 {
		position = c.out[len(c.out)-1].Position + max(c.step, together)
	}
	c.out = append(c.out, Token{
		Term: w.term, Word: w.folded, Stop: w.stop, Position: position,
		Start: start, End: finish,
	})
	c.step, c.breaks = together, 0
}

// runEnd returns the index after the run of paired characters that starts at i.
func (c *cutter) runEnd(i int) int {
	for i < len(c.chars) && (c.chars[i].kind == paired || c.chars[i].kind == mark) {
		i++
	}
	return i
}

// emitPairs adds every two neighbouring characters of a run, each with its
// marks; a run of one character is its own term.
func (c *cutter) emitPairs(i, end int) {
	second := c.nextPaired(i, end)
	if second == end {
		c.emit(i, end)
		return
	}
	for second < end {
		third := c.nextPaired(second, end)
		c.emit(i, third)
		i, second = second, third
	}
}

// nextPaired returns the index of the first paired character after i, or end.
func (c *cutter) nextPaired(i, end int) int {
	for i++; i < end && c.chars[i].kind == mark; i++ {
	}
	return i
}
