// Package daemon is the service as one process: store, catalogs and doors
// wired together, from the ready line to the last closed connection.
package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/receipts"
	"github.com/discoveryd/discoveryd/internal/server"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/store/open"
)

// ErrConfig is wrapped by errors that no retry mends: an address, a URL or a
// token file that cannot work.
var ErrConfig = errors.New("configuration")

// ServeConfig is what `discoveryd serve` is told.
type ServeConfig struct {
	HTTP        string // host:port of the HTTP/JSON door
	GRPC        string // host:port of the gRPC door
	Admin       string // host:port of metrics and health
	DatabaseURL string // postgres://… or sqlite:PATH
	TokenFile   string // file with the one bearer token; empty turns auth off
	MaxCatalogs int    // how many catalogs there may be
	Version     string // of the build, for build_info

	ReceiptsRetention time.Duration // how long what turns showed is kept; 0 is not at all
}

// IO is where a process writes: ready lines to Out, logs to Err.
type IO struct {
	Out io.Writer
	Err io.Writer
}

const (
	// pollEvery is how soon a server sees what another one committed.
	pollEvery = 500 * time.Millisecond
	// drainDelay lets a load balancer see that readiness is off. A server with
	// a token may stand behind one; a loopback one does not.
	drainDelay = 2 * time.Second
)

// Serve runs the service until ctx ends, and returns nil after a clean stop.
func Serve(ctx context.Context, config ServeConfig, streams IO) error {
	if config.MaxCatalogs < 1 {
		return fmt.Errorf("%w: max-catalogs is %d; want at least 1", ErrConfig, config.MaxCatalogs)
	}
	if config.ReceiptsRetention < 0 {
		return fmt.Errorf("%w: receipts-retention is %s; want 0 (off) or more", ErrConfig, config.ReceiptsRetention)
	}
	token, err := readToken(config.TokenFile)
	if err != nil {
		return err
	}
	db, err := openStore(ctx, config.DatabaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	log := slog.New(slog.NewJSONHandler(streams.Err, nil))
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	counted := metrics.New(registry, metrics.Config{
		Methods: server.Methods(), Version: config.Version, Revision: vcsRevision(), Now: time.Now,
	})
	catalogs := catalog.New(catalog.Config{Store: db, PollEvery: pollEvery, Metrics: counted, Log: log})
	handlers := &server.Handlers{Store: catalogs.Guard(db), Catalogs: catalogs, Metrics: counted, Log: log, MaxCatalogs: config.MaxCatalogs}
	if config.ReceiptsRetention > 0 {
		handlers.Receipts = receipts.New(receipts.Config{Store: db, Retention: config.ReceiptsRetention, Metrics: counted, Log: log})
	}
	doors, err := server.New(server.Config{ //nolint:contextcheck // a stream brings its own context
		HTTP: config.HTTP, GRPC: config.GRPC, Admin: config.Admin, Token: token,
		Services: server.Services{Registry: handlers, Search: handlers, Projection: handlers, Validation: handlers},
		Ready:    catalogs.Ready, Metrics: counted, Gatherer: registry, Log: log, DrainDelay: drainFor(token),
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	background := []func(context.Context){catalogs.Run}
	if handlers.Receipts != nil {
		background = append(background, handlers.Receipts.Run)
	}
	defer behind(ctx, background)()
	if err := sayReady(streams.Out, doors.Addresses()); err != nil {
		return err
	}
	return doors.Run(ctx)
}

// behind runs what works behind the doors; the returned function ends it and
// waits for it. It outlives ctx while the doors drain, so that late answers stay
// right and their receipts are kept.
func behind(ctx context.Context, runs []func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	for _, run := range runs {
		running.Go(func() { run(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}
}

func readToken(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	token, err := server.ReadToken(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return token, nil
}

func openStore(ctx context.Context, url string) (store.Store, error) {
	db, err := open.Store(ctx, url)
	if err != nil && !errors.Is(err, store.ErrUnavailable) {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return db, err
}

func drainFor(token string) time.Duration {
	if token == "" {
		return 0
	}
	return drainDelay
}

// sayReady prints the first line that says ready (contract 1).
func sayReady(out io.Writer, addresses server.Addresses) error {
	line, err := json.Marshal(struct {
		Ready bool `json:"ready"`
		server.Addresses
	}{true, addresses})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", line)
	return err
}

func vcsRevision() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}

// Migrate brings the database's schema up to date and says on streams.Out what it did.
func Migrate(ctx context.Context, databaseURL string, streams IO) error {
	applied, err := open.Migrate(ctx, databaseURL)
	for _, file := range applied {
		fmt.Fprintf(streams.Out, "applied %s\n", file)
	}
	if err != nil {
		if !errors.Is(err, store.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", ErrConfig, err)
		}
		return err
	}
	if len(applied) == 0 {
		fmt.Fprintln(streams.Out, "the schema is up to date")
	}
	return nil
}
