// Package catalog keeps every catalog in memory: an immutable snapshot each,
// built beside the live one and published through one atomic pointer. A
// request loads one snapshot and uses it throughout.
package catalog

import (
	"maps"
	"sync"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/schema"
	"github.com/discoveryd/discoveryd/internal/search"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Snapshot is one catalog as of one revision. It never changes.
type Snapshot struct {
	Catalog  string
	Revision int64
	Tools    *tool.Set
	Concepts []tool.Concept // by kind and id
	Settings settings.Settings
	Index    *search.Index

	records []*tool.Record       // by name, deleted ones included
	schemas map[string]*compiled // by name, live tools only
}

// compiled is a tool's schema, compiled when it is first asked for.
type compiled struct {
	record *tool.Record
	once   sync.Once
	schema *schema.Schema
	err    error
}

// Schema returns the compiled parameters schema of a live tool of this snapshot.
func (s *Snapshot) Schema(r *tool.Record) (*schema.Schema, error) {
	c := s.schemas[r.Name]
	c.once.Do(func() { c.schema, c.err = Compile(r) })
	return c.schema, c.err
}

// Compile compiles the schema of a stored record. It fails only on a record
// that an earlier release accepted and this one does not.
func Compile(r *tool.Record) (*schema.Schema, error) {
	compiled, problems := schema.Compile([]byte(r.Parameters), "full")
	if len(problems) > 0 {
		return nil, problem.New(problem.InvalidSchema,
			"the stored schema of %s version %d is no longer supported at %q: %s; register the tool again",
			r.Name, r.Version, problems[0].Pointer, problems[0].Message)
	}
	return compiled, nil
}

// build makes the snapshot that follows prev, which may be nil, from the rows
// that changed since. The result does not depend on prev's history.
func build(name string, prev *Snapshot, contents store.Contents) *Snapshot {
	next := &Snapshot{
		Catalog: name, Revision: contents.Revision,
		Concepts: contents.Concepts, Settings: contents.Settings,
		records: contents.Records, schemas: map[string]*compiled{},
	}
	if prev == nil {
		next.Tools = tool.NewSet(next.records)
		next.Index = search.Build(next.Tools, next.Concepts)
	} else {
		next.records = replace(prev.records, contents.Records)
		next.Tools = tool.NewSet(next.records)
		next.Index = prev.Index.Next(next.Tools, next.Concepts)
		next.schemas = maps.Clone(prev.schemas)
	}
	for _, r := range contents.Records {
		known := next.schemas[r.Name]
		switch {
		case r.Deleted:
			delete(next.schemas, r.Name)
		case known == nil || known.record.Digest != r.Digest:
			next.schemas[r.Name] = &compiled{record: r}
		}
	}
	return next
}

// replace puts changed records in the place of those with the same names. All
// are sorted by name.
func replace(records, changed []*tool.Record) []*tool.Record {
	next := make([]*tool.Record, 0, len(records)+len(changed))
	for _, r := range records {
		for len(changed) > 0 && changed[0].Name < r.Name {
			next, changed = append(next, changed[0]), changed[1:]
		}
		if len(changed) > 0 && changed[0].Name == r.Name {
			r, changed = changed[0], changed[1:]
		}
		next = append(next, r)
	}
	return append(next, changed...)
}
