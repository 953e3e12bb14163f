// Command discoveryd is the tool discovery service and its client.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/discoveryd/discoveryd/internal/cli"
)

// version is set by the build.
var version = "unknown"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program but for the signals; it returns the exit code.
func run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, cli.Process{
		Args: args, Env: env, Stdin: stdin, Stdout: stdout, Stderr: stderr, Version: version,
	})
}
