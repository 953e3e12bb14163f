package store

import "context"

// Turns keeps receipts of projections. They are no facts of a catalog: they may
// be lost, and old ones go.
type Turns interface {
	// SaveTurns appends receipts. Errors: ErrUnavailable.
	SaveTurns(ctx context.Context, turns []Turn) error
	// Turns returns receipts of a catalog, newest first. Errors: ErrUnavailable.
	Turns(ctx context.Context, q TurnQuery) ([]Turn, error)
	// PruneTurns deletes up to limit receipts of before a time, oldest first,
	// and returns how many. Errors: ErrUnavailable.
	PruneTurns(ctx context.Context, before int64, limit int) (int, error)
}

// Turn is what one projection showed to a model. It holds names and counts,
// never a transcript.
type Turn struct {
	ID             int64 // set by the store; grows
	Catalog        string
	ConversationID string
	TurnID         string
	At             int64 // microseconds since the Unix epoch
	Revision       int64
	Shown          Shown
}

// Shown is what was declared and what became of the rest.
type Shown struct {
	Format  string   `json:"format"`
	Digest  string   `json:"digest"`
	Cache   string   `json:"cache"`
	Chars   int      `json:"chars"`
	Exposed []Named  `json:"exposed,omitempty"`
	Evicted []string `json:"evicted,omitempty"`
	Cut     []string `json:"cut,omitempty"`
	Dropped []Named  `json:"dropped,omitempty"`
}

// Named is a tool's name and why it is there, or is not.
type Named struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// TurnQuery asks for a page of receipts.
type TurnQuery struct {
	Catalog        string
	ConversationID string // empty for all
	Before         int64  // only those with a lesser id; 0 for the newest
	Limit          int
}
