package dialect

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// Deltas is what a caller appends to a conversation instead of changing its
// declared array, where the provider has such a route (contract 7.12). The
// array, and with it the cached prompt, then stays as it is for a whole
// conversation.
type Deltas struct {
	InitialTools [][]byte // JSON values: the declared array
	Append       [][]byte // JSON values: turns, or items, to go after the last one
	Warnings     []tool.Warning
}

// Changes is what a conversation's natively loaded tools lack and have too much.
type Changes struct {
	Scaffolding []*tool.Record
	Deferred    []*tool.Record // declared from the start and withheld
	Added       []*tool.Record
	Removed     []string // as the provider knows them
}

// Deltas writes the changes in the provider's form. It is empty for a provider
// that has no route.
func (d Dialect) Deltas(c Changes) Deltas {
	switch d.format {
	case transcript.AnthropicMessages:
		return d.anthropicDeltas(c)
	case transcript.OpenAIResponses:
		return d.responsesDeltas(c)
	}
	return Deltas{}
}

// HasDeltas reports whether the provider has a route to load tools without a
// change of the declared array.
func (d Dialect) HasDeltas() bool {
	return d.format == transcript.AnthropicMessages || d.format == transcript.OpenAIResponses
}

// anthropicDeltas are tool changes in a system message. A tool that was
// declared and withheld is added by its name, any other with its definition.
func (d Dialect) anthropicDeltas(c Changes) Deltas {
	deltas := Deltas{InitialTools: d.all(c.Scaffolding)}
	deferred := map[string]bool{}
	for _, r := range c.Deferred {
		declared := d.Declare(r)
		deferred[declared.Name] = true
		entry := append([]byte{}, declared.JSON[:len(declared.JSON)-1]...)
		deltas.InitialTools = append(deltas.InitialTools, append(entry, `,"defer_loading":true}`...))
	}
	var blocks []string
	defined := false
	for _, r := range c.Added {
		declared := d.Declare(r)
		if deferred[declared.Name] {
			blocks = append(blocks, anthropicChange("tool_addition", `{"type":"tool_reference","name":`+quoted(declared.Name)+`}`))
			continue
		}
		defined = true
		blocks = append(blocks, anthropicChange("tool_addition", `{"type":"tool_definition","definition":`+string(declared.JSON)+`}`))
	}
	for _, name := range c.Removed {
		blocks = append(blocks, anthropicChange("tool_removal", `{"type":"tool_reference","name":`+quoted(name)+`}`))
	}
	if len(blocks) == 0 {
		return deltas
	}
	deltas.Append = [][]byte{[]byte(`{"role":"system","content":[` + strings.Join(blocks, ",") + `]}`)}
	deltas.warn("NEEDS_BETA", "append needs the beta mid-conversation-tool-changes-2026-07-01, and goes after a turn of the user")
	if defined {
		deltas.warn("NEEDS_BETA", "tools that were not declared from the start need the beta inline-tools-2026-09-15")
	}
	return deltas
}

func anthropicChange(kind, changed string) string {
	return `{"type":"` + kind + `","tool":` + changed + `}`
}

// responsesDeltas declare further tools in an item of their own. Tools are not
// grouped by namespace: a namespace may occur once in a conversation, and a
// second tool of a family could not be added. Nothing can be taken away without
// breaking the cache from there on.
func (d Dialect) responsesDeltas(c Changes) Deltas {
	deltas := Deltas{InitialTools: d.all(c.Scaffolding)}
	if len(c.Removed) > 0 {
		deltas.warn("STAYS_LOADED", "the model still sees "+strings.Join(c.Removed, ", ")+": this provider has no way to take a loaded tool away")
	}
	if len(c.Added) == 0 {
		return deltas
	}
	item := []byte(`{"type":"additional_tools","role":"developer","tools":[`)
	for i, tool := range d.all(c.Added) {
		if i > 0 {
			item = append(item, ',')
		}
		item = append(item, tool...)
	}
	deltas.Append = [][]byte{append(item, "]}"...)}
	return deltas
}

func (d Dialect) all(records []*tool.Record) [][]byte {
	var list [][]byte
	for _, r := range records {
		list = append(list, d.Declare(r).JSON)
	}
	return list
}

func (d *Deltas) warn(code, message string) {
	d.Warnings = append(d.Warnings, tool.Warning{Code: code, Field: "/deltas/append", Message: message})
}

func quoted(s string) string { return string(jsontext.AppendQuoted(nil, s)) }
