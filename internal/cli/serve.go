package cli

import (
	"context"
	"errors"
	"time"

	"github.com/discoveryd/discoveryd/internal/daemon"
)

type serveCommand struct {
	HTTP        string `name:"http" default:"127.0.0.1:8080" help:"The HTTP/JSON door; port 0 takes a free one."`
	GRPC        string `name:"grpc" default:"127.0.0.1:8081" help:"The gRPC door."`
	Admin       string `default:"127.0.0.1:8082" help:"Metrics and health."`
	DatabaseURL string `name:"database-url" default:"sqlite:discoveryd-data/discoveryd.db" help:"postgres://… or sqlite:PATH."`
	TokenFile   string `placeholder:"FILE" help:"File with the bearer token that both API doors want; without one they stay on loopback."`
	MaxCatalogs int    `default:"100" help:"How many catalogs there may be, at least 1."`

	ReceiptsRetention time.Duration `default:"0" placeholder:"DURATION" help:"How long to keep receipts of what each turn showed, such as 168h; 0 keeps none."`
}

// Run serves until the process is told to stop.
func (c *serveCommand) Run(ctx context.Context, s *session) error {
	err := daemon.Serve(ctx, daemon.ServeConfig{
		HTTP: c.HTTP, GRPC: c.GRPC, Admin: c.Admin,
		DatabaseURL: c.DatabaseURL, TokenFile: c.TokenFile, MaxCatalogs: c.MaxCatalogs, Version: s.version,
		ReceiptsRetention: c.ReceiptsRetention,
	}, daemon.IO{Out: s.streams.out, Err: s.streams.err})
	return started(err)
}

// started sorts an error of the daemon: bad configuration, or something out of reach.
func started(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, daemon.ErrConfig):
		return usage("%s", err)
	default:
		return nothingError{err}
	}
}
