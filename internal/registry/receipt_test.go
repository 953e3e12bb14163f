package registry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestARetryGetsTheFirstCommittedAnswer(t *testing.T) {
	m := newModel(t)
	d := draft("mail.send", "one")
	d.Capabilities, d.IfVersion = nil, new(0)
	request := registry.ApplyRequest{
		Team: "a", RequestID: "r1", Tools: tools(d), Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}}},
	}
	first := m.must(request)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail.send", "two"))})
	again := m.must(request)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("answers (-first +again):\n%s", diff)
	}
	if m.last.Raises() || m.last.Receipt != nil || m.revision != 2 {
		t.Errorf("the retry wrote %+v", m.last)
	}
}

func TestARequestIDBelongsToOneContent(t *testing.T) {
	base := func() registry.ApplyRequest {
		return registry.ApplyRequest{
			Team: "a", RequestID: "r1", Tools: tools(draft("mail.send", "one"), draft("mail.read", "one")), Reason: "why",
			Concepts: []tool.Concept{{ConceptKey: tool.ConceptKey{Kind: "domain", ID: "post"}, Label: "x", Synonyms: []string{"y"}}},
		}
	}
	same := map[string]func(*registry.ApplyRequest){
		"nothing":       func(*registry.ApplyRequest) {},
		"wire spelling": func(r *registry.ApplyRequest) { r.Tools[0].Name = "mail__send" },
		"white space":   func(r *registry.ApplyRequest) { r.Tools[0].Description = "Does  one." },
	}
	for name, change := range same {
		t.Run("same content, "+name, func(t *testing.T) {
			m := newModel(t)
			m.must(base())
			r := base()
			change(&r)
			wantOutline(t, m.must(r), "mail.send created 1", "mail.read created 1", "domain/post created")
		})
	}
	other := map[string]func(*registry.ApplyRequest){
		"description":    func(r *registry.ApplyRequest) { r.Tools[0].Description = "Does two." },
		"fewer tools":    func(r *registry.ApplyRequest) { r.Tools = r.Tools[:1] },
		"order of tools": func(r *registry.ApplyRequest) { r.Tools[0], r.Tools[1] = r.Tools[1], r.Tools[0] },
		"if_version":     func(r *registry.ApplyRequest) { r.Tools[0].IfVersion = new(0) },
		"glossary":       func(r *registry.ApplyRequest) { r.Concepts[0].Glossary = "x" },
		"label, glossary": func(r *registry.ApplyRequest) {
			r.Concepts[0].Label, r.Concepts[0].Glossary = "", "x"
		},
		"synonyms":       func(r *registry.ApplyRequest) { r.Concepts[0].Synonyms = nil },
		"prune":          func(r *registry.ApplyRequest) { r.Prune = true },
		"override":       func(r *registry.ApplyRequest) { r.Override = true },
		"override names": func(r *registry.ApplyRequest) { r.OverrideNames = []string{"mail.send"} },
		"reason":         func(r *registry.ApplyRequest) { r.Reason = "" },
	}
	for name, change := range other {
		t.Run("other "+name, func(t *testing.T) {
			m := newModel(t)
			m.must(base())
			r := base()
			change(&r)
			_, err := m.apply(r)
			wantError(t, err, problem.RequestIDReused, "/request_id")
		})
	}
}

func TestRequestIDsAreScopedToTheTeam(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("mail.send", "one"))})
	wantOutline(t, m.must(registry.ApplyRequest{Team: "b", RequestID: "r1", Tools: tools(draft("mail.read", "one"))}), "mail.read created 1")
}

func TestARefusedRequestLeavesItsIDFree(t *testing.T) {
	m := newModel(t)
	_, err := m.apply(registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("Mail", "one"))})
	wantError(t, err, problem.InvalidField, "/tools/0/name")
	wantOutline(t, m.must(registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("mail", "one"))}), "mail created 1")
	_, err = m.apply(registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("Mail", "one"))})
	wantError(t, err, problem.InvalidField, "/tools/0/name")
}

func TestADryRunIgnoresTheRequestID(t *testing.T) {
	m := newModel(t)
	dry := registry.ApplyRequest{Team: "a", RequestID: "r1", DryRun: true, Tools: tools(draft("mail", "one"))}
	m.must(dry)
	if len(m.receipts) > 0 {
		t.Error("a dry run left a receipt")
	}
	m.must(registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("mail", "one"))})
	wantOutline(t, m.must(dry), "mail unchanged 1")
}

func TestAnUnchangedApplyHasAReceiptToo(t *testing.T) {
	m := newModel(t)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail", "one"))})
	request := registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("mail", "one"))}
	m.must(request)
	m.must(registry.ApplyRequest{Team: "a", Tools: tools(draft("mail", "two"))})
	r := m.must(request)
	wantOutline(t, r, "mail unchanged 1")
	if r.Revision != 1 {
		t.Errorf("revision %d, want that of the first answer", r.Revision)
	}
}

func TestAReceiptThatCannotBeReadIsNoAnswer(t *testing.T) {
	m := newModel(t)
	request := registry.ApplyRequest{Team: "a", RequestID: "r1", Tools: tools(draft("mail", "one"))}
	m.must(request)
	m.receipts["a\x00r1"].Answer = []byte("{")
	_, err := m.apply(request)
	wantError(t, err, problem.StoreUnavailable)
}
