package cli

import (
	"context"

	"google.golang.org/grpc"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
)

type projectCommand struct {
	clientFlags
	File           string   `arg:"" help:"File with the transcript: the provider's request body, or its list of turns; - is standard input."`
	Format         string   `required:"" help:"neutral, openai-chat, openai-responses, anthropic-messages, gemini, bedrock-converse, mcp, ai-sdk or langchain."`
	Tools          bool     `help:"Print only the value of the provider's tools field."`
	Slots          *int32   `placeholder:"N" help:"Activated tools held at once, 0 to 64; the catalog's setting unless given."`
	CharBudget     int32    `placeholder:"N" help:"Characters of the declared tools; 0 is no bound."`
	Eviction       string   `help:"lru or batched; the catalog's setting unless given."`
	Order          string   `help:"name or activation; the catalog's setting unless given."`
	Domain         []string `placeholder:"ID" help:"Domains that the task is about."`
	Entity         []string `placeholder:"ID" help:"Entities that the task is about."`
	Capability     []string `placeholder:"ID" help:"Capabilities that the task is about."`
	TaskType       string   `help:"The kind of task, for policy rules."`
	Family         []string `placeholder:"NAME" help:"Families to expose this turn."`
	Carry          []string `placeholder:"NAME" help:"The carry of an earlier answer, oldest first, for a shortened transcript."`
	PreviousOrder  []string `placeholder:"NAME" help:"The declared names of the previous turn, for --order activation."`
	PreviousDigest string   `placeholder:"HEX" help:"The tools digest of the previous turn."`
	ConversationID string   `name:"conversation-id" placeholder:"ID" help:"For the server's log only."`
	TurnID         string   `name:"turn-id" placeholder:"ID" help:"For the server's log only."`
	Why            string   `placeholder:"NAME" help:"Explain one tool: since which call and by which rule it is declared, or what pushed it out."`
	Timeline       bool     `help:"Draw the slots turn by turn."`
	NativeNames    bool     `help:"Keep dots in declared names where the format allows them."`
}

// Run prints what to declare this turn.
func (c *projectCommand) Run(ctx context.Context, s *session) error {
	transcript, err := s.readJSON(c.File, limits.ProjectBody, "project_body")
	if err != nil {
		return err
	}
	if c.Why != "" || c.Timeline {
		return c.explain(ctx, s, transcript)
	}
	request := c.request(transcript)
	if err := fits(request, limits.ProjectBody, "project_body"); err != nil {
		return err
	}
	var answer *discoveryv1.ProjectResponse
	err = c.ask(ctx, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		answer, err = discoveryv1.NewProjectionServiceClient(conn).Project(ctx, request)
		return err
	})
	switch {
	case err != nil:
		return err
	case c.Tools:
		return s.out.Raw([]byte(answer.GetTools()))
	case s.wantsJSON():
		return s.printJSON(answer)
	}
	printProjection(s.out, answer)
	return nil
}

func (c *projectCommand) request(transcript string) *discoveryv1.ProjectRequest {
	request := &discoveryv1.ProjectRequest{
		Catalog: c.Catalog, Format: c.Format, Transcript: &transcript,
		Slots: c.Slots, CharBudget: c.CharBudget, Eviction: c.Eviction, Order: c.Order,
		TaskType: c.TaskType, Families: c.Family, Carry: c.Carry, PreviousOrder: c.PreviousOrder,
		ConversationId: c.ConversationID, TurnId: c.TurnID,
		PreviousDigest: c.PreviousDigest, NativeNames: c.NativeNames,
	}
	if len(c.Domain)+len(c.Entity)+len(c.Capability) > 0 {
		request.Scope = &discoveryv1.Scope{Domains: c.Domain, Entities: c.Entity, Capabilities: c.Capability}
	}
	return request
}
