package text

import "strings"

// porter is the English Snowball stemmer (Porter 2, as published at
// snowballstem.org). A search tries many pieces of words that no text has, and
// stemming those was most of its time; this one cuts most stems out of their
// word. The test holds it to a library's.
//
// A word has at least three letters, all from a to z.
func porter(word string) string {
	if stem := irregular(word); stem != "" {
		return stem
	}
	s := stemmer{word: word}
	s.regions()
	s.plural()
	if s.isInvariant() {
		return s.word
	}
	s.inflection()
	s.finalY()
	s.replace("ilmnrs", derived)
	s.replace("eils", simplified)
	s.residual()
	s.ending()
	return s.word
}

// stemmer is a word on its way to its stem. Region 1 begins after the first
// consonant that follows a vowel, region 2 after the next such consonant.
type stemmer struct {
	word   string
	r1, r2 int
}

// isVowel reports whether the letter at i is one. So is a y, unless it begins
// the word or follows a vowel.
func (s *stemmer) isVowel(i int) bool {
	switch s.word[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	case 'y':
		return i > 0 && !s.isVowel(i-1)
	}
	return false
}

func (s *stemmer) regions() {
	switch {
	case strings.HasPrefix(s.word, "gener"), strings.HasPrefix(s.word, "arsen"):
		s.r1 = 5
	case strings.HasPrefix(s.word, "commun"):
		s.r1 = 6
	default:
		s.r1 = s.region(0)
	}
	s.r2 = s.region(s.r1)
}

func (s *stemmer) region(from int) int {
	for i := from + 1; i < len(s.word); i++ {
		if s.isVowel(i-1) && !s.isVowel(i) {
			return i + 1
		}
	}
	return len(s.word)
}

func (s *stemmer) ends(suffix string) bool { return strings.HasSuffix(s.word, suffix) }

// cut drops the last n letters.
func (s *stemmer) cut(n int) { s.word = s.word[:len(s.word)-n] }

// hasVowel reports whether there is a vowel before the last n letters.
func (s *stemmer) hasVowel(n int) bool {
	for i := range len(s.word) - n {
		if s.isVowel(i) {
			return true
		}
	}
	return false
}

// plural is step 1a.
func (s *stemmer) plural() {
	switch {
	case s.ends("sses"):
		s.cut(2)
	case s.ends("ied"), s.ends("ies"):
		if len(s.word) > 4 {
			s.cut(2) // cries, cri
		} else {
			s.cut(1) // ties, tie
		}
	case s.ends("us"), s.ends("ss"):
	case s.ends("s") && s.hasVowel(2): // gaps, but not gas
		s.cut(1)
	}
}

// inflection is step 1b.
func (s *stemmer) inflection() {
	for _, suffix := range [...]string{"eedly", "eed"} {
		if s.ends(suffix) {
			if s.r1 <= len(s.word)-len(suffix) {
				s.cut(len(suffix) - len("ee"))
			}
			return
		}
	}
	for _, suffix := range [...]string{"ingly", "edly", "ing", "ed"} {
		if s.ends(suffix) {
			if s.hasVowel(len(suffix)) {
				s.cut(len(suffix))
				s.mend()
			}
			return
		}
	}
}

// mend restores the word that was inflected: relat(e), hop(p), hop(e).
func (s *stemmer) mend() {
	n := len(s.word)
	switch {
	case s.ends("at"), s.ends("bl"), s.ends("iz"):
		s.word += "e"
	case n >= 2 && s.word[n-1] == s.word[n-2] && strings.IndexByte("bdfgmnprt", s.word[n-1]) >= 0:
		s.cut(1)
	case s.r1 >= n && s.isShort(n):
		s.word += "e"
		s.r1, s.r2 = n+1, n+1
	}
}

// isShort reports whether the first n letters end in a short syllable.
func (s *stemmer) isShort(n int) bool {
	if n < 2 || s.isVowel(n-1) || !s.isVowel(n-2) {
		return false
	}
	return n == 2 || !s.isVowel(n-3) && strings.IndexByte("wxy", s.word[n-1]) < 0
}

// finalY is step 1c.
func (s *stemmer) finalY() {
	last := len(s.word) - 1
	if last >= 2 && s.word[last] == 'y' && !s.isVowel(last-1) {
		s.word = s.word[:last] + "i"
	}
}

// replace is steps 2 and 3: it puts another suffix in the place of the word's
// longest one, where that is in region 1. Suffixes end in one of the letters.
func (s *stemmer) replace(letters string, rule func(suffix string) (to string, ok bool)) {
	if strings.IndexByte(letters, s.word[len(s.word)-1]) < 0 {
		return
	}
	const longest = 7
	for at := max(0, len(s.word)-longest); at <= len(s.word)-2; at++ {
		to, ok := rule(s.word[at:])
		switch {
		case !ok:
			continue
		case s.r1 <= at && s.replaceable(at):
			s.word = s.word[:at] + to
		}
		return
	}
}

// replaceable holds back the suffixes that ask for more than region 1.
func (s *stemmer) replaceable(at int) bool {
	switch before := s.word[at-1]; s.word[at:] {
	case "li":
		return strings.IndexByte("cdeghkmnrt", before) >= 0
	case "ogi":
		return before == 'l'
	case "ative":
		return s.r2 <= at
	}
	return true
}

func derived(suffix string) (to string, ok bool) {
	switch suffix {
	case "tional":
		return "tion", true
	case "enci":
		return "ence", true
	case "anci":
		return "ance", true
	case "abli":
		return "able", true
	case "entli":
		return "ent", true
	case "izer", "ization":
		return "ize", true
	case "ational", "ation", "ator":
		return "ate", true
	case "alism", "aliti", "alli":
		return "al", true
	case "fulness", "fulli":
		return "ful", true
	case "ousli", "ousness":
		return "ous", true
	case "iveness", "iviti":
		return "ive", true
	case "biliti", "bli":
		return "ble", true
	case "lessli":
		return "less", true
	case "ogi":
		return "og", true
	case "li":
		return "", true
	}
	return "", false
}

func simplified(suffix string) (to string, ok bool) {
	switch suffix {
	case "tional":
		return "tion", true
	case "ational":
		return "ate", true
	case "alize":
		return "al", true
	case "icate", "iciti", "ical":
		return "ic", true
	case "ful", "ness", "ative":
		return "", true
	}
	return "", false
}

// residual is step 4: it drops the word's longest suffix, where that is in region 2.
func (s *stemmer) residual() {
	const longest = 5
	for at := max(0, len(s.word)-longest); at <= len(s.word)-2; at++ {
		switch s.word[at:] {
		case "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent",
			"ism", "ate", "iti", "ous", "ive", "ize", "ion":
		default:
			continue
		}
		isIon := s.ends("ion")
		if s.r2 <= at && (!isIon || s.word[at-1] == 's' || s.word[at-1] == 't') {
			s.word = s.word[:at]
		}
		return
	}
}

// ending is step 5.
func (s *stemmer) ending() {
	last := len(s.word) - 1
	switch {
	case s.word[last] == 'e' && (s.r2 <= last || s.r1 <= last && !s.isShort(last)):
		s.cut(1)
	case s.ends("ll") && s.r2 <= last:
		s.cut(1)
	}
}
