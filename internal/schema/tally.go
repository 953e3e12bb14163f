package schema

import (
	"fmt"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// tally bounds how many findings one answer lists, so that a small input
// cannot ask for megabytes of messages and paths.
type tally struct {
	count int
	bytes int
	more  bool // than are listed
}

// take reports whether one more finding of a size is listed. The first always is.
func (t *tally) take(texts ...string) bool {
	for _, text := range texts {
		t.bytes += len(text)
	}
	if t.count > 0 && (t.count >= limits.ValidationErrors || t.bytes > limits.ValidationErrorBytes) {
		t.more = true
	}
	if t.more {
		return false
	}
	t.count++
	return true
}

// note ends the last message listed.
func (t *tally) note() string {
	if !t.more {
		return ""
	}
	return fmt.Sprintf(" (only %d are listed; there are more)", t.count)
}
