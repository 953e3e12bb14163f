package cli

import (
	"fmt"
	"strconv"
	"strings"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/manifest"
)

// print shows what an apply changed, or would change.
func (a applier) print(answer *discoveryv1.ApplyToolsResponse, m manifest.Manifest) error {
	s := a.session
	if s.wantsJSON() {
		return s.printJSON(answer)
	}
	if rows := changedRows(answer); len(rows) > 0 {
		s.out.Table([]string{"ACTION", "KIND", "NAME", "VERSION", "DIGEST"}, rows)
	}
	for _, line := range warningLines(answer, m) {
		s.out.Line("%s", line)
	}
	for _, line := range problemLines(answer.GetProblems(), m) {
		s.out.Line("%s", line)
	}
	s.out.Line("%s", a.summary(answer, m.Request.GetTeam()))
	return nil
}

// changedRows lists what is not the same as before.
func changedRows(answer *discoveryv1.ApplyToolsResponse) [][]screen.Cell {
	const unchanged = "unchanged"
	const shortDigest = 12 // hex digits; the whole digest is in the JSON
	var rows [][]screen.Cell
	for _, c := range answer.GetChanges() {
		if c.GetAction() != unchanged {
			digest := c.GetDigest()
			digest = digest[:min(shortDigest, len(digest))]
			rows = append(rows, screen.Row(c.GetAction(), "tool", c.GetName(), strconv.Itoa(int(c.GetVersion())), digest))
		}
	}
	for _, c := range answer.GetConceptChanges() {
		if c.GetAction() != unchanged {
			rows = append(rows, screen.Row(c.GetAction(), c.GetKind(), c.GetId(), "", ""))
		}
	}
	return rows
}

// summary counts the actions, in the order in which they first happen.
func (a applier) summary(answer *discoveryv1.ApplyToolsResponse, team string) string {
	var actions []string
	counts := map[string]int{}
	tally := func(action string) {
		if counts[action] == 0 {
			actions = append(actions, action)
		}
		counts[action]++
	}
	for _, c := range answer.GetChanges() {
		tally(c.GetAction())
	}
	for _, c := range answer.GetConceptChanges() {
		tally(c.GetAction())
	}
	parts := make([]string, len(actions))
	for i, action := range actions {
		parts[i] = fmt.Sprintf("%d %s", counts[action], action)
	}
	if len(parts) == 0 {
		parts = []string{"nothing to do"}
	}
	where := fmt.Sprintf("catalog %s is at revision %d", a.flags.Catalog, answer.GetRevision())
	switch n := len(answer.GetProblems()); {
	case n > 0:
		return fmt.Sprintf("team %s: would be refused for %s; %s", team, count(n, "problem"), where)
	case a.flags.DryRun:
		return fmt.Sprintf("team %s: dry run: %s; %s", team, strings.Join(parts, ", "), where)
	default:
		return fmt.Sprintf("team %s: %s; %s", team, strings.Join(parts, ", "), where)
	}
}

// warningLines lists the warnings, of each code only the first few: an
// imported catalog may have the same one for every tool.
func warningLines(answer *discoveryv1.ApplyToolsResponse, m manifest.Manifest) []string {
	const shown = 5
	var lines, codes []string
	counts := map[string]int{}
	add := func(warnings []*discoveryv1.Warning) {
		for _, w := range warnings {
			code := w.GetCode()
			if counts[code] == 0 {
				codes = append(codes, code)
			}
			if counts[code]++; counts[code] <= shown {
				lines = append(lines, problemLine(w.GetField(), "warning "+code+": "+w.GetMessage(), m))
			}
		}
	}
	for _, c := range answer.GetChanges() {
		add(c.GetWarnings())
	}
	for _, c := range answer.GetConceptChanges() {
		add(c.GetWarnings())
	}
	for _, code := range codes {
		if more := counts[code] - shown; more > 0 {
			lines = append(lines, fmt.Sprintf("and %s %s; --output json lists all", count(more, "more warning"), code))
		}
	}
	return lines
}
