package cli_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli"
)

// canned is a server whose answers are fixed: what is tested here is what the
// client sends and how it prints.
type canned struct {
	discoveryv1.UnimplementedRegistryServiceServer
	discoveryv1.UnimplementedSearchServiceServer
	discoveryv1.UnimplementedProjectionServiceServer
	discoveryv1.UnimplementedValidationServiceServer

	// answers are given one after the other, whatever is asked; each is a message or an error.
	answers []any
	// asked are the requests, in order.
	asked []proto.Message
	// tokens are the authorization values that came with them.
	tokens []string
}

func next[T proto.Message](ctx context.Context, c *canned, request proto.Message) (T, error) {
	var none T
	c.asked = append(c.asked, proto.Clone(request))
	c.tokens = append(c.tokens, strings.Join(metadata.ValueFromIncomingContext(ctx, "authorization"), ","))
	if len(c.answers) == 0 {
		return none, errors.New("no answer is left")
	}
	answer := c.answers[0]
	c.answers = c.answers[1:]
	if err, ok := answer.(error); ok {
		return none, err
	}
	return answer.(T), nil //nolint:forcetypeassert // a wrong answer is the test's own fault
}

func (c *canned) ApplyTools(ctx context.Context, r *discoveryv1.ApplyToolsRequest) (*discoveryv1.ApplyToolsResponse, error) {
	return next[*discoveryv1.ApplyToolsResponse](ctx, c, r)
}

func (c *canned) SearchTools(ctx context.Context, r *discoveryv1.SearchToolsRequest) (*discoveryv1.SearchToolsResponse, error) {
	return next[*discoveryv1.SearchToolsResponse](ctx, c, r)
}

func (c *canned) Why(ctx context.Context, r *discoveryv1.WhyRequest) (*discoveryv1.WhyResponse, error) {
	return next[*discoveryv1.WhyResponse](ctx, c, r)
}

func (c *canned) ActivateTools(ctx context.Context, r *discoveryv1.ActivateToolsRequest) (*discoveryv1.ActivateToolsResponse, error) {
	return next[*discoveryv1.ActivateToolsResponse](ctx, c, r)
}

func (c *canned) Project(ctx context.Context, r *discoveryv1.ProjectRequest) (*discoveryv1.ProjectResponse, error) {
	return next[*discoveryv1.ProjectResponse](ctx, c, r)
}

func (c *canned) ValidateCall(ctx context.Context, r *discoveryv1.ValidateCallRequest) (*discoveryv1.ValidateCallResponse, error) {
	return next[*discoveryv1.ValidateCallResponse](ctx, c, r)
}

// start serves the canned answers on a free port and returns its address.
func (c *canned) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(64 << 20))
	discoveryv1.RegisterRegistryServiceServer(server, c)
	discoveryv1.RegisterSearchServiceServer(server, c)
	discoveryv1.RegisterProjectionServiceServer(server, c)
	discoveryv1.RegisterValidationServiceServer(server, c)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		// A run that sends nothing may be over before Serve has begun.
		if err := <-done; err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			t.Errorf("serve: %v", err)
		}
	})
	return listener.Addr().String()
}

// outcome is what a run leaves behind.
type outcome struct {
	code     int
	out, err string
}

// run is the program in this process. Environment entries may stand before the arguments.
func run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	var env []string
	for len(args) > 0 && strings.Contains(args[0], "=") && !strings.HasPrefix(args[0], "-") {
		env, args = append(env, args[0]), args[1:]
	}
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), cli.Process{
		Args: args, Env: env, Version: "v1.2.3",
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
	})
	return outcome{code, out.String(), errs.String()}
}

// file writes a file of the test and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
