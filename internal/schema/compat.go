package schema

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
)

const (
	// compareSteps bounds one comparison, in the steps of validation: some milliseconds.
	compareSteps = 1 << 21
	// maxFindings bounds what one comparison lists.
	maxFindings = 32
)

// Finding is a way in which a schema is narrower than the one it replaces, or
// may be.
type Finding struct {
	// Pointer is into the new schema (RFC 6901); for what was taken out, to where it stood.
	Pointer string
	Keyword string
	Message string
	// Example is the proof: arguments, as compact JSON, which the old schema
	// accepts and the new one refuses for this reason. It is empty where none
	// was found, and then it cannot be told whether there are any.
	Example string
}

// Proven reports whether the finding is certain.
func (f Finding) Proven() bool { return f.Example != "" }

// Compare says where the new schema refuses what the old one accepts, in the
// order of the new document. Without a finding, everything that the old schema
// accepts is accepted by the new one too. A proven finding has an example that
// both schemas were asked about; every other one is a place that could not be
// judged, such as a pattern that was rewritten.
//
// The walk goes down both schemas at once. A schema is compared with the
// conjunction of all schemas that hold for the same values in the old document,
// and each of its keywords must follow from them. What does not follow is
// suspected, and for each suspicion a value is made up and held against both.
func Compare(old, new []byte) []Finding {
	if bytes.Equal(old, new) {
		return nil
	}
	before, ok := openDocument(old)
	if !ok {
		return []Finding{{Message: "the stored schema is not one that this version reads, so the two cannot be compared"}}
	}
	after, ok := openDocument(new)
	if !ok {
		return nil // registration says why
	}
	c := comparison{old: before, new: after, steps: compareSteps, known: map[string]verdictOf{}, at: map[string]int{}}
	c.compare(premise{parts: []part{before.whole()}}, after.whole(), nil)
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(after.order(a.Pointer), after.order(b.Pointer)), cmp.Compare(a.Pointer, b.Pointer))
	})
	if c.steps < 0 {
		c.findings = append(c.findings, Finding{Message: "the schemas are too large to be compared in full"})
	}
	return c.findings
}

// comparison is the state of one walk over two schemas.
type comparison struct {
	old, new *document
	steps    int // left
	quiet    int // how many trials we are in: suspicions then only count
	failures int
	known    map[string]verdictOf // by premise and schema
	trail    []string             // keys of known, in the order of their entry
	findings []Finding
	at       map[string]int // the finding with a pointer and keyword
}

// verdictOf is what is known about one premise and one schema.
type verdictOf int

const (
	follows verdictOf = iota + 1 // or is being looked at, in a recursive schema
	fails
)

func (c *comparison) spend(steps int) bool {
	c.steps -= steps
	return c.steps >= 0
}

// compare suspects whatever of n does not follow from the premise.
func (c *comparison) compare(p premise, n part, s *spot) {
	if !c.spend(checkCost) || c.quiet > 0 && c.failures > 0 {
		return
	}
	key := p.key(n)
	switch c.known[key] {
	case follows:
		return
	case fails:
		c.failures++ // the finding stands at the first place already
		return
	}
	// In a recursive schema the same question comes up inside of its answer. It
	// may be taken as answered: a value is finite, and its parts are smaller.
	c.known[key] = follows
	c.trail = append(c.trail, key)
	failures := c.failures
	c.judge(p, n, s)
	if c.failures > failures {
		c.known[key] = fails
	}
}

func (c *comparison) judge(p premise, n part, s *spot) {
	if slices.ContainsFunc(p.parts, func(o part) bool { return c.same(o, n) }) {
		return
	}
	f := c.facts(p)
	switch {
	case f.never:
	case f.values != nil:
		c.listed(f.values, n, suspicion{premise: p, spot: s})
	case f.branching == nil || c.holds(func() { c.keywords(f, n, s) }):
		c.keywords(f, n, s)
	default: // what each alternative accepts must be accepted
		for _, branch := range f.branching.parts {
			c.compare(p.with(branch, f.branching.at), n, s)
		}
	}
}

// holds tries a comparison and reports whether it suspects nothing.
func (c *comparison) holds(try func()) bool {
	failures, trail := c.failures, len(c.trail)
	c.failures = 0
	c.quiet++
	try()
	c.quiet--
	ok := c.failures == 0 && c.steps >= 0
	c.failures = failures
	if !ok {
		for _, key := range c.trail[trail:] {
			delete(c.known, key)
		}
		c.trail = c.trail[:trail]
	}
	return ok
}

// report records a suspicion with its proof, if there is one.
func (c *comparison) report(s suspicion) {
	c.failures++
	if c.quiet > 0 || !c.spend(shapeCost) {
		return
	}
	f := Finding{Pointer: s.pointer, Keyword: s.keyword, Message: s.message}
	key := f.Pointer + " " + f.Keyword
	i, again := c.at[key]
	if again && c.findings[i].Proven() || !again && len(c.findings) >= maxFindings {
		return
	}
	if f.Example = c.proof(s); again {
		c.findings[i] = f
		return
	}
	c.at[key] = len(c.findings)
	c.findings = append(c.findings, f)
}

// openDocument reads a schema that was registered.
func openDocument(text []byte) (*document, bool) {
	bounds := instanceBounds()
	bounds.Nodes = limits.SchemaNodes
	if len(text) > limits.Schema || jsontext.Check(text, bounds) != nil {
		return nil, false
	}
	text = bytes.TrimSpace(text)
	d := document{text: text, values: map[*place][]byte{}, shapes: map[*place]*shape{}, orders: map[string]int{}}
	d.compiler = compiler{places: map[step]*place{}}
	d.compiler.root(text)
	d.compiler.resolve()
	return &d, len(d.compiler.findings) == 0
}
