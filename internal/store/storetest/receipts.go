package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/registry"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

func receiptCases() []testCase {
	return []testCase{
		{"a receipt is found by its catalog, team and request id only", receiptsAreScoped},
		{"a receipt may be all that is written", receiptAlone},
		{"a retry with the same request id gets the first committed answer", retry},
		{"64 concurrent retries of one request commit once", concurrentRetries},
	}
}

// WithReceipt adds a receipt to what an operation writes.
func WithReceipt(op Operation, receipt registry.Receipt) Operation {
	decide := op.Decides
	op.Reads.Team, op.Reads.RequestID = receipt.Team, receipt.RequestID
	op.Decides = func(s registry.State) (registry.Decision, error) {
		d, err := decide(s)
		d.Writes.Receipt = &receipt
		return d, err
	}
	return op
}

func receiptsAreScoped(t *testing.T, s store.Store) {
	receipt := registry.Receipt{
		Team: "post", RequestID: "run/7 <é>", Fingerprint: "c0ffee", Answer: []byte(`{"revision":1,"changes":[]}`),
	}
	commit(t, s, "agents", WithReceipt(Put(Tool("mail.send", "post", "Send.")), receipt))
	lookups := map[string]struct {
		catalog, team, id string
		want              *registry.Receipt
	}{
		"the same request": {"agents", "post", receipt.RequestID, &receipt},
		"another id":       {"agents", "post", "run/7 <É>", nil},
		"another team":     {"agents", "net", receipt.RequestID, nil},
		"another catalog":  {"default", "post", receipt.RequestID, nil},
		"no id":            {"agents", "post", "", nil},
	}
	for name, c := range lookups {
		got := See(t, s, c.catalog, registry.Needs{Team: c.team, RequestID: c.id}).Receipt
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func receiptAlone(t *testing.T, s store.Store) {
	receipt := registry.Receipt{Team: "post", RequestID: "r1", Fingerprint: "f", Answer: []byte(`{"revision":0}`)}
	commit(t, s, "default", WithReceipt(nothing(registry.Needs{}), receipt))
	if got := See(t, s, "default", registry.Needs{Team: "post", RequestID: "r1"}).Receipt; got == nil {
		t.Error("the receipt is not there")
	}
	if contents := load(t, s, "default", -1); contents.Revision != 0 || len(audit(t, s, "default", -1)) != 0 {
		t.Errorf("revision %d, %d audit rows: want none", contents.Revision, len(audit(t, s, "default", -1)))
	}
}

func retry(t *testing.T, s store.Store) {
	send := registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}, RequestID: "run-1"}
	first := mustApply(t, s, send)
	mustApply(t, s, registry.ApplyRequest{Team: "post", Tools: []tool.Draft{draft("mail.send", "Changed.")}})
	if diff := cmp.Diff(first, mustApply(t, s, send)); diff != "" {
		t.Errorf("the retry's answer (-first +retry):\n%s", diff)
	}
	if got := load(t, s, "agents", -1); got.Revision != 2 || got.Records[0].Description != "Changed." {
		t.Errorf("the retry was applied again: revision %d, %q", got.Revision, got.Records[0].Description)
	}
	send.Tools[0].Description = "Something else."
	_, err := apply(s, send)
	expectReason(t, err, problem.RequestIDReused)
	send.Team = "crm"
	send.Tools = []tool.Draft{draft("crm.send", "Send.")}
	expectActions(t, mustApply(t, s, send), 3, "crm.send created 1") // another team's id
}

func concurrentRetries(t *testing.T, s store.Store) {
	answers := make([]registry.Result, 64)
	atOnce(len(answers), func(i int) {
		var err error
		answers[i], err = apply(s, registry.ApplyRequest{
			Team: "post", Tools: []tool.Draft{draft("mail.send", "Send.")}, RequestID: "run-1",
		})
		if err != nil {
			t.Errorf("retry %d: %v", i, err)
		}
	})
	for _, answer := range answers {
		expectActions(t, answer, 1, "mail.send created 1")
	}
	if rows := audit(t, s, "agents", -1); len(rows) != 1 {
		t.Errorf("%d audit rows, want 1", len(rows))
	}
}

// ReceiptsExpire shows that receipts count for a day and are then removed by
// later ones. It is no case of the suite, as it needs the backend's help: age
// makes all receipts older by some hours, and count counts them.
func ReceiptsExpire(t *testing.T, s store.Store, age func(hours int), count func() int) {
	t.Helper()
	write := func(id, fingerprint string) {
		receipt := registry.Receipt{Team: "post", RequestID: id, Fingerprint: fingerprint, Answer: []byte(`{}`)}
		commit(t, s, "default", WithReceipt(nothing(registry.Needs{}), receipt))
	}
	read := func(id string) string {
		receipt := See(t, s, "default", registry.Needs{Team: "post", RequestID: id}).Receipt
		if receipt == nil {
			return ""
		}
		return receipt.Fingerprint
	}
	write("r1", "first")
	write("r2", "second")
	age(limits.RequestIDHours - 1)
	if got := read("r1"); got != "first" {
		t.Errorf("an hour before its time the receipt is %q", got)
	}
	age(2)
	if got := read("r1"); got != "" {
		t.Errorf("an hour after its time the receipt is %q", got)
	}
	write("r1", "again")
	if got := read("r1"); got != "again" {
		t.Errorf("the id was used anew, and its receipt is %q", got)
	}
	if got := count(); got != 1 {
		t.Errorf("%d receipts are kept, want the new one only", got)
	}
}
