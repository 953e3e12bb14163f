package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// stage is one step around a call. The unary and the stream interceptor are
// made of the same list, so nothing can pass one and not the other.
type stage func(ctx context.Context, method string, next func(context.Context) error) error

// stages are the steps of every call on either door, outermost first.
func (s *Server) stages() []stage {
	return []stage{s.identify, s.observe, s.explain, s.admit, bound}
}

// pass runs a call through the stages and at last to its handler.
func pass(ctx context.Context, stages []stage, method string, last func(context.Context) error) error {
	if len(stages) == 0 {
		return last(ctx)
	}
	return stages[0](ctx, method, func(ctx context.Context) error { return pass(ctx, stages[1:], method, last) })
}

func unary(stages []stage) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		var answer any
		err := pass(ctx, stages, info.FullMethod, func(ctx context.Context) (err error) {
			answer, err = handler(ctx, req)
			return err
		})
		if err != nil {
			return nil, err
		}
		return answer, nil
	}
}

func streaming(stages []stage) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		return pass(stream.Context(), stages, info.FullMethod, func(ctx context.Context) error {
			return handler(srv, &streamIn{stream, ctx})
		})
	}
}

// streamIn is a stream whose context went through the stages.
type streamIn struct {
	grpc.ServerStream
	ctx context.Context //nolint:containedctx // grpc.ServerStream hands its context out by a method
}

// Context implements grpc.ServerStream.
func (s *streamIn) Context() context.Context { return s.ctx }

// identify gives the call its id and tells the caller.
func (s *Server) identify(ctx context.Context, _ string, next func(context.Context) error) error {
	id := requestID(metadata.ValueFromIncomingContext(ctx, requestIDHeader))
	// It fails only where there is no stream to answer on.
	_ = grpc.SetHeader(ctx, metadata.Pairs(requestIDHeader, id))
	return next(withRequestID(ctx, id))
}

// observe logs and counts the call at its end.
func (s *Server) observe(ctx context.Context, method string, next func(context.Context) error) error {
	start := time.Now()
	err := next(ctx)
	s.recorder.record(ctx, answered{method: method, door: doorOf(ctx), start: start, status: status.Convert(err)})
	return err
}

// explain turns every error into a status with its reason. A panic and an
// error nobody foresaw leave as INTERNAL, and are logged here and only here.
func (s *Server) explain(ctx context.Context, method string, next func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = s.recorder.explain(ctx, method, fmt.Errorf("panic: %v\n%s", p, debug.Stack())).Err()
		}
	}()
	if err = next(ctx); err != nil {
		return s.recorder.explain(ctx, method, err).Err()
	}
	return nil
}

// admit lets in whom the entrance lets in. Health is open to everyone. What
// came in by the HTTP door had its Host and Origin checked there.
func (s *Server) admit(ctx context.Context, method string, next func(context.Context) error) error {
	if isHealth(method) || doorOf(ctx) == doorHTTP && !s.entrance.token {
		return next(ctx)
	}
	v := visitor{
		origin:        metadata.ValueFromIncomingContext(ctx, "origin"),
		authorization: metadata.ValueFromIncomingContext(ctx, "authorization"),
	}
	if authority := metadata.ValueFromIncomingContext(ctx, ":authority"); len(authority) == 1 {
		v.host = authority[0]
	}
	if refusal := s.entrance.admit(v); refusal != nil {
		return refusal
	}
	return next(ctx)
}

// bound holds the call to its method's policy. The HTTP door counted its own bytes.
func bound(ctx context.Context, method string, next func(context.Context) error) error {
	p := policyOf(method)
	if doorOf(ctx) == doorGRPC && receivedBytes(ctx) > p.maxBytes {
		return p.tooLarge()
	}
	if p.deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.deadline)
		defer cancel()
	}
	return next(ctx)
}

// The doors, as logs name them.
const (
	doorHTTP = "http"
	doorGRPC = "grpc"
)

// doorOf tells the gateway's in-memory connection from the network: nobody
// outside this process can have an address of that kind.
func doorOf(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok && p.Addr.Network() == memoryNetwork {
		return doorHTTP
	}
	return doorGRPC
}
