package text

import "strings"

// Stem returns the term of a folded word: the English Snowball stem of words
// in plain letters, the word itself otherwise. Words that Snowball wrongly
// brings together are kept apart, and forms of one word that it keeps apart are
// brought together first.
func Stem(folded string) string {
	if len(folded) < 3 || !isPlain(folded) {
		return folded
	}
	word := american(folded)
	if term := distinct(word); term != "" {
		return term
	}
	return porter(united(word))
}

func isPlain(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// american rewrites British spellings.
func american(word string) string {
	if strings.Contains(word, "our") {
		for _, root := range [...]string{"colour", "behaviour", "favour", "neighbour", "flavour", "honour", "labour", "harbour"} {
			if strings.HasPrefix(word, root) {
				return root[:len(root)-2] + word[len(root)-1:]
			}
		}
	}
	if common := spelled(word); common != "" {
		return common
	}
	const least = 4 // letters before the ending; shorter words (raise, advise) have no z
	if strings.LastIndexByte(word, 's') <= least {
		return word
	}
	for _, ending := range [...]string{"ise", "ised", "ises", "iser", "isers", "ising", "isation", "isations", "yse", "ysed", "yser", "ysers", "ysing"} {
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) >= least {
			return stem + ending[:1] + "z" + ending[2:]
		}
	}
	return word
}

// spelled is the American spelling of a word that no rule changes.
func spelled(word string) string {
	switch word {
	case "centre", "centres":
		return "center"
	case "metre", "metres":
		return "meter"
	case "litre", "litres":
		return "liter"
	case "theatre", "theatres":
		return "theater"
	case "catalogue", "catalogues":
		return "catalog"
	case "dialogue", "dialogues":
		return "dialog"
	case "programme", "programmes":
		return "program"
	case "licence", "licences":
		return "license"
	case "grey", "greys":
		return "gray"
	}
	return ""
}

// distinct is the term of a word that Snowball would bring together with others:
// universe and university, ads and added, custom and customer, past and paste.
func distinct(word string) string {
	switch word {
	case "add", "adds", "added", "adding":
		return "add"
	case "university", "universities":
		return "university"
	case "universe", "universes":
		return "universe"
	case "organic", "organically", "organics":
		return "organic"
	case "organ", "organs":
		return "organs"
	case "important", "importance", "importantly":
		return "important"
	case "experiment", "experiments", "experimental", "experimented", "experimenting":
		return "experiment"
	case "customer", "customers":
		return "customer"
	case "author", "authors", "authored", "authoring":
		return "authors"
	case "authority", "authorities":
		return "authority"
	case "conversation", "conversations", "conversational":
		return "conversation"
	case "international", "internationally":
		return "international"
	case "intern", "interns", "internship", "internships":
		return "interns"
	case "position", "positions", "positioned", "positioning":
		return "position"
	case "direction", "directions", "directional":
		return "direction"
	case "past", "pasts":
		return "pasts"
	case "news":
		return "news"
	}
	return ""
}
