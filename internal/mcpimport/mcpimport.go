// Package mcpimport turns a saved answer to MCP's tools/list into a manifest.
// It is pure, and it drops nothing in silence: what finds no place in a
// manifest, what was respelt and what cannot be imported is all in the Import.
package mcpimport

import (
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// Options says what the answer itself does not.
type Options struct {
	// Source names the MCP server in handlers: mcp://SOURCE/originalName.
	Source string
	// Family is put before every name; empty puts nothing.
	Family string
	// Team is the manifest's team; empty leaves it to apply.
	Team string
}

// Import is a manifest and everything there is to say about it.
type Import struct {
	// Manifest is compact JSON: {"team","tools"}, without the refused tools.
	Manifest []byte
	// Tools counts the tools in Manifest.
	Tools int
	// Renamed lists names that the rule spells differently, in the answer's order.
	Renamed []Rename
	// Refused lists tools that are not in Manifest, in the answer's order.
	Refused []Remark
	// Notes lists what was filled in or mended, in the answer's order.
	Notes []Remark
	// Dropped counts, by field, the tools that had it; in order of first appearance.
	Dropped []Field
	// MorePages is set when the answer says that it is not the last page.
	MorePages bool
}

// Rename is one name and how the rule spells it.
type Rename struct {
	From, To string
}

// Remark is something to say about one tool.
type Remark struct {
	Tool string // the original name
	Text string
}

// Field is a field of MCP's tools that a manifest has no place for.
type Field struct {
	Name  string
	Tools int
}

// Convert reads a result {"tools":[…]}, a JSON-RPC response around one, a list
// of tools, or a list of such pages. The error is a *problem.Error: the answer
// as a whole cannot be used.
func Convert(answer []byte, options Options) (Import, error) {
	if options.Family != "" && (!tool.Legal(options.Family) || tool.Dotted(options.Family) != options.Family) {
		return Import{}, problem.At("/family", problem.InvalidField,
			"%q is no family; want lower-case words such as github or files.local", options.Family)
	}
	if fault := check(answer); fault != nil {
		return Import{}, fault
	}
	var out Import
	listed, fault := out.collect(answer)
	if fault != nil {
		return Import{}, fault
	}
	if len(listed) == 0 {
		return Import{}, problem.New(problem.InvalidField, "the answer lists no tools")
	}
	c := converter{options: options, out: &out}
	for _, value := range listed {
		c.read(value)
	}
	c.refuseCollisions()
	c.write()
	return out, nil
}

// converter goes over the tools of one answer.
type converter struct {
	options Options
	out     *Import
	tools   []candidate
}

// candidate is one tool that could be read.
type candidate struct {
	original string
	name     string // spelt by the rule; empty when it cannot be
	why      string // why it cannot be
	record   []byte // the members after "name" as JSON, each with a comma before it
}

// refuseCollisions refuses every tool whose name another one has too: which
// of them may keep it is for a person to say.
func (c *converter) refuseCollisions() {
	originals := map[string][]string{}
	for _, t := range c.tools {
		originals[t.name] = append(originals[t.name], t.original)
	}
	for i, t := range c.tools {
		if t.name == "" || len(originals[t.name]) < 2 {
			continue
		}
		c.tools[i].name = ""
		c.tools[i].why = collision(t, originals[t.name])
	}
}

func collision(t candidate, originals []string) string {
	others := slices.Clone(originals)
	slices.Sort(others)
	others = slices.Compact(others)
	if len(others) == 1 {
		return "the answer lists several tools of this name: rename all but one"
	}
	others = slices.DeleteFunc(others, func(name string) bool { return name == t.original })
	return "is spelt " + t.name + " by the rule, and so is " + strings.Join(others, ", ") + ": rename one of them"
}

func (c *converter) write() {
	manifest := []byte{'{'}
	if c.options.Team != "" {
		manifest = append(manifest, `"team":`...)
		manifest = append(jsontext.AppendQuoted(manifest, c.options.Team), ',')
	}
	manifest = append(manifest, `"tools":[`...)
	for _, t := range c.tools {
		if t.name == "" {
			c.out.Refused = append(c.out.Refused, Remark{t.original, t.why})
			continue
		}
		if c.out.Tools > 0 {
			manifest = append(manifest, ',')
		}
		manifest = jsontext.AppendQuoted(append(manifest, `{"name":`...), t.name)
		manifest = append(append(manifest, t.record...), '}')
		c.out.Tools++
		if t.name != t.original {
			c.out.Renamed = append(c.out.Renamed, Rename{t.original, t.name})
		}
	}
	c.out.Manifest = append(manifest, "]}"...)
}
