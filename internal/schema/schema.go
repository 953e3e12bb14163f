// Package schema is the tool-call validator (S2: validate before dispatch). It
// compiles a tool's parameters schema, a closed subset of JSON Schema 2020-12,
// and checks the arguments of calls against it: pure, recursive, no coercion,
// every error with its JSON pointer.
//
// Both halves are bounded before they start (contract 8). Compile refuses what
// could expand, loop or match without end; Validate pays for every byte it
// looks at out of a fixed number of steps. Both read JSON text as it stands, so
// numbers are compared on their literals and never through float64.
package schema

import (
	"bytes"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
)

// Schema is a compiled parameters schema. It is immutable, keeps nothing of
// the text it was compiled from, and is safe for concurrent use.
type Schema struct{ root *node }

// Problem is a reason why a schema cannot be registered.
type Problem struct {
	Pointer string // RFC 6901, into the schema
	Keyword string // the offending keyword, or empty
	Limit   string // the name of the limit passed (internal/limits), or empty
	Message string
}

// Error is one place where an instance does not fit.
type Error struct {
	Path    string // RFC 6901, into the instance; the root is ""
	Keyword string
	Message string
}

// Compile checks and compiles the text of a parameters schema. profile is
// "full", the default, or "core". The problems are in document order and
// complete up to limits.ValidationErrors; the schema is nil when there are any.
func Compile(text []byte, profile string) (*Schema, []Problem) {
	if len(text) > limits.Schema {
		return nil, []Problem{{Limit: "schema", Message: fmt.Sprintf("schema of %d bytes, at most %d are allowed", len(text), limits.Schema)}}
	}
	bounds := instanceBounds()
	bounds.Nodes = limits.SchemaNodes
	if err := jsontext.Check(text, bounds); err != nil {
		return nil, []Problem{{Pointer: err.Pointer, Limit: err.Limit, Message: err.Message}}
	}
	c := compiler{core: profile == "core", places: map[step]*place{}}
	root := c.root(bytes.TrimSpace(text))
	c.resolve()
	c.bound(root)
	if problems := c.sorted(); len(problems) > 0 {
		return nil, problems
	}
	for _, n := range c.nodes {
		n.inPlace, n.inside = nil, nil
	}
	return &Schema{root: root}, nil
}

// Validate returns every error of an instance, sorted by path, then keyword,
// up to limits.ValidationErrors. The error is a *jsontext.Error that says which
// bound was passed: then the instance could not be checked at all.
func (s *Schema) Validate(instance []byte) ([]Error, error) {
	if err := jsontext.Check(instance, instanceBounds()); err != nil {
		return nil, err
	}
	v := validation{steps: limits.ValidationSteps, hints: maxHints}
	v.check(s.root, bytes.TrimSpace(instance))
	if v.exhausted() {
		return nil, &jsontext.Error{
			Limit:   "validation_steps",
			Message: fmt.Sprintf("checking this value against its schema takes more than %d steps; send fewer or shorter values", limits.ValidationSteps),
		}
	}
	return v.sorted(), nil
}

func instanceBounds() jsontext.Bounds {
	return jsontext.Bounds{Depth: limits.Depth, NumberLength: limits.NumberLength, Exponent: limits.NumberExponent}
}
