package cli

import (
	"context"

	"google.golang.org/grpc"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
)

type activateCommand struct {
	clientFlags
	Names  []string `arg:"" optional:"" name:"name" help:"Tool names or aliases, dotted or wire."`
	Family []string `placeholder:"NAME" help:"Families to expand."`
}

// Run prints which names are tools. Nothing is kept on the server.
func (c *activateCommand) Run(ctx context.Context, s *session) error {
	request := &discoveryv1.ActivateToolsRequest{Catalog: c.Catalog, Names: c.Names, Families: c.Family}
	if err := fits(request, limits.OtherBody, "other_body"); err != nil {
		return err
	}
	var answer *discoveryv1.ActivateToolsResponse
	err := c.ask(ctx, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		answer, err = discoveryv1.NewSearchServiceClient(conn).ActivateTools(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	if s.wantsJSON() {
		err = s.printJSON(answer)
	} else {
		printActivated(s.out, answer)
	}
	if err == nil && len(answer.GetUnknown()) > 0 {
		err = errNo
	}
	return err
}

func printActivated(out *screen.Screen, answer *discoveryv1.ActivateToolsResponse) {
	if len(answer.GetActivated()) > 0 {
		rows := make([][]screen.Cell, len(answer.GetActivated()))
		for i, tool := range answer.GetActivated() {
			rows[i] = screen.Row(tool.GetName(), tool.GetWireName())
		}
		out.Table([]string{"NAME", "WIRE NAME"}, rows)
	}
	for _, family := range answer.GetFamilies() {
		out.Line("family %s: %s", family.GetFamily(), list(family.GetNames()))
	}
	for _, unknown := range answer.GetUnknown() {
		line := unknown.GetName() + ": " + unknown.GetReason()
		if unknown.GetSuccessor() != "" {
			line += ", replaced by " + unknown.GetSuccessor()
		}
		if len(unknown.GetSuggestions()) > 0 {
			line += "; near: " + list(unknown.GetSuggestions())
		}
		out.Line("%s", line)
	}
}
