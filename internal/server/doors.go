// Package server is the service's three doors and what stands behind them:
// HTTP and gRPC with one chain of interceptors, the admin door, and one
// handler per RPC. It holds the only table from a reason to a gRPC code and an
// HTTP status. It decides nothing about tools: handlers decode, call one
// function over domain values, and encode.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/metrics"
)

// Services are the implementations behind the doors.
type Services struct {
	Registry   discoveryv1.RegistryServiceServer
	Search     discoveryv1.SearchServiceServer
	Projection discoveryv1.ProjectionServiceServer
	Validation discoveryv1.ValidationServiceServer
}

// Config is everything the doors need from outside.
type Config struct {
	// HTTP, GRPC and Admin are addresses to listen on; port 0 takes a free one.
	HTTP, GRPC, Admin string
	// Token is the bearer token of both API doors. Empty means none: then they
	// are served on loopback only.
	Token    string
	Services Services
	// Ready returns why the server should get no traffic yet, or nil.
	Ready    func() error
	Metrics  *metrics.Metrics
	Gatherer prometheus.Gatherer
	Log      *slog.Logger
	// DrainDelay is how long the doors stay open after readiness went off, for
	// load balancers to notice.
	DrainDelay time.Duration
	// StopTimeout is how long calls under way may take to end; 0 means 10 seconds.
	StopTimeout time.Duration
}

// Addresses are the doors' real addresses.
type Addresses struct {
	HTTP  string `json:"http"`
	GRPC  string `json:"grpc"`
	Admin string `json:"admin"`
}

// Server is three open doors. Run serves them and closes them.
type Server struct {
	recorder    recorder
	entrance    entrance
	health      *health
	listeners   listeners
	grpc        *grpc.Server
	conn        *grpc.ClientConn // of the gateway
	http, admin *http.Server
	drainDelay  time.Duration
	stopTimeout time.Duration
}

// listeners are where calls come from; memory is the gateway's.
type listeners struct {
	http, grpc, admin net.Listener
	memory            *bufconn.Listener
}

// Bounds of an HTTP connection.
const (
	headerTime = 5 * time.Second
	bodyTime   = time.Minute
	writeTime  = 2 * time.Minute
	idleTime   = 2 * time.Minute
)

// New opens the doors. Callers that come now wait until Run serves them; Run
// must be called, because it closes what New opened.
func New(config Config) (*Server, error) {
	if config.Token != "" {
		if err := checkToken(config.Token); err != nil {
			return nil, err
		}
	}
	s := &Server{
		recorder: recorder{config.Log, config.Metrics}, entrance: newEntrance(config.Token),
		health: newHealth(config.Ready, serviceNames()), drainDelay: config.DrainDelay, stopTimeout: config.StopTimeout,
	}
	if s.stopTimeout == 0 {
		s.stopTimeout = 10 * time.Second
	}
	if err := s.listen(config); err != nil {
		return nil, err
	}
	if err := s.assemble(config); err != nil {
		s.listeners.close()
		return nil, err
	}
	if !s.entrance.token {
		config.Log.Warn("no token file: serving this machine only, without authentication")
	}
	return s, nil
}

func serviceNames() []string {
	var names []string
	for _, service := range apiServices() {
		names = append(names, string(service.FullName()))
	}
	return names
}

// Addresses returns where the doors are.
func (s *Server) Addresses() Addresses {
	return Addresses{s.listeners.http.Addr().String(), s.listeners.grpc.Addr().String(), s.listeners.admin.Addr().String()}
}

func (s *Server) listen(config Config) (err error) {
	defer func() {
		if err != nil {
			s.listeners.close()
		}
	}()
	if s.listeners.http, err = s.listenAPI("http", config.HTTP); err != nil {
		return err
	}
	if s.listeners.grpc, err = s.listenAPI("grpc", config.GRPC); err != nil {
		return err
	}
	if s.listeners.admin, err = net.Listen("tcp", config.Admin); err != nil {
		return fmt.Errorf("open the admin door: %w", err)
	}
	s.listeners.memory = bufconn.Listen(memoryBuffer)
	return nil
}

// listenAPI opens an API door. Without a token it must be on loopback; what
// counts is the address it is really bound to.
func (s *Server) listenAPI(door, address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("open the %s door: %w", door, err)
	}
	if bound, ok := listener.Addr().(*net.TCPAddr); !s.entrance.token && (!ok || !bound.IP.IsLoopback()) {
		_ = listener.Close() // nothing was served on it
		return nil, fmt.Errorf("the %s door on %q can be reached from elsewhere: give a token file, or a loopback address such as 127.0.0.1:0", door, address)
	}
	return listener, nil
}

func (l listeners) close() {
	for _, listener := range []net.Listener{l.http, l.grpc, l.admin} {
		if listener != nil {
			_ = listener.Close() // nothing to save
		}
	}
	if l.memory != nil {
		_ = l.memory.Close() // cannot fail
	}
}

func (s *Server) assemble(config Config) error {
	document, err := newOpenAPI()
	if err != nil {
		return err
	}
	if s.conn, err = dialMemory(s.listeners.memory); err != nil {
		return fmt.Errorf("connect the gateway: %w", err)
	}
	f := &front{routes: newRoutes(), entrance: s.entrance, health: s.health, recorder: s.recorder, openapi: document}
	if f.gateway, err = newGateway(context.Background(), s.conn, f); err != nil {
		return errors.Join(fmt.Errorf("build the gateway: %w", err), s.conn.Close())
	}
	s.grpc = s.newGRPC(config.Services)
	s.http = newHTTP(f, config.Log)
	s.admin = newHTTP(s.newAdmin(config), config.Log)
	return nil
}

func newHTTP(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes:               maxHeaderBytes,
		DisableGeneralOptionsHandler: true,
		// What net/http says of single connections is a caller's doing, not ours.
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Run serves the doors until ctx ends or one of them fails, then shuts down:
// readiness off, a moment for load balancers, HTTP, gRPC, admin. It returns
// when nothing it started is running any more.
func (s *Server) Run(ctx context.Context) error {
	failed := make(chan error, 4) // one for each server, so that none waits
	var running sync.WaitGroup
	serve := func(door string, serve func() error) {
		running.Go(func() {
			if err := serve(); err != nil && !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("serve the %s door: %w", door, err)
			}
		})
	}
	serve("grpc", func() error { return s.grpc.Serve(s.listeners.grpc) })
	serve("memory", func() error { return s.grpc.Serve(s.listeners.memory) })
	serve("http", func() error { return s.http.Serve(s.listeners.http) })
	serve("admin", func() error { return s.admin.Serve(s.listeners.admin) })
	var err error
	select {
	case <-ctx.Done():
		s.health.drain()
		time.Sleep(s.drainDelay)
	case err = <-failed:
		s.health.drain()
	}
	s.shutDown(context.WithoutCancel(ctx))
	running.Wait()
	return err
}

// shutDown closes the doors in the order in which requests pass them.
func (s *Server) shutDown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.stopTimeout)
	defer cancel()
	stopHTTP(ctx, s.http)
	_ = s.conn.Close() // fails only when closed twice
	graceful := make(chan struct{})
	go func() {
		s.grpc.GracefulStop()
		close(graceful)
	}()
	select {
	case <-graceful:
	case <-ctx.Done():
		s.grpc.Stop()
		<-graceful
	}
	stopHTTP(ctx, s.admin)
}

func stopHTTP(ctx context.Context, server *http.Server) {
	if server.Shutdown(ctx) != nil {
		_ = server.Close() // what did not end in time is cut off
	}
}
