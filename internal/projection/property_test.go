package projection_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/workingset"
)

// universe is what conversations of the properties are about: registered
// names, and one that is not.
var universe = []string{"a", "b.x", "b.y", "c.deep.one", "c.deep.two", "d_e", "d-f", "g", "no.such"}

func registered() []string { return universe[:len(universe)-1] }

func drawSteps(t *rapid.T) []step {
	name := rapid.SampledFrom(universe)
	family := rapid.SampledFrom([]string{"a", "b", "c", "c.deep", "nope"})
	one := rapid.Custom(func(t *rapid.T) action {
		if rapid.Bool().Draw(t, "direct") {
			return action{call: name.Draw(t, "tool"), failed: rapid.Bool().Draw(t, "failed")}
		}
		return action{
			names:    rapid.SliceOfN(name, 0, 4).Draw(t, "names"),
			families: rapid.SliceOfN(family, 0, 2).Draw(t, "families"),
			failed:   rapid.IntRange(0, 4).Draw(t, "failed") == 0,
		}
	})
	return rapid.SliceOfN(rapid.Map(rapid.SliceOfN(one, 0, 3), func(actions []action) step { return actions }), 0, 12).Draw(t, "steps")
}

func drawRequest(t *rapid.T) (projection.Request, []step) {
	steps := drawSteps(t)
	req := request(catalog(registered()...), rapid.SampledFrom(formats).Draw(t, "format"), steps...)
	req.Settings.MaxExposed = rapid.IntRange(1, 12).Draw(t, "max_exposed")
	req.Options = projection.Options{
		Slots:    new(rapid.IntRange(0, 6).Draw(t, "slots")),
		Eviction: rapid.SampledFrom([]string{"", "lru", "batched"}).Draw(t, "eviction"),
		Order:    rapid.SampledFrom([]string{"", "name", "activation"}).Draw(t, "order"),
		Families: rapid.SliceOfN(rapid.SampledFrom([]string{"b", "c"}), 0, 2).Draw(t, "families"),
	}
	return req, steps
}

func TestTheSameInputGivesTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, _ := drawRequest(t)
		first := project(t, req)
		shuffled := rapid.Permutation(registered()).Draw(t, "registration order")
		req.Tools = catalog(shuffled...)
		sameAnswer(t, first, project(t, req))
	})
}

func TestEveryFormatGivesTheSameSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, steps := drawRequest(t)
		first := project(t, req)
		for _, format := range formats {
			req.Format, req.Transcript = format, in(format, steps...)
			other := project(t, req)
			if !slices.Equal(shown(first), shown(other)) || !slices.Equal(first.Evicted, other.Evicted) || first.Suffix != other.Suffix {
				t.Fatalf("%s shows %v, evicted %v; want %v, %v", format, shown(other), other.Evicted, shown(first), first.Evicted)
			}
		}
	})
}

func TestUserTurnsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, steps := drawRequest(t)
		first := project(t, req)
		at := rapid.IntRange(0, len(steps)).Draw(t, "at")
		req.Transcript = in(req.Format, slices.Insert(slices.Clone(steps), at, step{})...)
		other := project(t, req)
		if !bytes.Equal(first.Tools, other.Tools) || first.ToolsDigest != other.ToolsDigest || first.Suffix != other.Suffix {
			t.Fatalf("a user turn changed the declarations:\n%s\n%s", first.Tools, other.Tools)
		}
	})
}

func TestTheSetStaysWithinItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, _ := drawRequest(t)
		a := project(t, req)
		held := slices.DeleteFunc(slices.Clone(a.Carry), func(e string) bool { return strings.HasPrefix(e, "family:") })
		if len(held) > a.Slots || a.Slots > *req.Options.Slots {
			t.Fatalf("%d held in %d slots of %d", len(held), a.Slots, *req.Options.Slots)
		}
		if len(a.Exposed) > max(req.Settings.MaxExposed, 2) {
			t.Fatalf("%d exposed, max_exposed %d", len(a.Exposed), req.Settings.MaxExposed)
		}
		if a.Used != len(held) {
			t.Fatalf("held %v, but %d are declared", held, a.Used)
		}
		for _, name := range held {
			if slices.Contains(a.Cut, name) || slices.Contains(a.Evicted, name) {
				t.Fatalf("%s is held, and cut %v or evicted %v", name, a.Cut, a.Evicted)
			}
		}
		if req.Options.Order != "activation" && !slices.IsSortedFunc(a.Exposed, func(x, y workingset.Exposed) int {
			return strings.Compare(tool.Wire(x.Tool.Name), tool.Wire(y.Tool.Name))
		}) {
			t.Fatalf("not sorted by declared name: %v", shown(a))
		}
	})
}

func TestCarryKeepsTheSetOfAShortenedTranscript(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, steps := drawRequest(t)
		req.Options.Order = "name"
		from := rapid.IntRange(0, len(steps)).Draw(t, "summarised up to")
		req.Transcript = in(req.Format, steps[:from]...)
		carry := project(t, req).Carry

		req.Transcript = in(req.Format, steps...)
		whole := project(t, req)
		req.Transcript, req.Options.Carry = in(req.Format, steps[from:]...), carry
		tail := project(t, req)
		if !bytes.Equal(whole.Tools, tail.Tools) || whole.Suffix != tail.Suffix || !slices.Equal(whole.Carry, tail.Carry) {
			t.Fatalf("the whole transcript carries %v, its tail with carry %v carries %v", whole.Carry, carry, tail.Carry)
		}
	})
}

func TestPostingTheOrderBackKeepsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, _ := drawRequest(t)
		req.Options.Order = "activation"
		first := project(t, req)
		for _, e := range first.Exposed {
			req.Options.PreviousOrder = append(req.Options.PreviousOrder, e.Tool.Name)
		}
		if second := project(t, req); !bytes.Equal(first.Tools, second.Tools) {
			t.Fatalf("posting the order back changed it: %v, %v", shown(first), shown(second))
		}
	})
}

func sameAnswer(t *rapid.T, want, got projection.Answer) {
	t.Helper()
	if !bytes.Equal(want.Tools, got.Tools) || want.ToolsDigest != got.ToolsDigest || want.Suffix != got.Suffix ||
		!slices.Equal(shown(want), shown(got)) || !slices.Equal(want.Evicted, got.Evicted) || !slices.Equal(want.Cut, got.Cut) ||
		!slices.Equal(want.Carry, got.Carry) || !slices.Equal(want.Dropped, got.Dropped) {
		t.Fatalf("answers differ:\n%v %v %v %v %v\n%v %v %v %v %v",
			shown(want), want.Evicted, want.Cut, want.Carry, want.Dropped, shown(got), got.Evicted, got.Cut, got.Carry, got.Dropped)
	}
}
