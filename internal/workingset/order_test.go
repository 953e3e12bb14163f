package workingset_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/workingset"
)

func TestByNameSortsDeclaredNamesByBytes(t *testing.T) {
	in := input(catalog("a.b", "a-b", "a_b", "a1", "ab", "z"), script("activate z ab a_b a.b a-b a1"))
	in.Options.Slots = 6
	p := workingset.Project(in)
	// Declared as a-b, a1, a__b, a_b, ab, activate_tool, search_tools, z.
	same(t, "names", []string{"a-b", "a1", "a.b", "a_b", "ab", "activate_tool", "search_tools", "z"}, names(p))
}

func TestActivationOrderAppends(t *testing.T) {
	set := catalog("fam.a", "fam.z", "held.new", "held.old", "pin", "ref", "zz")
	in := input(set, script("families fam", "activate held.old", "call zz", "activate held.new"))
	in.Settings.Scaffolding, in.History.References = []string{"pin"}, []string{"ref"}
	in.Options.Order = workingset.Activation
	fresh := []string{"activate_tool", "pin", "search_tools", "ref", "fam.a", "fam.z", "held.old", "zz", "held.new"}
	same(t, "without a previous order", fresh, names(workingset.Project(in)))

	in.Options.PreviousOrder = []string{"search_tools", "gone", "fam__z", "zz", "fam.z", "activate_tool"}
	want := []string{"search_tools", "fam.z", "zz", "activate_tool", "pin", "ref", "fam.a", "held.old", "held.new"}
	same(t, "with a previous order", want, names(workingset.Project(in)))

	in.Options.PreviousOrder = names(workingset.Project(in))
	same(t, "posted back", want, names(workingset.Project(in)))
}
