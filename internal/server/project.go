package server

import (
	"context"
	"log/slog"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// Project implements ProjectionService.
func (h *Handlers) Project(ctx context.Context, req *discoveryv1.ProjectRequest) (*discoveryv1.ProjectResponse, error) {
	if req.Transcript == nil {
		return nil, noTranscript()
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), req.MinRevision)
	if err != nil {
		return nil, err
	}
	answer, err := projection.Project(projection.Request{
		Tools: snapshot.Tools, Settings: snapshot.Settings, Domains: snapshot.Tools.Domains(),
		Format: req.GetFormat(), Transcript: []byte(req.GetTranscript()), Options: projectOptions(req, req.Slots),
	})
	if err != nil {
		return nil, err
	}
	h.Metrics.Turn(turnOf(snapshot, answer))
	h.logTurn(ctx, req, snapshot, answer)
	h.keepReceipt(req, snapshot, answer)
	message := projectMessage(answer)
	message.Revision = snapshot.Revision
	message.Stale = h.Catalogs.Stale()
	return message, nil
}

func noTranscript() error {
	return problem.At("/transcript", problem.InvalidField, "is missing; want the provider's request body or its list of turns, [] for a first turn")
}

// projectionRequest is what a projection and a question about one have in common.
type projectionRequest interface {
	GetScope() *discoveryv1.Scope
	GetCharBudget() int32
	GetEviction() string
	GetOrder() string
	GetTaskType() string
	GetFamilies() []string
	GetCarry() []string
	GetPreviousOrder() []string
	GetPreviousDigest() string
	GetConversationId() string
	GetTurnId() string
	GetNativeNames() bool
}

func projectOptions(req projectionRequest, slots *int32) projection.Options {
	scope := req.GetScope()
	return projection.Options{
		Slots: intOf(slots), CharBudget: int(req.GetCharBudget()), Eviction: req.GetEviction(), Order: req.GetOrder(),
		Scope: workingset.Scope{
			Domains: scope.GetDomains(), Entities: scope.GetEntities(), Capabilities: scope.GetCapabilities(),
		},
		TaskType: req.GetTaskType(), Families: req.GetFamilies(), Carry: req.GetCarry(),
		PreviousOrder: req.GetPreviousOrder(), PreviousDigest: req.GetPreviousDigest(),
		ConversationID: req.GetConversationId(), TurnID: req.GetTurnId(), NativeNames: req.GetNativeNames(),
	}
}

func projectMessage(a projection.Answer) *discoveryv1.ProjectResponse {
	message := &discoveryv1.ProjectResponse{
		PromptVersion: a.PromptVersion, Format: a.Format, Tools: string(a.Tools), ToolsDigest: a.ToolsDigest, Cache: a.Cache,
		Prefix: a.Prefix, Suffix: a.Suffix, Evicted: a.Evicted, Cut: a.Cut, Warnings: warnings(a.Warnings),
		Slots: &discoveryv1.Slots{Used: int32Of(a.Used), Limit: int32Of(a.Slots)},
		Chars: int32Of(a.Chars), EstimatedTokens: int32Of(a.EstimatedTokens), Carry: a.Carry,
		Deltas: &discoveryv1.Deltas{Warnings: warnings(a.Deltas.Warnings)},
	}
	for _, v := range a.Deltas.InitialTools {
		message.Deltas.InitialTools = append(message.Deltas.InitialTools, string(v))
	}
	for _, v := range a.Deltas.Append {
		message.Deltas.Append = append(message.Deltas.Append, string(v))
	}
	for _, e := range a.Exposed {
		message.Exposed = append(message.Exposed, exposedMessage(e))
	}
	for _, d := range a.Dropped {
		message.Dropped = append(message.Dropped, &discoveryv1.DroppedTool{Name: d.Name, Reason: d.Reason})
	}
	return message
}

func exposedMessage(e workingset.Exposed) *discoveryv1.ExposedTool {
	message := &discoveryv1.ExposedTool{
		Name: e.Tool.Name, WireName: tool.Wire(e.Tool.Name), Version: int32Of(e.Tool.Version), Reason: string(e.Reason),
	}
	if e.Touch != nil {
		message.Message, message.Call = ptr32(e.Touch.Message), &e.Touch.Call
	}
	return message
}

func turnOf(snapshot *catalog.Snapshot, a projection.Answer) metrics.Turn {
	turn := metrics.Turn{
		Catalog: snapshot.Catalog, DeclaredChars: a.Chars, Cache: a.Cache, CalledTools: a.Turn.Called, Cut: len(a.Cut),
		Evictions: a.Turn.Evictions, Activations: a.Turn.Activations, Calls: a.Turn.Calls,
		UndeclaredCalls: a.Turn.Undeclared, Reactivations: a.Turn.Reactivations,
	}
	for _, e := range a.Exposed {
		turn.Exposed = append(turn.Exposed, metrics.Exposure{Tool: e.Tool.Name, Reason: string(e.Reason)})
	}
	for _, d := range a.Dropped {
		if d.Reason == "deleted" {
			turn.DroppedDeleted++
		} else {
			turn.DroppedUnknown++
		}
	}
	return turn
}

// logTurn writes the one line by which a failure can be traced to a missing
// tool rather than a wrong call (S2). It has names and counts, never the transcript.
func (h *Handlers) logTurn(ctx context.Context, req *discoveryv1.ProjectRequest, snapshot *catalog.Snapshot, a projection.Answer) {
	exposed := make([]string, len(a.Exposed))
	for i, e := range a.Exposed {
		exposed[i] = e.Tool.Name + ":" + string(e.Reason)
	}
	dropped := make([]string, len(a.Dropped))
	for i, d := range a.Dropped {
		dropped[i] = tool.Shown(d.Name) + ":" + d.Reason
	}
	h.Log.LogAttrs(ctx, slog.LevelInfo, "turn",
		slog.String("catalog", snapshot.Catalog), slog.Int64("revision", snapshot.Revision),
		slog.String("conversation_id", req.GetConversationId()), slog.String("turn_id", req.GetTurnId()),
		slog.String("format", a.Format), slog.String("digest", a.ToolsDigest), slog.String("cache", a.Cache),
		slog.Any("exposed", exposed), slog.Any("evicted", asList(a.Evicted)), slog.Any("cut", asList(a.Cut)), slog.Any("dropped", dropped),
		slog.Int("chars", a.Chars))
}

// asList is a list that a log line shows as [] rather than null when it is empty.
func asList(names []string) []string { return append([]string{}, names...) }
