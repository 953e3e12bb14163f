package schema

import (
	"regexp/syntax"
	"strings"
)

// textsLike makes up texts that match a pattern, short ones first. They are to
// be checked: look-alikes of what stands around a match are not thought of.
func textsLike(source string) []string {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil
	}
	var texts []string
	for _, extra := range [...]int{0, 1, 3, 8, 40} {
		w := wordsmith{extra: extra}
		if w.write(tree); !w.failed {
			texts = append(texts, w.text.String())
		}
	}
	return distinct(texts)
}

// wordsmith writes one text that matches.
type wordsmith struct {
	text   strings.Builder
	extra  int // repeats beyond those that have to be
	failed bool
}

func (w *wordsmith) write(tree *syntax.Regexp) {
	if w.text.Len() > longestSample {
		w.failed = true
	}
	if w.failed {
		return
	}
	switch tree.Op {
	case syntax.OpLiteral:
		w.text.WriteString(string(tree.Rune))
	case syntax.OpCharClass:
		w.class(tree.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.text.WriteByte('a')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range tree.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(tree.Sub[w.extra%len(tree.Sub)])
	case syntax.OpStar, syntax.OpQuest, syntax.OpPlus, syntax.OpRepeat:
		w.repeat(tree)
	case syntax.OpNoMatch:
		w.failed = true
	default: // what stands for a place and no character
	}
}

func (w *wordsmith) repeat(tree *syntax.Regexp) {
	least, most := tree.Min, tree.Max
	switch tree.Op {
	case syntax.OpStar:
		least, most = 0, -1
	case syntax.OpPlus:
		least, most = 1, -1
	case syntax.OpQuest:
		least, most = 0, 1
	default:
	}
	times := least + w.extra
	if most >= 0 {
		times = min(times, most)
	}
	for range times {
		w.write(tree.Sub[0])
	}
}

// class writes a character of a class, a plain one if there is one.
func (w *wordsmith) class(ranges []rune) {
	if len(ranges) == 0 {
		w.failed = true
		return
	}
	for _, plain := range "aA0_-. " {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= plain && plain <= ranges[i+1] {
				w.text.WriteRune(plain)
				return
			}
		}
	}
	w.text.WriteRune(ranges[0])
}
