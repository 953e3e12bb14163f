package registry_test

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
)

// renamed has mail.deliver, which was mail.send (team a), beside mail.read
// (team a), mail.theirs (team b), and the deleted names mail.gone (a) and
// mail.lost (b) and chat (a).
func renamed(t *testing.T) *model {
	t.Helper()
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "one"), draft("mail.read", "one"), draft("mail.gone", "one"), draft("chat", "one"))})
	m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.deliver", "one", "mail.send"), draft("mail.read", "one"))})
	m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.theirs", "one"), draft("mail.lost", "one"))})
	m.remove(t, "mail.lost", "b")
	return m
}

func TestAliasesShareTheNamespaceOfNames(t *testing.T) {
	cases := map[string]struct {
		request registry.ApplyRequest
		reason  problem.Reason // empty when the apply passes
		field   string
	}{
		"a name that is an alias":                  {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail__send", "x"))}, problem.ToolNameTaken, "/tools/0/name"},
		"a name that is an alias, with override":   {registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "x")), Override: true, Reason: "x"}, problem.ToolNameTaken, "/tools/0/name"},
		"an alias that is a name":                  {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "mail.read"))}, problem.ToolNameTaken, "/tools/0/aliases/0"},
		"an alias that is another team's name":     {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "mail.theirs"))}, problem.ToolNameTaken, "/tools/0/aliases/0"},
		"the same with override":                   {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "mail.theirs")), Override: true, Reason: "x"}, problem.ToolNameTaken, "/tools/0/aliases/0"},
		"an alias that is an alias":                {registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.new", "x", "mail.more", "mail.send"))}, problem.ToolNameTaken, "/tools/0/aliases/1"},
		"an alias of its own family":               {registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.new", "x", "mail.never_was"))}, "", ""},
		"an alias of another family":               {registry.ApplyRequest{Team: "b", Tools: tools(draft("post.new", "x", "mail.never_was"))}, problem.InvalidField, "/tools/0/aliases/0"},
		"a deleted name of the team":               {registry.ApplyRequest{Team: "a", Tools: tools(draft("post.new", "x", "mail.gone", "chat"))}, "", ""},
		"a deleted name of another team":           {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "mail.lost"))}, problem.ToolNameTaken, "/tools/0/aliases/0"},
		"one alias twice":                          {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.x", "x", "mail.y"), draft("mail.z", "x", "mail__y"))}, problem.InvalidField, "/tools/1/aliases/0"},
		"an alias that is a name of this apply":    {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.x", "x", "mail.y"), draft("mail.y", "x"))}, problem.InvalidField, "/tools/0/aliases/0"},
		"the holder again":                         {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.deliver", "x", "mail.send"))}, "", ""},
		"the holder gives it up":                   {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.deliver", "x"), draft("mail.send", "x"))}, "", ""},
		"the holder hands it to another":           {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "mail.send"), draft("mail.deliver", "x"))}, "", ""},
		"the holder keeps it, another claims it":   {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.deliver", "x", "mail.send"), draft("mail.new", "x", "mail.send"))}, problem.InvalidField, "/tools/1/aliases/0"},
		"the holder keeps it, another is named so": {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.deliver", "x", "mail.send"), draft("mail.send", "x"))}, problem.ToolNameTaken, "/tools/1/name"},
		"the holder is pruned":                     {registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.new", "x", "mail.send", "mail.deliver", "mail.read"))}, "", ""},
		"the holder is pruned, the name returns":   {registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.send", "x"))}, "", ""},
		"an unregistrable alias beside a good one": {registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.new", "x", "Mail", "mail.old"))}, problem.InvalidField, "/tools/0/aliases/0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := renamed(t).apply(c.request)
			if c.reason == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			wantError(t, err, c.reason, c.field)
		})
	}
}

func TestARefusedAliasNamesItsHolder(t *testing.T) {
	_, err := renamed(t).apply(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "x"))})
	e := refusal(t, err, problem.ToolNameTaken, "/tools/0/name")
	if e.Metadata["name"] != "mail.send" || e.Metadata["owner"] != "a" || e.Metadata["version"] != "1" {
		t.Errorf("metadata = %v", e.Metadata)
	}
}

func TestAnAliasSurvivesTheTakeoverOfItsTool(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("chat", "one"))})
	m.must(registry.ApplyRequest{Team: "a", Prune: true, Tools: tools(draft("mail.send", "one", "chat"))})
	r := m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "two", "chat")), Override: true, Reason: "moved"})
	wantOutline(t, r, "mail.send overridden 2")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "b", Tools: tools(draft("mail.send", "three", "chat"))}), "mail.send updated 3")
}

func TestARecreatedToolAsksForItsAliasesAgain(t *testing.T) {
	m := renamed(t)
	m.remove(t, "mail.deliver", "a")
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "back"))})
	_, err := m.apply(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.deliver", "one", "mail.send"))})
	wantError(t, err, problem.ToolNameTaken, "/tools/0/aliases/0")
}
