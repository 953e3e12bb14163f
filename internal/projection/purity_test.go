package projection_test

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// What a prompt cache sees must not move for a reason that is not in the
// conversation (contract 7.1, 7.8, 7.11).

func TestAnUnrelatedRegistrationChangesNothing(t *testing.T) {
	// Of families that no conversation here asks for, under roots that are there already.
	newcomers := []string{"d_e.more", "g.more", "g.yet.more", "d-f.more"}
	rapid.Check(t, func(t *rapid.T) {
		req, _ := drawRequest(t)
		first := project(t, req)
		added := rapid.SliceOfNDistinct(rapid.SampledFrom(newcomers), 1, len(newcomers), rapid.ID[string]).Draw(t, "added")
		req.Tools = catalog(slices.Concat(added, registered())...)
		sameAnswer(t, first, project(t, req))
	})
}

func TestThePrefixIsThatOfTheRootsWhateverTheConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, _ := drawRequest(t)
		other, _ := drawRequest(t)
		one.Settings.DomainsLine = rapid.Bool().Draw(t, "domains_line")
		other.Settings.DomainsLine = one.Settings.DomainsLine
		one.Domains, other.Domains = []string{"writing"}, []string{"writing"}
		other.Tools = catalog(slices.Concat(registered(), []string{"b.more", "c.more"})...)
		first := project(t, one)
		if second := project(t, other); first.Prefix != second.Prefix {
			t.Fatalf("one root set, two prefixes:\n%s\n%s", first.Prefix, second.Prefix)
		}
		one.Tools = catalog(slices.Concat(registered(), []string{"new.root"})...)
		if moved := project(t, one); moved.Prefix == first.Prefix || moved.ToolsDigest == first.ToolsDigest || !bytes.Equal(moved.Tools, first.Tools) {
			t.Fatalf("a new root is to show in the prefix and the digest, and not in the tools:\n%s\n%s", moved.Prefix, moved.Tools)
		}
	})
}

func TestSpellingNamesInAnyWayChangesNothing(t *testing.T) {
	var records []*tool.Record
	for _, r := range catalog(registered()...).All() {
		renamed := *r
		renamed.Aliases = []string{former(r.Name)}
		records = append(records, &renamed)
	}
	set := tool.NewSet(records)
	rapid.Check(t, func(t *rapid.T) {
		req, steps := drawRequest(t)
		req.Tools = set
		first := project(t, req)
		req.Transcript = in(req.Format, spelled(steps, func(name string) string { return spell(t, set, name) })...)
		sameAnswer(t, first, project(t, req))
	})
}

// former is a tool's alias of these tests, in its family.
func former(name string) string { return tool.Family(name) + ".former-" + fmt.Sprintf("%x", name) }

// spell draws one of the ways to name a tool.
func spell(t *rapid.T, set *tool.Set, name string) string {
	ways := []string{name, tool.Wire(name)}
	if _, ok := set.Resolve(name); ok {
		ways = append(ways, former(name), tool.Wire(former(name)))
	}
	return rapid.SampledFrom(ways).Draw(t, "spelling")
}

// spelled writes every name of a conversation anew.
func spelled(steps []step, spell func(string) string) []step {
	all := func(names []string) []string {
		var out []string
		for _, name := range names {
			out = append(out, spell(name))
		}
		return out
	}
	var out []step
	for _, s := range steps {
		var again step
		for _, a := range s {
			a.names, a.families = all(a.names), wires(a.families)
			if a.call != "" {
				a.call = spell(a.call)
			}
			again = append(again, a)
		}
		out = append(out, again)
	}
	return out
}

func wires(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, tool.Wire(name))
	}
	return out
}

func TestManyAtOnceOnAnyNumberOfProcessorsGiveTheBytesOfOne(t *testing.T) {
	set := catalog(registered()...)
	steps := []step{activate("a", "b.x", "no.such"), {}, call("c.deep.one"), {{families: []string{"c"}}}, activate("g")}
	for _, format := range formats {
		req := request(set, format, steps...)
		req.Options.Slots = new(3)
		want := whole(project(t, req))
		for _, processors := range []int{1, 2, 7} {
			t.Run(fmt.Sprintf("%s on %d", format, processors), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
				var all sync.WaitGroup
				for range 8 {
					all.Go(func() {
						if got, err := projection.Project(req); err != nil || whole(got) != want {
							t.Errorf("error %v, got %s\nwant %s", err, whole(got), want)
						}
					})
				}
				all.Wait()
			})
		}
	}
}

// whole is everything that an answer says, as text.
func whole(a projection.Answer) string {
	return fmt.Sprintf("%s %s %q %q %v %v %v %v %v %d/%d %s %v", a.Tools, a.ToolsDigest, a.Prefix, a.Suffix, shown(a), a.Evicted,
		a.Cut, a.Dropped, a.Carry, a.Used, a.Slots, a.Deltas, a.Warnings)
}
