package server

import (
	"math"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/problem"
)

// within reports a number that is set and out of bounds.
func within(list *problem.List, field string, value *int32, least, most int) {
	if value != nil && (int(*value) < least || int(*value) > most) {
		list.Add(field, problem.InvalidField, "limit %s: got %d, want %d to %d", strings.TrimPrefix(field, "/"), *value, least, most)
	}
}

// oneOf reports a word that is set and none of the allowed.
func oneOf(list *problem.List, field, value string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		list.Add(field, problem.InvalidField, "got %q, want one of %s", value, strings.Join(allowed, ", "))
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
