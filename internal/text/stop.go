package text

// IsStop reports whether a folded word is a function word or part of a request
// phrase: it says how something is asked and not what for. Verbs that tools
// are named after (get, list, find, enable) are no stop words.
func IsStop(word string) bool {
	return isFunctionWord(word) || isRequestWord(word)
}

func isFunctionWord(word string) bool {
	switch word {
	// Articles, determiners, quantifiers.
	case "a", "an", "the", "this", "that", "these", "those", "such", "same", "other", "another", "each", "every",
		"any", "some", "all", "both", "either", "neither", "no", "none", "few", "more", "most", "much", "many",
		"own", "several", "various", "certain", "enough", "else":
		return true
	// Pronouns.
	case "i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves", "you", "your", "yours", "yourself",
		"he", "him", "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself", "they", "them",
		"their", "theirs", "themselves", "one", "ones", "someone", "something", "anyone", "anything", "everyone",
		"everything", "nothing", "somebody", "anybody", "everybody", "nobody":
		return true
	// Questions.
	case "who", "whom", "whose", "which", "what", "whats", "when", "where", "why", "how", "whether", "whatever",
		"whenever", "wherever", "whoever", "however":
		return true
	// Auxiliaries, and what is left of their contractions.
	case "am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "done", "doing", "have",
		"has", "had", "having", "can", "cannot", "could", "may", "might", "must", "shall", "should", "will", "would",
		"ought", "im", "ive", "dont", "doesnt", "didnt", "isnt", "arent", "wont", "cant", "don", "doesn", "didn",
		"isn", "aren", "wasn", "weren", "won", "wouldn", "couldn", "shouldn", "hasn", "haven", "hadn", "ain":
		return true
	// Prepositions and particles.
	case "of", "at", "by", "for", "with", "without", "within", "about", "against", "between", "among", "into",
		"onto", "through", "throughout", "during", "before", "after", "above", "below", "to", "from", "up", "down",
		"in", "out", "on", "off", "over", "under", "upon", "toward", "towards", "via", "per", "as", "than", "like",
		"along", "across", "around", "behind", "beyond", "including", "regarding", "based":
		return true
	// Conjunctions and adverbs.
	case "and", "or", "nor", "but", "if", "then", "because", "while", "until", "unless", "although", "though",
		"since", "so", "not", "only", "very", "too", "also", "just", "now", "here", "there", "again", "further",
		"once", "ever", "never", "always", "often", "already", "still", "yet", "even", "quite", "rather", "really",
		"actually", "maybe", "perhaps", "well", "etc", "eg", "ie", "able", "thus", "therefore", "hence":
		return true
	}
	return false
}

func isRequestWord(word string) bool {
	switch word {
	case "please", "kindly", "thanks", "thank", "hello", "hi", "hey", "tell", "want", "wants", "wanted", "need",
		"needs", "needed", "wish", "hope", "hoping", "let", "lets", "help", "helps", "give", "gives", "giving",
		"wondering", "wonder", "looking", "interested", "trying", "try", "tried", "going", "gonna", "wanna", "know",
		"knowing", "say", "says", "saying", "curious", "sure", "ok", "okay", "yes", "assistance", "possible",
		"using", "use", "used", "uses", "make", "makes", "making", "made", "provide", "provides", "provided",
		"providing", "suggest", "require", "requires", "required", "assist", "think", "thinking", "currently",
		"specific", "specifically", "particular":
		return true
	// How good an answer is hoped to be. Words that also tell things apart (new,
	// latest, popular, related) are none.
	case "detailed", "comprehensive", "available", "relevant", "different", "good", "great", "best", "quickly",
		"easily", "way", "ways":
		return true
	}
	return false
}
