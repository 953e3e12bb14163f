package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// server is a `discoveryd serve` of our own on a throw-away database.
type server struct {
	process *exec.Cmd
	log     *bytes.Buffer
	dir     string
	conn    *grpc.ClientConn
}

// startServer runs the binary on free ports and returns when it is ready.
func startServer(ctx context.Context, binary string) (*server, error) {
	dir, err := os.MkdirTemp("", "discoveryd-eval")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, log: &bytes.Buffer{}}
	const free = "127.0.0.1:0"
	s.process = exec.CommandContext(ctx, binary, "serve", "--http", free, "--grpc", free, "--admin", free,
		"--database-url", "sqlite:"+filepath.Join(dir, "discoveryd.db"), "--max-catalogs", "10000")
	s.process.Env = withoutOurs(os.Environ())
	s.process.Stderr = s.log
	s.process.Cancel = func() error { return s.process.Process.Signal(syscall.SIGTERM) }
	if err := s.connect(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", binary, err), s.stop())
	}
	return s, nil
}

// withoutOurs leaves out the variables that would configure the server.
func withoutOurs(env []string) []string {
	var out []string
	for _, entry := range env {
		if !strings.HasPrefix(entry, "DISCOVERYD_") {
			out = append(out, entry)
		}
	}
	return out
}

// connect reads the addresses from the ready line and waits for the first load.
func (s *server) connect(ctx context.Context) error {
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no ready line: %w", err)
	}
	var ready struct {
		GRPC string `json:"grpc"`
	}
	if err := json.Unmarshal(line, &ready); err != nil {
		return fmt.Errorf("ready line %q: %w", line, err)
	}
	s.conn, err = grpc.NewClient(ready.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(limits.ApplyBody)))
	if err != nil {
		return err
	}
	return waitServing(ctx, s.conn)
}

func waitServing(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watch, err := grpc_health_v1.NewHealthClient(conn).Watch(ctx, &grpc_health_v1.HealthCheckRequest{})
	for err == nil {
		var answer *grpc_health_v1.HealthCheckResponse
		answer, err = watch.Recv()
		if answer.GetStatus() == grpc_health_v1.HealthCheckResponse_SERVING {
			return nil
		}
	}
	return fmt.Errorf("wait until it is ready: %w", err)
}

// stop ends the server and takes its database away.
func (s *server) stop() error {
	var errs []error
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	if s.process.Process != nil {
		if err := s.process.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			errs = append(errs, err)
		}
		if err := s.process.Wait(); err != nil {
			errs = append(errs, fmt.Errorf("the server ended with %w; it said:\n%s", err, lastOf(s.log)))
		}
	}
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}

// lastOf is the end of a log, where the reason stands.
func lastOf(log *bytes.Buffer) string {
	const most = 2000 // bytes
	text := log.Bytes()
	return string(text[max(0, len(text)-most):])
}
