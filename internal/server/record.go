package server

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// recorder writes one line and counts one call for every answer. Neither
// carries anything of a body, an argument or a token.
type recorder struct {
	log     *slog.Logger
	metrics *metrics.Metrics
}

// answered is one call at its end.
type answered struct {
	method string
	door   string
	start  time.Time
	status *status.Status
}

func (r recorder) record(ctx context.Context, a answered) {
	took := time.Since(a.start)
	name := code.Code(a.status.Code()).String()
	r.metrics.Request(a.method, name, took)
	level := slog.LevelInfo
	if strings.HasPrefix(a.method, "/grpc.") {
		level = slog.LevelDebug
	}
	r.log.LogAttrs(ctx, level, "call",
		slog.String("method", a.method), slog.String("door", a.door), slog.String("code", name),
		slog.String("reason", reasonIn(a.status)), slog.Int64("microseconds", took.Microseconds()),
		slog.String("request_id", RequestID(ctx)))
}

// explain turns an error into a status with its reason. One that nobody
// foresaw leaves as INTERNAL without its text, which is logged here and only here.
func (r recorder) explain(ctx context.Context, method string, err error) *status.Status {
	p, foreseen := problemOf(ctx, err)
	if !foreseen {
		r.log.LogAttrs(ctx, slog.LevelError, "internal error",
			slog.String("method", method), slog.Any("error", err), slog.String("request_id", RequestID(ctx)))
		p = problem.New(reasonInternal, "internal error; the server's log has it under request id %s", RequestID(ctx))
	}
	return statusOf(p)
}

// reasonIn is the reason that a status carries, or "".
func reasonIn(st *status.Status) string {
	for _, detail := range st.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return ""
}
