package cli

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
)

type validateCommand struct {
	clientFlags
	Name    string `arg:"" help:"The tool's name or alias, dotted or wire."`
	File    string `arg:"" help:"File with the call's arguments, a JSON object; - is standard input."`
	Version int32  `placeholder:"N" help:"The tool's version; 0 is the present one."`
}

// Run checks one call. Nothing is called.
func (c *validateCommand) Run(ctx context.Context, s *session) error {
	arguments, err := s.readJSON(c.File, limits.OtherBody, "other_body")
	if err != nil {
		return err
	}
	request := &discoveryv1.ValidateCallRequest{
		Catalog: c.Catalog, Name: c.Name, Version: c.Version, Arguments: &arguments,
	}
	if err := fits(request, limits.OtherBody, "other_body"); err != nil {
		return err
	}
	var answer *discoveryv1.ValidateCallResponse
	err = c.ask(ctx, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		answer, err = discoveryv1.NewValidationServiceClient(conn).ValidateCall(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	if s.wantsJSON() {
		err = s.printJSON(answer)
	} else {
		printVerdict(s.out, answer)
	}
	if err == nil && !answer.GetValid() {
		err = errNo
	}
	return err
}

func printVerdict(out *screen.Screen, answer *discoveryv1.ValidateCallResponse) {
	if !answer.GetValid() {
		rows := make([][]screen.Cell, len(answer.GetErrors()))
		for i, e := range answer.GetErrors() {
			rows[i] = screen.Row(fmt.Sprintf("%q", e.GetPath()), e.GetKeyword(), e.GetMessage())
		}
		out.Table([]string{"PATH", "KEYWORD", "MESSAGE"}, rows)
		out.Line("invalid: %s for %s version %d",
			count(len(answer.GetErrors()), "error"), answer.GetName(), answer.GetVersion())
		return
	}
	retry := "not to be retried"
	if answer.GetIdempotent() {
		retry = "may be retried"
	}
	line := fmt.Sprintf("valid: %s version %d, %s", answer.GetName(), answer.GetVersion(), retry)
	if answer.TimeoutMs != nil {
		line += fmt.Sprintf(", %d ms", answer.GetTimeoutMs())
	}
	if answer.GetHandler() != "" {
		line += ", " + answer.GetHandler()
	}
	out.Line("%s", line)
}
