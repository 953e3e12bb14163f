package server

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc/stats"
)

type receivedKey struct{}

// byteCounter is a stats handler that notes how many bytes of a message came
// in, decompressed. A decoded message no longer knows: repeated fields and
// long varints can be larger on the wire.
type byteCounter struct{}

func receivedBytes(ctx context.Context) int {
	if n, ok := ctx.Value(receivedKey{}).(*atomic.Int64); ok {
		return int(n.Load())
	}
	return 0
}

// TagRPC implements stats.Handler.
func (byteCounter) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, receivedKey{}, new(atomic.Int64))
}

// HandleRPC implements stats.Handler.
func (byteCounter) HandleRPC(ctx context.Context, event stats.RPCStats) {
	if in, ok := event.(*stats.InPayload); ok {
		if n, ok := ctx.Value(receivedKey{}).(*atomic.Int64); ok {
			n.Add(int64(in.Length))
		}
	}
}

// TagConn implements stats.Handler.
func (byteCounter) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (byteCounter) HandleConn(context.Context, stats.ConnStats) {}
