package cli

import (
	"context"

	"github.com/discoveryd/discoveryd/internal/daemon"
)

type migrateCommand struct {
	DatabaseURL string `name:"database-url" default:"sqlite:discoveryd-data/discoveryd.db" help:"postgres://… or sqlite:PATH."`
}

// Run migrates and ends.
func (c *migrateCommand) Run(ctx context.Context, s *session) error {
	done := s.err.Status("migrating …")
	defer done()
	return started(daemon.Migrate(ctx, c.DatabaseURL, daemon.IO{Out: s.streams.out, Err: s.streams.err}))
}
