package text

import (
	"cmp"
	"strings"
)

// united is the word whose stem a word shares, where Snowball parts them:
// tools are named after the verb (analyze, notify, find) and asked for by the
// noun (analysis, notification, finder), or the other way round.
func united(word string) string {
	if base := baseOf(word); base != "" {
		return base
	}
	return word
}

func baseOf(word string) string {
	const shortest = len("ification")
	if one := strings.TrimSuffix(word, "s"); len(one) > shortest && one[len(one)-1] == 'n' {
		if stem, ok := strings.CutSuffix(one, "ification"); ok {
			return stem + "ify"
		}
		if stem, ok := strings.CutSuffix(one, "scription"); ok {
			return stem + "scribe"
		}
	}
	return cmp.Or(action(word), agent(word), whole(word), singular(word))
}

// action is the verb of a noun that says what is done.
func action(word string) string {
	switch word {
	case "analysis", "analyses":
		return "analyze"
	case "category", "categories":
		return "categorize"
	case "comparison", "comparisons":
		return "compare"
	case "conversion", "conversions":
		return "convert"
	case "diagnosis", "diagnoses":
		return "diagnose"
	case "division", "divisions":
		return "divide"
	case "historic", "historical":
		return "history"
	case "multiplication", "multiplications":
		return "multiply"
	case "notifier", "notifiers":
		return "notify"
	case "priority", "priorities":
		return "prioritize"
	case "registration", "registrations":
		return "register"
	case "submission", "submissions":
		return "submit"
	case "summary", "summaries":
		return "summarize"
	case "synthesis", "syntheses":
		return "synthesize"
	case "transcript", "transcripts":
		return "transcribe"
	}
	return ""
}

// agent is the verb of a noun that says what does it, for the verbs of many
// tools' names. A player or a printer is a thing of its own.
func agent(word string) string {
	switch word = strings.TrimSuffix(word, "s"); word {
	case "checker", "finder", "reader", "tracker", "viewer", "builder", "fetcher", "crawler", "searcher", "sorter":
		return strings.TrimSuffix(word, "er")
	case "parser", "scraper", "solver", "writer", "browser":
		return strings.TrimSuffix(word, "r")
	case "formatter", "planner", "scanner":
		return word[:len(word)-len("ner")]
	case "editor":
		return "edit"
	}
	return ""
}

// whole is the whole of a word that names of tools cut short.
func whole(word string) string {
	switch word {
	case "admin", "admins":
		return "administrator"
	case "config", "configs":
		return "configuration"
	case "doc", "docs":
		return "document"
	case "env":
		return "environment"
	case "img", "imgs":
		return "image"
	case "info":
		return "information"
	case "lang", "langs":
		return "language"
	case "math", "maths":
		return "mathematics"
	case "param", "params":
		return "parameter"
	case "repo", "repos":
		return "repository"
	case "spec", "specs":
		return "specification"
	case "stats":
		return "statistics"
	}
	return ""
}

// singular is that of a plural that no rule makes.
func singular(word string) string {
	switch word {
	case "people":
		return "person"
	case "children":
		return "child"
	case "men":
		return "man"
	case "women":
		return "woman"
	case "buses":
		return "bus"
	case "gases":
		return "gas"
	case "quizzes":
		return "quiz"
	case "indices":
		return "index"
	case "matrices":
		return "matrix"
	case "vertices":
		return "vertex"
	case "criteria":
		return "criterion"
	}
	return ""
}
