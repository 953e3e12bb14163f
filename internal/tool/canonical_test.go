package tool_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/tool"
)

func TestTheCanonicalRecordHasTheContractsFieldsInItsOrder(t *testing.T) {
	draft := full()
	spec, _, problems := draft.Check("")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := `{"name":"mail.send","title":"Send <mail> & more","description":"Sends a letter.",` +
		`"parameters":{"type":"object","properties":{"to":{"type":"string","description":"caf\u00e9 \/ é"}}},` +
		`"capabilities":["mail:read","mail:send"],"domains":["post"],"entities":["letter","member"],` +
		`"relationships":["letter.sent-to.member"],"examples":["write to Ann","answer Bob"],"aliases":["mail.dispatch","mail.post"],` +
		`"idempotent":true,"timeout_ms":1500,"handler":"mcp://mail/send","labels":["A","b"],` +
		`"deprecation":{"reason":"slow","replaced_by":"mail.send_now","sunset":"2028-02-29"},` +
		`"expect":[{"query":"send a letter","within":3},{"query":"post","within":10}]}`
	if diff := cmp.Diff(want, string(tool.Canonical(spec))); diff != "" {
		t.Errorf("Canonical (-want +got):\n%s", diff)
	}
	if !json.Valid(tool.Canonical(spec)) {
		t.Error("the canonical record is not JSON")
	}
	sum := sha256.Sum256([]byte(want))
	if got := tool.Digest(spec); got != hex.EncodeToString(sum[:]) {
		t.Errorf("Digest = %s, want the SHA-256 of the canonical record", got)
	}
}

func TestTheCanonicalRecordLeavesOutWhatIsEmptyOrDefault(t *testing.T) {
	spec := check(t, tool.Draft{
		Name: "mail__send", Title: new(""), Description: "Sends.",
		Parameters: new(` { "type" : "object", "properties" : { } } `),
	})
	want := `{"name":"mail.send","description":"Sends."}`
	if got := string(tool.Canonical(spec)); got != want {
		t.Errorf("Canonical = %s, want %s", got, want)
	}
	spec.Deprecation = &tool.Deprecation{}
	want = `{"name":"mail.send","description":"Sends.","deprecation":{}}`
	if got := string(tool.Canonical(spec)); got != want {
		t.Errorf("Canonical of a deprecated tool = %s, want %s", got, want)
	}
}

func TestKeyOrderIsContentAndWhiteSpaceIsNot(t *testing.T) {
	digest := func(parameters string) string {
		return tool.Digest(check(t, tool.Draft{Name: "a", Description: "A.", Parameters: &parameters}))
	}
	base := digest(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)
	if got := digest("{\n  \"type\": \"object\",\n  \"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"string\"}}\n}"); got != base {
		t.Error("white space inside parameters changed the digest")
	}
	if got := digest(`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}}}`); got == base {
		t.Error("key order inside parameters did not change the digest")
	}
}

func TestTheOrderOfIDsLabelsAndAliasesIsNoContent(t *testing.T) {
	a := full()
	b := full()
	b.Capabilities = []string{"mail:read", "mail:send", "mail:read"}
	b.Entities = []string{"member", "letter", "letter"}
	b.Labels = []string{"b", "A", "b"}
	b.Aliases = []string{"mail.post", "mail__dispatch"}
	b.Name = "mail.send"
	if tool.Digest(check(t, a)) != tool.Digest(check(t, b)) {
		t.Error("order or spelling changed the digest")
	}
	b.Examples = []string{b.Examples[1], b.Examples[0]}
	if tool.Digest(check(t, a)) == tool.Digest(check(t, b)) {
		t.Error("the order of examples did not change the digest")
	}
}

func check(t *testing.T, d tool.Draft) tool.Spec {
	t.Helper()
	spec, _, problems := d.Check("/tool")
	if len(problems) > 0 {
		t.Fatalf("problems: %v", problems)
	}
	return spec
}

// full is a draft with every field set.
func full() tool.Draft {
	return tool.Draft{
		Name: "mail__send", Title: new("Send <mail> & more"), Description: "Sends a letter.",
		Parameters:   new(`{"type": "object", "properties": {"to": {"type": "string", "description": "caf\u00e9 \/ é"}}}`),
		Capabilities: []string{"mail:send", "mail:read"}, Domains: []string{"post"}, Entities: []string{"letter", "member"},
		Relationships: []string{"letter.sent-to.member"}, Examples: []string{"write to Ann", "answer Bob"},
		Aliases: []string{"mail.post", "mail__dispatch", "mail.post"}, Idempotent: true, TimeoutMS: new(1500),
		Handler: "mcp://mail/send", Labels: []string{"b", "A"},
		Deprecation: &tool.Deprecation{Reason: "slow", ReplacedBy: "mail__send_now", Sunset: "2028-02-29"},
		Expect:      []tool.Expectation{{Query: "send a letter", Within: 3}, {Query: "post", Within: 10}},
	}
}
