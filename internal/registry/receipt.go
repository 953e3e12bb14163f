package registry

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// replay answers a request whose id was seen before, writing nothing.
func (a *Apply) replay(r *Receipt) (Decision, error) {
	if r.Fingerprint != a.fingerprint {
		return Decision{}, problem.At("/request_id", problem.RequestIDReused,
			"%q was used by team %q for a request with other content; use a new id for new content", a.requestID, a.batch.team)
	}
	var d Decision
	if err := json.Unmarshal(r.Answer, &d.Result); err != nil {
		return Decision{}, problem.New(problem.StoreUnavailable, "the stored answer of request_id %q cannot be read (%v); use a new request_id", a.requestID, err)
	}
	return d, nil
}

// receipt lets a retry get this answer.
func (a *Apply) receipt(answer Result) *Receipt {
	text, err := json.Marshal(answer)
	if err != nil {
		panic("registry: a result has no JSON form: " + err.Error())
	}
	return &Receipt{Team: a.batch.team, RequestID: a.requestID, Fingerprint: a.fingerprint, Answer: text}
}

// fingerprint is the hex SHA-256 of a request's content in one spelling: the
// canonical records and everything else that decides what the request means.
// It tells requests apart only when their records are sound.
func fingerprint(b *batch, r ApplyRequest) string {
	text := []byte(`{"tools":[`)
	for _, e := range b.tools {
		text = append(text, tool.Canonical(e.spec)...)
		if e.draft.IfVersion != nil {
			text = strconv.AppendInt(text, int64(*e.draft.IfVersion), 10)
		}
		text = append(text, ',')
	}
	text = append(text, `],"concepts":[`...)
	for _, e := range b.concepts {
		c := e.concept
		text = appendStrings(text, append([]string{c.Kind, c.ID, c.Label, c.Glossary}, c.Synonyms...))
	}
	text = append(text, `],"override":`...)
	text = strconv.AppendBool(text, r.Override)
	text = appendStrings(text, r.OverrideNames)
	text = jsontext.AppendQuoted(text, r.Reason)
	text = append(text, `,"prune":`...)
	text = append(strconv.AppendBool(text, r.Prune), '}')
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func appendStrings(dst []byte, values []string) []byte {
	dst = append(dst, '[')
	for _, value := range values {
		dst = append(jsontext.AppendQuoted(dst, value), ',')
	}
	return append(dst, ']')
}
