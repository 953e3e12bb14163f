package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/catalog"
	"github.com/discoveryd/discoveryd/internal/metrics"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/receipts"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Handlers answers every RPC: each decodes, calls one function over domain
// values, and encodes. One file per RPC.
type Handlers struct {
	discoveryv1.UnimplementedRegistryServiceServer
	discoveryv1.UnimplementedSearchServiceServer
	discoveryv1.UnimplementedProjectionServiceServer
	discoveryv1.UnimplementedValidationServiceServer

	Store    store.Store
	Catalogs *catalog.Catalogs
	Metrics  *metrics.Metrics
	Log      *slog.Logger
	// Receipts keeps what turns showed; nil where nobody asked for it.
	Receipts *receipts.Keeper
	// MaxCatalogs is how many catalogs there may be.
	MaxCatalogs int
}

// ownWrites bounds how long a writer waits until its own server's searches
// see what it wrote. The write itself is durable before. A snapshot that is
// late, or put off in a burst of changes, does not undo it; min_revision waits
// longer.
const ownWrites = 2 * time.Second

// commit runs a change and waits until this server's snapshot has it, as a rule.
func (h *Handlers) commit(ctx context.Context, catalog, team string, op registry.Operation) (registry.Result, error) {
	if checkCatalogName(catalog) != nil { // a text that no name can be never reaches a store
		return registry.Result{}, problem.New(problem.UnknownCatalog, "there is no catalog %s, and none can have that name", tool.Shown(catalog))
	}
	result, err := h.Store.Commit(ctx, catalog, team, op)
	if err != nil {
		return result, err
	}
	ctx, cancel := context.WithTimeout(ctx, ownWrites)
	defer cancel()
	h.Catalogs.Settle(ctx, catalog, result.Revision)
	return result, nil
}

// unknownTool is the answer to a name that is no live tool of a snapshot.
func unknownTool(snapshot *catalog.Snapshot, field, name string) *problem.Error {
	if last, ok := snapshot.Tools.Deleted(name); ok {
		err := problem.At(field, problem.UnknownTool, "the tool %s of catalog %q was deleted", tool.Shown(name), snapshot.Catalog)
		if last.Deprecation != nil && last.Deprecation.ReplacedBy != "" {
			return err.With("successor", last.Deprecation.ReplacedBy)
		}
		return err
	}
	err := problem.At(field, problem.UnknownTool, "there is no tool %s in catalog %q", tool.Shown(name), snapshot.Catalog)
	if near := snapshot.Index.NearNames(name, 1); len(near) > 0 {
		err.Message += "; the nearest name is " + near[0]
		return err.With("suggestion", near[0])
	}
	return err
}

// version finds a tool by name or alias in either spelling: its present
// record, or with version > 0 that one, of a deleted tool too.
func (h *Handlers) version(ctx context.Context, snapshot *catalog.Snapshot, name string, version int) (*tool.Record, error) {
	if version < 0 {
		return nil, problem.At("/version", problem.InvalidField, "got %d, want a version from 1, or 0 for the present one", version)
	}
	record, live := snapshot.Tools.Resolve(name)
	if version == 0 && !live {
		return nil, unknownTool(snapshot, "/name", name)
	}
	if live && (version == 0 || version == record.Version) {
		return record, nil
	}
	record, err := h.Store.Version(ctx, snapshot.Catalog, historyName(snapshot, name), version)
	switch {
	case errors.Is(err, store.ErrUnknownTool):
		return nil, unknownTool(snapshot, "/name", name)
	case errors.Is(err, store.ErrUnknownVersion):
		return nil, problem.At("/version", problem.UnknownVersion, "the tool %s has no version %d; its versions list has them all", tool.Shown(name), version)
	}
	return record, err
}

// historyName is the name under which a tool's versions are kept, empty when no
// tool can have it: such a text never reaches a store.
func historyName(snapshot *catalog.Snapshot, name string) string {
	if record, ok := snapshot.Tools.Resolve(name); ok {
		return record.Name
	}
	if !tool.Legal(name) {
		return ""
	}
	return tool.Dotted(name)
}
