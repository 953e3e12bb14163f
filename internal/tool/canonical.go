package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// Canonical is the text that the digest covers and that decides whether a
// record has changed (contract 3): compact JSON of the author's fields in the
// contract's order, empty and default ones left out. The Spec must be checked.
func Canonical(s Spec) []byte {
	w := canonical{text: []byte{'{'}}
	w.string("name", s.Name)
	w.string("title", s.Title)
	w.string("description", s.Description)
	if s.Parameters != NoParameters {
		w.raw("parameters", s.Parameters)
	}
	w.strings("capabilities", s.Capabilities)
	w.strings("domains", s.Domains)
	w.strings("entities", s.Entities)
	w.strings("relationships", s.Relationships)
	w.strings("examples", s.Examples)
	w.strings("aliases", s.Aliases)
	if s.Idempotent {
		w.raw("idempotent", "true")
	}
	if s.TimeoutMS != 0 {
		w.raw("timeout_ms", strconv.Itoa(s.TimeoutMS))
	}
	w.string("handler", s.Handler)
	w.strings("labels", s.Labels)
	w.deprecation(s.Deprecation)
	w.expect(s.Expect)
	return append(w.text, '}')
}

// Digest is the lower-case hex SHA-256 of the canonical record.
func Digest(s Spec) string {
	sum := sha256.Sum256(Canonical(s))
	return hex.EncodeToString(sum[:])
}

// canonical writes the members of an object; empty ones are left out.
type canonical struct{ text []byte }

func (w *canonical) key(key string) {
	if w.text[len(w.text)-1] != '{' {
		w.text = append(w.text, ',')
	}
	w.text = append(jsontext.AppendQuoted(w.text, key), ':')
}

func (w *canonical) raw(key, value string) {
	if value != "" {
		w.key(key)
		w.text = append(w.text, value...)
	}
}

func (w *canonical) string(key, value string) {
	if value != "" {
		w.key(key)
		w.text = jsontext.AppendQuoted(w.text, value)
	}
}

func (w *canonical) strings(key string, values []string) {
	if len(values) == 0 {
		return
	}
	w.key(key)
	open := byte('[')
	for _, value := range values {
		w.text = jsontext.AppendQuoted(append(w.text, open), value)
		open = ','
	}
	w.text = append(w.text, ']')
}

// deprecation writes {} for a deprecation that says nothing more: it is
// content all the same.
func (w *canonical) deprecation(d *Deprecation) {
	if d == nil {
		return
	}
	w.key("deprecation")
	w.text = append(w.text, '{')
	w.string("reason", d.Reason)
	w.string("replaced_by", d.ReplacedBy)
	w.string("sunset", d.Sunset)
	w.text = append(w.text, '}')
}

func (w *canonical) expect(expect []Expectation) {
	if len(expect) == 0 {
		return
	}
	w.key("expect")
	open := byte('[')
	for _, e := range expect {
		w.text = append(w.text, open, '{')
		w.string("query", e.Query)
		w.raw("within", strconv.Itoa(e.Within))
		w.text = append(w.text, '}')
		open = ','
	}
	w.text = append(w.text, ']')
}
