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
}

// Dialect is how one format declares tools.
type Dialect struct {
	schemaField      string
	inFunction       bool // wrapped as {"type":"function","function":{…}}
	descriptionChars int  // cap on descriptions; 0 is none
	deltas           bool // the provider has a cache-safe route to load tools
}

// Of returns the dialect of a format that transcript.Read accepts.
func Of(format string) Dialect {
	switch format {
	case transcript.OpenAIChat:
		// Older models refuse descriptions over 1,024 characters, and with one the whole request.
		return Dialect{schemaField: "parameters", inFunction: true, descriptionChars: 1024}
	case transcript.AnthropicMessages:
		return Dialect{schemaField: "input_schema", deltas: true}
	default:
		return Dialect{schemaField: "parameters"}
	}
}

// Name returns the declared spelling of a tool's name: none of the dialects
// that are built allows dots.
func (d Dialect) Name(r *tool.Record) string { return tool.Wire(r.Name) }

// Declare writes one tool's declaration. It reports whatever it had to change.
func (d Dialect) Declare(r *tool.Record) Declaration {
	declared := Declaration{Name: d.Name(r)}
	description := r.EffectiveDescription()
	if d.descriptionChars > 0 {
		if cut, ok := cutAtWord(description, d.descriptionChars); ok {
			description = cut
			declared.warn("DESCRIPTION_CUT", "the description of %s is declared cut to %d characters, more than which some models refuse", r.Name, d.descriptionChars)
		}
	}
	schema, completed := withProperties([]byte(r.Parameters))
	if completed {
		declared.warn("SCHEMA_ADJUSTED", `the parameters of %s are declared with "properties":{}, without which some models refuse them`, r.Name)
	}
	declared.JSON = d.write(declared.Name, description, schema)
	declared.Chars = utf8.RuneCount(declared.JSON)
	return declared
}

func (d *Declaration) warn(code, format string, args ...any) {
	d.Warnings = append(d.Warnings, tool.Warning{Code: code, Message: fmt.Sprintf(format, args...)})
}

func (d Dialect) write(name, description string, schema []byte) []byte {
	out := make([]byte, 0, len(name)+len(description)+len(schema)+96)
	if d.inFunction {
		out = append(out, `{"type":"function","function":`...)
	}
	out = append(out, `{"name":`...)
	out = jsontext.AppendQuoted(out, name)
	out = append(out, `,"description":`...)
	out = jsontext.AppendQuoted(out, description)
	out = append(out, `,"`...)
	out = append(out, d.schemaField...)
	out = append(out, `":`...)
	out = append(out, schema...)
	out = append(out, '}')
	if d.inFunction {
		out = append(out, '}')
	}
	return out
}

// withProperties adds "properties":{} to an object schema that has none, and
// reports whether it did. The author's bytes stay as they are.
func withProperties(schema []byte) ([]byte, bool) {
	if jsontext.Get(schema, "properties") != nil {
		return schema, false
	}
	const properties = `"properties":{}}`
	out := append(make([]byte, 0, len(schema)+1+len(properties)), schema[:len(schema)-1]...)
	if len(out) > 1 {
		out = append(out, ',')
	}
	return append(out, properties...), true
}

// Join writes the value of the provider's tools field and counts its code points.
func Join(declarations []Declaration) (text []byte, chars int) {
	text, chars = append(text, '['), 2
	for i, d := range declarations {
		if i > 0 {
			text = append(text, ',')
			chars++
		}
		text = append(text, d.JSON...)
		chars += d.Chars
	}
	return append(text, ']'), chars
}
