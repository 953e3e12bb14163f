package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// document is one tool as every engine gets it: the record for discoveryd, and
// the same text in plain fields for the others.
type document struct {
	record *tool.Record
	texts  []string // one for each of fields
}

// field is a field of the others' documents.
type field struct {
	Name  string  `json:"name"`
	Boost float64 `json:"boost"`
}

// fields have the boosts that the others are given.
func fields() []field {
	return []field{{"name", 3}, {"description", 2}, {"parameters", 1}, {"family", 1}}
}

// newDocument takes a record apart. Its parameters count with all the texts
// that discoveryd indexes.
func newDocument(r *tool.Record) document {
	family, own, _ := strings.Cut(r.Name, ".")
	return document{record: r, texts: []string{
		strings.ReplaceAll(own, "_", " "),
		r.Description,
		strings.Join(schemaTexts(r.Parameters), " "),
		strings.ReplaceAll(family, "_", " "),
	}}
}

// size is the bytes of a document's texts.
func (d document) size() int { return len(strings.Join(d.texts, "")) }

// draft is a tool before it has a name of its own.
type draft struct{ family, name, description, schema string }

// register makes documents of drafts. Each gets a legal name that keeps its
// words and that is not taken.
func register(drafts []draft, taken map[string]bool) []document {
	docs := make([]document, len(drafts))
	for i, d := range drafts {
		wanted := cut(slug(d.family), 20) + "." + cut(slug(d.name), 36)
		name := wanted
		for n := 2; taken[name]; n++ {
			name = wanted + "_" + strconv.Itoa(n)
		}
		taken[name] = true
		docs[i] = newDocument(&tool.Record{Spec: tool.Spec{Name: name, Description: oneLine(d.description), Parameters: d.schema}})
	}
	return docs
}

// slug spells words as part of a tool's name.
func slug(words string) string {
	var out strings.Builder
	var last rune
	for _, r := range words {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			out.WriteByte('_')
		}
		last = r
		if r = unicode.ToLower(r); 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			out.WriteRune(r)
		} else {
			out.WriteByte('_')
		}
	}
	parts := strings.FieldsFunc(out.String(), func(r rune) bool { return r == '_' })
	name := strings.Join(parts, "_")
	if name == "" || name[0] <= '9' {
		return "t" + name
	}
	return name
}

func cut(name string, n int) string { return strings.Trim(name[:min(len(name), n)], "_") }

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > limits.DescriptionChars {
		return string(runes[:limits.DescriptionChars])
	}
	return s
}

// schemaTexts are the names, titles, descriptions and enumerated strings of a
// JSON Schema.
func schemaTexts(schema string) []string {
	var parsed any
	if json.Unmarshal([]byte(schema), &parsed) != nil {
		return nil
	}
	return appendTexts(nil, parsed)
}

func appendTexts(texts []string, schema any) []string {
	object, _ := schema.(map[string]any)
	for _, keyword := range slices.Sorted(maps.Keys(object)) {
		switch value := object[keyword].(type) {
		case string:
			if keyword == "title" || keyword == "description" || keyword == "const" {
				texts = append(texts, value)
			}
		case []any:
			for _, element := range value {
				if s, ok := element.(string); ok && keyword == "enum" {
					texts = append(texts, s)
				}
				texts = appendTexts(texts, element)
			}
		case map[string]any:
			if keyword == "properties" {
				texts = append(texts, slices.Sorted(maps.Keys(value))...)
			}
			texts = appendTexts(texts, value)
		}
	}
	return texts
}
