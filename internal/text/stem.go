package text

import "strings"

// Stem returns the term of a folded word: the English Snowball stem of words
// in plain letters, the word itself otherwise. Spellings of one word that
// Snowball keeps apart are brought together first, and words it wrongly
// brings together are kept apart.
func Stem(folded string) string {
	if len(folded) < 3 || !isPlain(folded) {
		return folded
	}
	word := american(folded)
	if term := exception(word); term != "" {
		return term
	}
	return porter(word)
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
	const least = 4 // letters before the ending; shorter words (raise, advise) have no z
	if strings.LastIndexByte(word, 's') <= least {
		return word
	}
	for _, ending := range [...]string{"ise", "ised", "ises", "iser", "isers", "ising", "isation", "isations", "yse", "ysed", "ysing"} {
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) >= least {
			return stem + ending[:1] + "z" + ending[2:]
		}
	}
	return word
}

// exception is the term of a word that must not go through Snowball. The first
// group would fall together with other words (universe and university, ads
// and added, custom and customer); the second belongs to words that Snowball
// does not bring it together with.
func exception(word string) string {
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
	return sibling(word)
}

// sibling is the second group of exceptions.
func sibling(word string) string {
	switch word {
	case "notification", "notifications", "notifier":
		return "notifi"
	case "conversion", "conversions":
		return "convert"
	case "registration", "registrations":
		return "regist"
	case "people", "persons":
		return "person"
	case "children":
		return "child"
	case "men":
		return "man"
	case "women":
		return "woman"
	case "indices":
		return "index"
	case "matrices":
		return "matrix"
	case "vertices":
		return "vertex"
	case "criteria":
		return "criterion"
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
		return "licens"
	case "grey", "greys":
		return "gray"
	}
	return ""
}
