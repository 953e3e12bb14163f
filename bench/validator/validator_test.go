// Package validator_test compares the tool-call validator with
// santhosh-tekuri/jsonschema, a complete and much used one, on a typical call.
package validator_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/discoveryd/discoveryd/internal/schema"
)

// The schema has 12 properties of the usual kinds, the call has them all in 495 bytes.
const (
	parameters = `{"type":"object","properties":{
		"warehouse":{"type":"string","minLength":1,"maxLength":40},
		"order":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"},
		"carrier":{"enum":["post","courier","freight"]},
		"priority":{"type":"integer","minimum":0,"maximum":9},
		"insured":{"type":"boolean"},
		"weight_kg":{"type":"number","exclusiveMinimum":0},
		"note":{"type":["string","null"],"maxLength":500},
		"labels":{"type":"array","items":{"type":"string"},"maxItems":8},
		"sender":{"$ref":"#/$defs/address"},
		"receiver":{"$ref":"#/$defs/address"},
		"pickup":{"type":"string"},
		"reference":{"anyOf":[{"type":"integer"},{"type":"string","minLength":3}]}
	},"required":["warehouse","order","receiver"],"additionalProperties":false,
	"$defs":{"address":{"type":"object","properties":{"name":{"type":"string"},"street":{"type":"string"},"city":{"type":"string"}},"required":["name","city"]}}}`
	call = `{"warehouse":"north gate","order":"KX-20711","carrier":"courier","priority":4,"insured":true,"weight_kg":12.75,` +
		`"note":"Two crates of glass. Keep them upright, ring at the side door and wait for a signature; nobody is in before nine.",` +
		`"labels":["fragile","upright","signature"],"sender":{"name":"Lantern Works","street":"Harbour Row 14","city":"Brackwater"},` +
		`"receiver":{"name":"Mill House School","street":"Upper Lane 3","city":"Fennimore"},"pickup":"2031-05-02T08:30","reference":"spring order"}`
	broken = `{"warehouse":"","order":"20711","receiver":{"name":"Mill House School"}}`
)

// validators check a call from its text on, as a server has to.
type validators struct {
	ours   *schema.Schema
	theirs *jsonschema.Schema
}

func compile(tb testing.TB) validators {
	tb.Helper()
	ours, problems := schema.Compile([]byte(parameters), "full")
	if problems != nil {
		tb.Fatal(problems)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(parameters)))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("parameters.json", document); err != nil {
		tb.Fatal(err)
	}
	theirs, err := c.Compile("parameters.json")
	if err != nil {
		tb.Fatal(err)
	}
	return validators{ours, theirs}
}

func (v validators) oursAccepts(text []byte) bool {
	errors, err := v.ours.Validate(text)
	return err == nil && len(errors) == 0
}

func (v validators) theirsAccepts(text []byte) bool {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return err == nil && v.theirs.Validate(value) == nil
}

func TestBothAcceptTheCallAndRefuseABrokenOne(t *testing.T) {
	v := compile(t)
	for name, accepts := range map[string]func([]byte) bool{"discoveryd": v.oursAccepts, "jsonschema": v.theirsAccepts} {
		if !accepts([]byte(call)) {
			t.Errorf("%s refuses the call", name)
		}
		if accepts([]byte(broken)) {
			t.Errorf("%s accepts the broken call", name)
		}
	}
}

// BenchmarkTypicalCall ends with how many times the time and the allocations
// of discoveryd the other validator takes.
func BenchmarkTypicalCall(b *testing.B) {
	v := compile(b)
	ours := measured(b, "discoveryd", v.oursAccepts)
	theirs := measured(b, "jsonschema", v.theirsAccepts)
	b.Run("ratio", func(b *testing.B) {
		b.ReportMetric(0, "ns/op") // which leaves it out
		b.ReportMetric(theirs.ns/ours.ns, "times-the-time")
		b.ReportMetric(theirs.allocs/max(ours.allocs, 1), "times-the-allocs")
	})
}

type cost struct{ ns, allocs float64 }

func measured(b *testing.B, name string, accepts func([]byte) bool) cost {
	b.Helper()
	var c cost
	text := []byte(call)
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !accepts(text) {
				b.Fatal("refused")
			}
		}
		c.ns = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	})
	c.allocs = testing.AllocsPerRun(100, func() { accepts(text) })
	return c
}
