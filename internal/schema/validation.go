package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

const (
	// checkCost is the price of applying one schema to one value, in steps.
	checkCost = 16
	// maxHints bounds the near misses looked for in one validation.
	maxHints = 32
)

// validation is the state of one walk over a value.
type validation struct {
	steps  int // left; see limits.ValidationSteps
	hints  int // left
	path   []token
	mode   mode
	errors []Error
	tally  tally
	first  *Error // of an attempt whose failure is to be quoted
}

// mode says how much of a failure is asked for.
type mode int

const (
	everything mode = iota // every error
	reason                 // the first error, to quote it
	verdict                // whether there is one
)

// token is one level of the path: a raw key, a name, or an index.
type token struct {
	key   []byte // with its quotes
	name  string // where a property is absent
	index int
}

// check applies a schema to a value.
func (v *validation) check(n *node, value []byte) bool {
	if !v.spend(checkCost) {
		return false
	}
	kind := jsontext.KindOf(value)
	ok := true
	for _, r := range n.rules {
		if !r.check(v, value, kind) {
			ok = false
			if v.hasty() {
				break
			}
		}
	}
	return ok
}

// attempt applies a schema whose errors are not errors of the value. On
// failure it returns the first of them where a message is to quote it. Within
// an attempt nothing is quoted, so that no alternative is walked or told twice.
func (v *validation) attempt(n *node, value []byte, quote bool) (bool, *Error) {
	outer := v.mode
	if v.mode = verdict; quote && outer == everything {
		v.mode = reason
	}
	ok := v.check(n, value)
	v.mode = outer
	if outer != everything {
		return ok, nil
	}
	why := v.first
	v.first = nil
	return ok, why
}

// spend pays for work before it is done; false means that it must not be done.
func (v *validation) spend(steps int) bool {
	v.steps -= steps
	return v.steps >= 0
}

func (v *validation) exhausted() bool { return v.steps < 0 }

// hasty reports whether one failure is enough to stop.
func (v *validation) hasty() bool { return v.mode != everything || v.tally.more || v.exhausted() }

// hint reports whether one more near miss may be looked for.
func (v *validation) hint() bool {
	v.hints--
	return v.hints >= 0
}

// fail records an error at the present path and returns false.
func (v *validation) fail(keyword, format string, args ...any) bool {
	switch {
	case v.exhausted() || v.tally.more || v.mode == verdict:
	case v.mode == reason:
		if v.first == nil {
			v.first = &Error{v.pointer(), keyword, fmt.Sprintf(format, args...)}
		}
	default:
		e := Error{v.pointer(), keyword, fmt.Sprintf(format, args...)}
		if v.tally.take(e.Path, e.Keyword, e.Message) {
			v.errors = append(v.errors, e)
		}
	}
	return false
}

// failBelow records an error at a property that is absent.
func (v *validation) failBelow(name, keyword, format string, args ...any) bool {
	v.path = append(v.path, token{name: name, index: -1})
	v.fail(keyword, format, args...)
	v.path = v.path[:len(v.path)-1]
	return false
}

// pointer spells the present path (RFC 6901).
func (v *validation) pointer() string {
	var out strings.Builder
	for _, t := range v.path {
		out.WriteByte('/')
		switch {
		case t.key != nil:
			out.WriteString(jsontext.EscapePointer(string(textOf(t.key))))
		case t.index < 0:
			out.WriteString(jsontext.EscapePointer(t.name))
		default:
			out.WriteString(strconv.Itoa(t.index))
		}
	}
	return out.String()
}

// saysAbsent reports whether an error stands at a property that is absent.
func saysAbsent(e Error) bool { return e.Keyword == "required" || e.Keyword == "dependentRequired" }

// sorted returns the errors by path, then keyword, each once: two branches of
// allOf may find the same thing, and an absent name may be asked for by several.
func (v *validation) sorted() []Error {
	slices.SortFunc(v.errors, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	slices.Reverse(v.errors) // of an absent name's errors the plain one stays
	v.errors = slices.CompactFunc(v.errors, func(a, b Error) bool {
		return a == b || a.Path == b.Path && saysAbsent(a) && saysAbsent(b)
	})
	slices.Reverse(v.errors)
	if last := len(v.errors) - 1; last >= 0 {
		v.errors[last].Message += v.tally.note()
	}
	return v.errors
}
