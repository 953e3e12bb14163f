package tool

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// CheckText says why a line of text cannot be taken: refused code points, or
// more than most characters, which is the limit of that name.
func CheckText(at, text, limit string, most int) problem.List {
	var problems problem.List
	if n := utf8.RuneCountInString(text); n > most {
		over(&problems, at, limit, n, most, "characters")
	}
	if what := refusedIn(text, oneLine); what != "" {
		problems.Add(at, problem.InvalidField, "holds %s; remove it", what)
	}
	return problems
}

// CheckTeam says why a text is no team: 1 to 64 characters without outer white space.
func CheckTeam(at, team string) problem.List {
	problems := CheckText(at, team, "team", limits.TeamChars)
	switch trimmed := strings.TrimSpace(team); {
	case trimmed == "":
		problems.Add(at, problem.InvalidField, "is empty; want the name of the owning team")
	case trimmed != team:
		problems.Add(at, problem.InvalidField, "%s begins or ends with white space; remove it", Shown(team))
	}
	return problems
}

// CheckReason says why a text is no reason. A missing one is the caller's affair.
func CheckReason(at, reason string) problem.List {
	return CheckText(at, reason, "reason", limits.ReasonChars)
}

// CheckCatalog says why a name is no catalog: ^[a-z][a-z0-9-]{0,62}$.
func CheckCatalog(at, name string) problem.List {
	const most = 63
	var problems problem.List
	ok := 0 < len(name) && len(name) <= most && isLetter(name[0])
	for i := 0; ok && i < len(name); i++ {
		ok = isLetter(name[i]) || '0' <= name[i] && name[i] <= '9' || name[i] == '-'
	}
	if !ok {
		problems.Add(at, problem.InvalidField, "%s is not a catalog name; want a lower-case letter, then at most %d of a-z, 0-9 and -", Shown(name), most-1)
	}
	return problems
}

// Fold turns every run of white space into one space and trims both ends (S2:
// one line shown to the model).
func Fold(text string) string { return strings.Join(strings.Fields(text), " ") }

// CheckDescription folds a description and says why it cannot be taken. An
// empty one passes; where it must not be empty the caller says so. The warning
// is nil when nothing had to be folded.
func CheckDescription(at, text string) (string, *Warning, problem.List) {
	var problems problem.List
	if what := refusedIn(text, multiLine); what != "" {
		problems.Add(at, problem.InvalidField, "holds %s; remove it", what)
	}
	folded := Fold(text)
	if n := utf8.RuneCountInString(folded); n > limits.DescriptionChars {
		over(&problems, at, "description", n, limits.DescriptionChars, "characters")
	}
	if folded == text {
		return text, nil, problems
	}
	return folded, &Warning{
		Code: "DESCRIPTION_FOLDED", Field: at,
		Message: "Runs of white space were folded to one space, because a description is one line.",
	}, problems
}

// over reports a passed limit by its name in the table of limits.
func over(problems *problem.List, at, limit string, got, most int, unit string) {
	problems.Add(at, problem.LimitExceeded, "has %d %s; the limit %s allows %d", got, unit, limit, most)
}

// Shown quotes what a caller sent, escaped and cut to a length fit for a message.
func Shown(text string) string {
	const most = 64
	if cut := cutAfter(text, most); cut != text {
		return strconv.Quote(cut) + "…"
	}
	return strconv.Quote(text)
}

// Shortened is a message that may quote property names of any length, cut to a
// length fit for a warning and with nothing in it that is not seen.
func Shortened(message string) string {
	const most = 300 // code points
	if cut := cutAfter(message, most); cut != message {
		message = cut + "…"
	}
	return escaped(message)
}

// cutAfter returns the first most code points of text.
func cutAfter(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i]
		}
		n++
	}
	return text
}
