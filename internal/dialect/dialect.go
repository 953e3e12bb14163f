// Package dialect writes what a model is shown: the declarations of tools in
// each provider's form, the scaffolding tools' own, and the prompt text around
// them. Everything here is a function of its arguments to the byte, since a
// provider's prompt cache is keyed by bytes (S1, byte stability).
package dialect

import (
	"fmt"
	"unicode/utf8"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// Declaration is one tool as a provider's tools field takes it.
type Declaration struct {
	Name     string // the declared spelling
	JSON     []byte // compact
	Chars    int    // code points of JSON
	Warnings []tool.Warning
	Changes  []Change // what the warnings are about, one by one
}

// Dialect is how one format declares tools.
type Dialect struct {
	format           string
	form             form
	rules            schemaRules
	native           bool // names keep their dots
	descriptionChars int  // cap on descriptions; 0 is none
}

// Of returns the dialect of a format that transcript.Read accepts. Native
// names keep their dots where the format allows them (contract 2).
func Of(format string, native bool) Dialect {
	d := Dialect{format: format, form: formOf(format), rules: rulesOf(format)}
	switch format {
	case transcript.OpenAIChat, transcript.LangChain:
		// Older models refuse descriptions over 1,024 characters, and with one the whole request.
		d.descriptionChars = 1024
	case transcript.Gemini, transcript.MCP:
		d.native = native
	}
	return d
}

// Name returns the declared spelling of a tool's name.
func (d Dialect) Name(r *tool.Record) string {
	if d.native {
		return r.Name
	}
	return tool.Wire(r.Name)
}

// Declare writes one tool's declaration. It reports whatever it had to change.
func (d Dialect) Declare(r *tool.Record) Declaration {
	declared := Declaration{Name: d.Name(r)}
	description := r.EffectiveDescription()
	if d.descriptionChars > 0 {
		if cut, ok := cutAtWord(description, d.descriptionChars); ok {
			description = cut
			declared.warn("DESCRIPTION_CUT", "the description of %s is declared cut to %d characters, more than which some models refuse", r.Name, d.descriptionChars)
			declared.Changes = append(declared.Changes, Change{"/description", Lost, fmt.Sprintf("/description is cut to %d characters", d.descriptionChars)})
		}
	}
	schema, changes := d.rules.adjusted([]byte(r.Parameters))
	if len(changes) > 0 {
		declared.warn("SCHEMA_ADJUSTED", "the parameters of %s are declared with changes, without which %s refuses the whole request: %s", r.Name, d.format, summary(changes))
	}
	declared.Changes = append(declared.Changes, changes...)
	if d.rules.omitEmpty && takesNothing(schema) {
		schema = nil
	}
	declared.JSON = d.write(declared.Name, description, schema)
	declared.Chars = utf8.RuneCount(declared.JSON)
	return declared
}

// takesNothing reports whether a schema describes no argument at all.
func takesNothing(schema []byte) bool {
	for range jsontext.Members(jsontext.Get(schema, "properties")) {
		return false
	}
	return jsontext.Get(schema, "additionalProperties") == nil || jsontext.KindOf(jsontext.Get(schema, "additionalProperties")) == jsontext.False
}

func (d *Declaration) warn(code, format string, args ...any) {
	d.Warnings = append(d.Warnings, tool.Warning{Code: code, Message: fmt.Sprintf(format, args...)})
}

func (d Dialect) write(name, description string, schema []byte) []byte {
	out := make([]byte, 0, len(name)+len(description)+len(schema)+96)
	out = jsontext.AppendQuoted(append(out, d.form.head...), name)
	out = jsontext.AppendQuoted(append(out, `,"description":`...), description)
	if schema == nil {
		return append(out, '}')
	}
	out = append(append(out, d.form.schema...), schema...)
	return append(out, d.form.tail...)
}

// Join writes the value of the provider's tools field and counts its code points.
func (d Dialect) Join(declarations []Declaration) (text []byte, chars int) {
	text = append(text, d.form.open...)
	chars = len(d.form.open) + len(d.form.close)
	for i, declared := range declarations {
		if i > 0 {
			text = append(text, ',')
			chars++
		}
		text = append(text, declared.JSON...)
		chars += declared.Chars
	}
	return append(text, d.form.close...), chars
}
