package cli

import (
	"context"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// clientFlags are the flags of every command that asks a server.
type clientFlags struct {
	Server    string `default:"127.0.0.1:8081" help:"The server's gRPC door."`
	TokenFile string `placeholder:"FILE" help:"File with the bearer token."`
	Catalog   string `default:"default" help:"The catalog."`
}

// dial prepares a connection; it is made with the first call.
func (f clientFlags) dial() (*grpc.ClientConn, error) {
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(
			grpc.MaxCallSendMsgSize(limits.ProjectBody), grpc.MaxCallRecvMsgSize(limits.ProjectBody),
		),
	}
	if f.TokenFile != "" {
		token, err := readToken(f.TokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, grpc.WithPerRPCCredentials(token))
	}
	conn, err := grpc.NewClient(f.Server, options...)
	if err != nil {
		return nil, usage("--server %s: %s", f.Server, err)
	}
	return conn, nil
}

// ask makes the one call of a command, within the server's deadline for it.
func (f clientFlags) ask(ctx context.Context, call func(context.Context, *grpc.ClientConn) error) error {
	conn, err := f.dial()
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // nothing is left to send
	ctx, cancel := patience(ctx, limits.DeadlineMS)
	defer cancel()
	return answered(call(ctx, conn), f.Server)
}

// bearer is the token of a client.
type bearer string

func readToken(path string) (bearer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", usage("%s", err)
	}
	token := strings.TrimSpace(string(data))
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", usage("%s must hold one token, a line of visible ASCII", path)
	}
	return bearer(token), nil
}

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(b)}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials. The doors
// speak plain HTTP/2; TLS ends in front of them.
func (b bearer) RequireTransportSecurity() bool { return false }

// patience is how long to wait for an answer: the server's own deadline, and a
// second for its error to arrive.
func patience(ctx context.Context, deadlineMS int) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Duration(deadlineMS)*time.Millisecond+time.Second)
}

// fits refuses what the server would not read anyway.
func fits(request proto.Message, most int, limit string) error {
	if size := proto.Size(request); size > most {
		return usage("the request has %d bytes, at most %d are allowed (limit %s)", size, most, limit)
	}
	return nil
}
