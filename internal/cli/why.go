package cli

import (
	"context"
	"strconv"

	"google.golang.org/grpc"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
)

// explain answers --why and --timeline. It exits with 1 when the tool asked
// for is not declared.
func (c *projectCommand) explain(ctx context.Context, s *session, transcript string) error {
	p := c.request(transcript)
	request := &discoveryv1.WhyRequest{
		Catalog: p.GetCatalog(), Format: p.GetFormat(), Transcript: p.Transcript,
		Slots: p.Slots, CharBudget: p.GetCharBudget(), Eviction: p.GetEviction(), Order: p.GetOrder(), Scope: p.GetScope(),
		TaskType: p.GetTaskType(), Families: p.GetFamilies(), Carry: p.GetCarry(), PreviousOrder: p.GetPreviousOrder(),
		NativeNames: p.GetNativeNames(), Name: c.Why, Timeline: c.Timeline,
	}
	if err := fits(request, limits.ProjectBody, "project_body"); err != nil {
		return err
	}
	var answer *discoveryv1.WhyResponse
	err := c.ask(ctx, func(ctx context.Context, conn *grpc.ClientConn) (err error) {
		answer, err = discoveryv1.NewProjectionServiceClient(conn).Why(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	if s.wantsJSON() {
		err = s.printJSON(answer)
	} else {
		printWhy(s.out, answer)
	}
	if err == nil && c.Why != "" && !answer.GetDeclared() {
		return errNo
	}
	return err
}

func printWhy(out *screen.Screen, answer *discoveryv1.WhyResponse) {
	if answer.GetExplanation() != "" {
		out.Line("%s", answer.GetExplanation())
	}
	if len(answer.GetSuggestions()) > 0 {
		out.Line("near names: %s", list(answer.GetSuggestions()))
	}
	if answer.GetSuccessor() != "" {
		out.Line("successor: %s", answer.GetSuccessor())
	}
	if len(answer.GetMoves()) > 0 {
		rows := make([][]screen.Cell, len(answer.GetMoves()))
		for i, m := range answer.GetMoves() {
			rows[i] = screen.Row(turnOf(m.Message), m.GetCall(), m.GetReason(), m.GetName(), list(m.GetEvicted()))
		}
		out.Table([]string{"TURN", "CALL", "WHAT", "TOOL", "PUSHED OUT"}, rows)
	}
	if len(answer.GetTimeline()) > 0 {
		printTimeline(out, answer.GetTimeline())
	}
}

// printTimeline draws the slots turn by turn, as S1's figure does.
func printTimeline(out *screen.Screen, turns []*discoveryv1.SlotsTurn) {
	rows := make([][]screen.Cell, len(turns))
	for i, turn := range turns {
		marks, fell := map[string]string{}, []string(nil)
		for _, m := range turn.GetMoves() {
			marks[m.GetName()] = map[string]string{"activated": "+", "called": "*"}[m.GetReason()]
			fell = append(fell, m.GetEvicted()...)
		}
		held := make([]string, len(turn.GetHeld()))
		for j, name := range turn.GetHeld() {
			held[j] = marks[name] + name
		}
		rows[i] = screen.Row(turnOf(turn.Message), strconv.Itoa(len(held)), list(fell), list(held))
	}
	out.Table([]string{"TURN", "USED", "PUSHED OUT", "SLOTS, OLDEST TOUCH FIRST"}, rows)
	out.Line("+ activated this turn, * called this turn")
}

func turnOf(message *int32) string {
	if message == nil {
		return "carried"
	}
	return strconv.Itoa(int(*message))
}
