package dialect

import (
	"fmt"
	"strings"
)

// Change is one thing that a declaration says otherwise than the record does,
// because the provider would refuse the request.
type Change struct {
	Pointer string // RFC 6901, into the record
	Effect  Effect
	Message string
}

// Effect is what a change does to what a model is told.
type Effect string

const (
	// Same is another way to say the same.
	Same Effect = "same"
	// Weaker leaves out something that a model could go by, such as a pattern or
	// a default. Calls are validated against the record all the same.
	Weaker Effect = "weaker"
	// Lost leaves out what a call may need: a property, the values allowed, a
	// part of the description.
	Lost Effect = "lost"
)

// summary lists changes, the first few in words.
func summary(changes []Change) string {
	const named = 4
	var texts []string
	for _, c := range changes[:min(named, len(changes))] {
		texts = append(texts, c.Message)
	}
	text := strings.Join(texts, "; ")
	if len(changes) > named {
		text += fmt.Sprintf("; and %d more", len(changes)-named)
	}
	return text
}
