package server

import (
	"math"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// span is what a limit of the limits table allows; both ends are included.
type span struct {
	limit       string
	least, most int
}

// within reports a number that is set and out of bounds.
func within(list *problem.List, field string, value *int32, s span) {
	switch {
	case value == nil:
	case int(*value) < s.least:
		list.Add(field, problem.InvalidField, "is %d; want %d to %d", *value, s.least, s.most)
	case int(*value) > s.most:
		list.Add(field, problem.LimitExceeded, "is %d; the limit %s allows %d to %d", *value, s.limit, s.least, s.most)
	}
}

// oneOf reports a word that is set and none of the allowed.
func oneOf(list *problem.List, field, value string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		list.Add(field, problem.InvalidField, "is %s; want one of %s", tool.Shown(value), strings.Join(allowed, ", "))
	}
}

// int32Of narrows a count; none here comes near the bound.
func int32Of(n int) int32 { return int32(max(math.MinInt32, min(n, math.MaxInt32))) }

func ptr32(n int) *int32 {
	narrow := int32Of(n)
	return &narrow
}

func intOf(n *int32) *int {
	if n == nil {
		return nil
	}
	wide := int(*n)
	return &wide
}
