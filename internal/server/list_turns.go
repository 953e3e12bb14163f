package server

import (
	"context"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// ListTurns implements ProjectionService.
func (h *Handlers) ListTurns(ctx context.Context, req *discoveryv1.ListTurnsRequest) (*discoveryv1.ListTurnsResponse, error) {
	if h.Receipts == nil {
		return nil, problem.New(problem.NotImplemented, "this server keeps no receipts of turns; start it with --receipts-retention (DISCOVERYD_RECEIPTS_RETENTION), such as 168h")
	}
	var list problem.List
	within(&list, "/page_size", req.PageSize, span{"page_size", 1, limits.MaxPageSize})
	projection.CheckID(&list, "/conversation_id", req.GetConversationId(), limits.ConversationIDChars)
	if err := list.Err(); err != nil {
		return nil, err
	}
	snapshot, err := h.Catalogs.At(ctx, req.GetCatalog(), nil)
	if err != nil {
		return nil, err
	}
	q := store.TurnQuery{Catalog: req.GetCatalog(), ConversationID: req.GetConversationId(), Limit: limits.DefaultPageSize}
	if req.PageSize != nil {
		q.Limit = int(req.GetPageSize())
	}
	if q.Before, err = turnBefore(req.GetPageToken()); err != nil {
		return nil, err
	}
	size := q.Limit
	q.Limit++ // to know whether there is a next page
	turns, err := h.Store.Turns(ctx, q)
	if err != nil {
		return nil, err
	}
	answer := &discoveryv1.ListTurnsResponse{Revision: snapshot.Revision}
	for _, t := range turns[:min(size, len(turns))] {
		answer.Turns = append(answer.Turns, turnMessage(t))
	}
	if len(turns) > size {
		answer.NextPageToken = pageToken(strconv.FormatInt(turns[size-1].ID, 10))
	}
	return answer, nil
}

// turnBefore reads a page token: the id of the last turn of the page before.
func turnBefore(token string) (int64, error) {
	after, err := pageStart(token)
	if err != nil || after == "" {
		return 0, err
	}
	id, err := strconv.ParseInt(after, 10, 64)
	if err != nil || id <= 0 {
		return 0, foreignToken()
	}
	return id, nil
}

func turnMessage(t store.Turn) *discoveryv1.TurnReceipt {
	return &discoveryv1.TurnReceipt{
		ConversationId: t.ConversationID, TurnId: t.TurnID, At: timestamppb.New(time.UnixMicro(t.At)), Revision: t.Revision,
		Format: t.Shown.Format, ToolsDigest: t.Shown.Digest, Cache: t.Shown.Cache, Chars: int32Of(t.Shown.Chars),
		Exposed: namedMessages(t.Shown.Exposed), Evicted: t.Shown.Evicted, Cut: t.Shown.Cut, Dropped: namedMessages(t.Shown.Dropped),
	}
}

func namedMessages(list []store.Named) []*discoveryv1.NamedReason {
	var messages []*discoveryv1.NamedReason
	for _, n := range list {
		messages = append(messages, &discoveryv1.NamedReason{Name: n.Name, Reason: n.Reason})
	}
	return messages
}

// receiptNames bounds each list of a receipt: a transcript may name thousands
// of tools that there never were.
const receiptNames = 200

// newest is the beginning of a list that has the newest touch first.
func newest[T any](list []T) []T { return list[:min(len(list), receiptNames)] }

// keepReceipt hands what a turn showed to the keeper, if there is one.
func (h *Handlers) keepReceipt(req *discoveryv1.ProjectRequest, snapshot *catalog.Snapshot, a projection.Answer) {
	if h.Receipts == nil {
		return
	}
	shown := store.Shown{
		Format: a.Format, Digest: a.ToolsDigest, Cache: a.Cache, Chars: a.Chars, Evicted: newest(a.Evicted), Cut: newest(a.Cut),
	}
	for _, e := range a.Exposed {
		shown.Exposed = append(shown.Exposed, store.Named{Name: e.Tool.Name, Reason: string(e.Reason)})
	}
	for _, d := range newest(a.Dropped) {
		shown.Dropped = append(shown.Dropped, store.Named{Name: tool.Shown(d.Name), Reason: d.Reason})
	}
	h.Receipts.Keep(store.Turn{
		Catalog: snapshot.Catalog, ConversationID: req.GetConversationId(), TurnID: req.GetTurnId(),
		At: time.Now().UnixMicro(), Revision: snapshot.Revision, Shown: shown,
	})
}
