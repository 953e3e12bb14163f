package server

import (
	"context"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// What an answer of Why shows at most: the newest of each.
const (
	whyMoves = 100
	whyTurns = 200
)

// Why implements ProjectionService.
func (h *Handlers) Why(ctx context.Context, req *discoveryv1.WhyRequest) (*discoveryv1.WhyResponse, error) {
	if req.Transcript == nil {
		return nil, noTranscript()
	}
	if req.GetName() == "" && !req.GetTimeline() {
		return nil, problem.At("/name", problem.InvalidField, "is missing; name the tool to explain, or ask for the timeline")
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	reasons, err := projection.Why(projection.Request{
		Tools: snapshot.Tools, Settings: snapshot.Settings, Domains: snapshot.Tools.Domains(),
		Format: req.GetFormat(), Transcript: []byte(req.GetTranscript()), Options: projectOptions(req, req.Slots),
	}, req.GetName())
	if err != nil {
		return nil, err
	}
	message := whyMessage(req.GetName(), reasons)
	message.Revision, message.Stale = snapshot.Revision, h.Catalogs.Stale()
	if reasons.Tool == nil && req.GetName() != "" {
		unknown := unknownName(snapshot, req.GetName())
		message.Successor, message.Suggestions = unknown.GetSuccessor(), unknown.GetSuggestions()
	}
	if req.GetTimeline() {
		message.Timeline = timelineMessages(reasons.Timeline)
	}
	return message, nil
}

func whyMessage(asked string, r projection.Reasons) *discoveryv1.WhyResponse {
	message := &discoveryv1.WhyResponse{
		Name: tool.Shown(tool.Dotted(asked)), WireName: r.WireName,
		Declared: r.Status == workingset.Declared, Status: string(r.Status), Reason: string(r.Reason),
		Rules: r.Rules, RenamedFrom: r.RenamedFrom, Limit: r.Limit, PushedBy: r.PushedBy, Explanation: r.Explanation,
		Moves: moveMessages(r.Moves[max(0, len(r.Moves)-whyMoves):]),
	}
	if r.Tool != nil {
		message.Name = r.Tool.Name
	}
	if r.Touch != nil {
		message.Message, message.Call = ptr32(r.Touch.Message), &r.Touch.Call
	}
	return message
}

func moveMessages(moves []workingset.Move) []*discoveryv1.Move {
	var list []*discoveryv1.Move
	for _, m := range moves {
		message := &discoveryv1.Move{Name: m.Tool, Reason: string(m.Reason), Evicted: m.Fell}
		if m.Reason != workingset.Carried {
			message.Message, message.Call = ptr32(m.At.Message), &m.At.Call
		}
		list = append(list, message)
	}
	return list
}

func timelineMessages(turns []projection.SlotsTurn) []*discoveryv1.SlotsTurn {
	var list []*discoveryv1.SlotsTurn
	for _, turn := range turns[max(0, len(turns)-whyTurns):] {
		message := &discoveryv1.SlotsTurn{Moves: moveMessages(turn.Moves), Held: turn.Held}
		if !turn.Carried {
			message.Message = ptr32(turn.Message)
		}
		list = append(list, message)
	}
	return list
}
