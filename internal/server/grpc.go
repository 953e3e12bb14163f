package server

import (
	"context"
	"math"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/encoding/gzip" // callers may compress large messages
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/test/bufconn"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// Bounds of a gRPC connection. grpc-go's own defaults are wide open: no bound
// on streams and 16 MiB of headers.
const (
	// maxMessage is the largest body and what a path variable can add; the
	// method's own limit, which answers better, always strikes before it.
	maxMessageBytes = limits.ProjectBody + 64<<10
	maxHeaderBytes  = 16 << 10
	maxStreams      = 1024
	handshakeTime   = 10 * time.Second
	pingAfter       = time.Minute
	pingTimeout     = 20 * time.Second
	pingNoOftener   = 20 * time.Second
)

func (s *Server) newGRPC(services Services) *grpc.Server {
	server := grpc.NewServer(
		grpc.UnaryInterceptor(unary(s.stages())),
		grpc.StreamInterceptor(streaming(s.stages())),
		grpc.StatsHandler(byteCounter{}),
		grpc.UnknownServiceHandler(unknownMethod),
		grpc.MaxRecvMsgSize(maxMessageBytes),
		grpc.MaxHeaderListSize(maxHeaderBytes),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.ConnectionTimeout(handshakeTime),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: pingAfter, Timeout: pingTimeout}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: pingNoOftener, PermitWithoutStream: true}),
		grpc.WaitForHandlers(true),
	)
	discoveryv1.RegisterRegistryServiceServer(server, services.Registry)
	discoveryv1.RegisterSearchServiceServer(server, services.Search)
	discoveryv1.RegisterProjectionServiceServer(server, services.Projection)
	discoveryv1.RegisterValidationServiceServer(server, services.Validation)
	grpc_health_v1.RegisterHealthServer(server, s.health)
	reflection.Register(server)
	return server
}

// unknownMethod goes through the chain as every call does; grpc-go's own
// answer would carry no reason and would not be counted.
func unknownMethod(any, grpc.ServerStream) error {
	return problem.New(problem.NotImplemented, "no such method; reflection lists them all")
}

// memoryNetwork is the network of bufconn's addresses.
const memoryNetwork = "bufconn"

// memoryBuffer is how many bytes may be under way between gateway and server.
const memoryBuffer = 1 << 20

// dialMemory connects the gateway to the gRPC server of the same process.
func dialMemory(listener *bufconn.Listener) (*grpc.ClientConn, error) {
	return grpc.NewClient("passthrough:///memory",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDisableServiceConfig(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32), grpc.MaxCallSendMsgSize(math.MaxInt32)),
	)
}
