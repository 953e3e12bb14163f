package transcript

import (
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// guessedBytes bounds how much of a transcript without calls is read again to
// see whether it is written in another format than the one named.
const guessedBytes = 64 << 10

// mistaken reports a transcript in which the named format has no calls and
// another one has. A wrong name would otherwise go unseen: the set of tools
// would stay empty for ever.
func mistaken(named format, lists [][]byte) error {
	for _, other := range formats() {
		if other.name == named.name {
			continue
		}
		if other.findsCalls(lists) {
			return problem.At("/format", problem.InvalidField,
				"got %s, in which this transcript has no tool calls; it looks like %s, in which it has some: name that format", named.name, other.name)
		}
	}
	return nil
}

// findsCalls reports whether the beginning of a transcript has calls in a format.
func (f format) findsCalls(lists [][]byte) bool {
	s := newScan()
	read := 0
	for _, list := range lists {
		for _, turn := range jsontext.ValueOf(list).Elements() {
			s.begin()
			f.read(s, turn)
			s.end()
			if read += len(turn.Raw()); len(s.events) > 0 || read > guessedBytes {
				return len(s.events) > 0
			}
		}
	}
	return false
}
