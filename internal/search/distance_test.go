package search

import (
	"testing"

	"pgregory.net/rapid"
)

// slow is the distance by its definition: the cheapest first step, and the rest.
func slow(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	change := 1
	if a[0] == b[0] {
		change = 0
	}
	d := min(1+slow(a[1:], b), 1+slow(a, b[1:]), change+slow(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, 1+slow(a[2:], b[2:]))
	}
	return d
}

func TestDistanceIsThatOfItsDefinition(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcé-_")), 0, 5, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		limit := rapid.IntRange(0, 7).Draw(t, "limit")
		want := slow([]rune(a), []rune(b))
		if got, ok := newMeter(a, limit).distance(b); ok != (want <= limit) || ok && got != want {
			t.Fatalf("distance of %q and %q within %d = %d, %v, want %d", a, b, limit, got, ok, want)
		}
	})
}

func TestDistancesOfSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"file", "fiel", 1},
		{"label", "lable", 1},
		{"read", "reed", 1},
		{"read", "rea", 1},
		{"ca", "abc", 3},
		{"invoice", "invocies", 2},
	} {
		if got, ok := newMeter(c.a, 3).distance(c.b); !ok || got != c.want {
			t.Errorf("distance of %s and %s = %d, %v, want %d", c.a, c.b, got, ok, c.want)
		}
	}
}
