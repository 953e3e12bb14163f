package cli

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/grpc"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
)

type searchCommand struct {
	clientFlags
	Query        []string `arg:"" optional:"" help:"Words to search for; none lists the tools by name."`
	Capability   []string `placeholder:"ID" help:"Only tools with one of these capabilities, or ones below them: file covers file:read."`
	Domain       []string `placeholder:"ID" help:"Only tools of one of these domains."`
	Entity       []string `placeholder:"ID" help:"Only tools about one of these entities, or a relationship that has it at either end."`
	Relationship []string `placeholder:"ID" help:"Only tools with one of these relationships."`
	Family       []string `placeholder:"NAME" help:"Only tools of one of these name families."`
	Limit        *int32   `placeholder:"N" help:"Rows, 1 to 100; the catalog's setting unless given."`
	Offset       int32    `placeholder:"N" help:"Rows to skip."`
	Ranking      string   `help:"auto, coverage, bm25 or balanced; the catalog's setting unless given."`
	PageBudget   *int32   `placeholder:"N" help:"Characters for all descriptions together; the catalog's setting unless given."`
	ExcerptCap   int32    `placeholder:"N" help:"Characters for one description; 0 is no cap of its own."`
	Explain      bool     `help:"Say why each row stands where it stands."`
}

// Run prints the menu of tools that match.
func (c *searchCommand) Run(ctx context.Context, s *session) error {
	request := &discoveryv1.SearchToolsRequest{
		Catalog: c.Catalog, Query: strings.Join(c.Query, " "),
		Capabilities: c.Capability, Domains: c.Domain, Entities: c.Entity,
		Relationships: c.Relationship, Families: c.Family,
		Limit: c.Limit, Offset: c.Offset, PageBudget: c.PageBudget, ExcerptCap: c.ExcerptCap,
		Ranking: c.Ranking, Explain: c.Explain,
	}
	if err := fits(request, limits.OtherBody, "other_body"); err != nil {
		return err
	}
	var answer *discoveryv1.SearchToolsResponse
	err := c.ask(ctx, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		answer, err = discoveryv1.NewSearchServiceClient(conn).SearchTools(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	if s.wantsJSON() {
		err = s.printJSON(answer)
	} else {
		printMenu(s.out, request.GetQuery(), answer)
	}
	if err == nil && answer.GetNoMatch() != "" {
		err = errNo
	}
	return err
}

func printMenu(out *screen.Screen, query string, answer *discoveryv1.SearchToolsResponse) {
	if len(answer.GetRows()) > 0 {
		rows := make([][]screen.Cell, len(answer.GetRows()))
		for i, row := range answer.GetRows() {
			rows[i] = menuRow(row, query)
		}
		out.Table([]string{"NAME", "CAPABILITIES", "DESCRIPTION"}, rows)
	}
	for i, row := range answer.GetRows() {
		if row.GetExplain() != nil {
			out.Line("%d. %s: %s", i+1, row.GetName(), explained(row.GetExplain()))
		}
	}
	for _, line := range verdict(answer) {
		out.Line("%s", line)
	}
}

func menuRow(row *discoveryv1.SearchRow, query string) []screen.Cell {
	description := row.GetDescription()
	switch {
	case row.GetDeprecated() && row.GetSuccessor() != "":
		description = "(deprecated, use " + row.GetSuccessor() + ") " + description
	case row.GetDeprecated():
		description = "(deprecated) " + description
	}
	cells := screen.Row(row.GetName(), someOf(row.GetCapabilities()), description)
	for i := range cells {
		cells[i].Marks = marks(query, cells[i].Text)
	}
	return cells
}

// someOf keeps a column narrow; the JSON has all.
func someOf(ids []string) string {
	const most = 2
	if len(ids) <= most {
		return strings.Join(ids, " ")
	}
	return fmt.Sprintf("%s +%d", strings.Join(ids[:most], " "), len(ids)-most)
}

// verdict says plainly what the rows do not.
func verdict(answer *discoveryv1.SearchToolsResponse) []string {
	shown, total := len(answer.GetRows()), int(answer.GetTotal())
	var lines []string
	switch answer.GetNoMatch() {
	case "":
		if shown < total {
			lines = append(lines, fmt.Sprintf("%d of %d matches shown", shown, total))
		}
	case "EMPTY_CATALOG":
		lines = append(lines, "no match: the catalog has no tools (EMPTY_CATALOG)")
	case "FILTERS_EXCLUDE_ALL":
		lines = append(lines, "no match: no tool passes the filters (FILTERS_EXCLUDE_ALL)")
	case "NO_TERM_MATCHED":
		lines = append(lines, "no match: no tool has any of these words (NO_TERM_MATCHED)")
	default:
		lines = append(lines, "no match: "+answer.GetNoMatch())
	}
	if answer.GetWeak() {
		lines = append(lines, "weak: even the best row covers little of the query")
	}
	for _, part := range []struct {
		label string
		words []string
	}{
		{"no tool has", answer.GetUnmatchedTerms()},
		{"not used, the query is too long", answer.GetIgnoredTerms()},
		{"near", answer.GetSuggestions()},
	} {
		if len(part.words) > 0 {
			lines = append(lines, part.label+": "+list(part.words))
		}
	}
	if answer.GetStale() {
		lines = append(lines, "stale: the server's store is out of reach, this is from memory")
	}
	return lines
}
