package main

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/retrieval"
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

// documents takes tools apart. Parameters count with all the texts that
// discoveryd indexes.
func documents(tools []retrieval.Tool) []document {
	docs := make([]document, len(tools))
	for i, t := range tools {
		family, own, _ := strings.Cut(t.Name, ".")
		docs[i] = document{
			record: &tool.Record{Spec: tool.Spec{Name: t.Name, Description: t.Description, Parameters: t.Parameters}},
			texts: []string{
				strings.ReplaceAll(own, "_", " "),
				t.Description,
				strings.Join(schemaTexts(nil, []byte(t.Parameters)), " "),
				strings.ReplaceAll(family, "_", " "),
			},
		}
	}
	return docs
}

// schemaTexts appends what the keywords say that a tool of a retrieval set has.
func schemaTexts(texts []string, schema []byte) []string {
	for key, value := range jsontext.Members(schema) {
		switch keyword, _ := jsontext.Unquote(key); keyword {
		case "description":
			texts = appendText(texts, value)
		case "enum":
			for _, element := range jsontext.Elements(value) {
				texts = appendText(texts, element)
			}
		case "properties":
			for name, property := range jsontext.Members(value) {
				texts = schemaTexts(appendText(texts, name), property)
			}
		case "items":
			texts = schemaTexts(texts, value)
		}
	}
	return texts
}

func appendText(texts []string, value []byte) []string {
	if text, ok := jsontext.Unquote(value); ok {
		return append(texts, text)
	}
	return texts
}

// size is the bytes of a document's texts.
func (d document) size() int { return len(strings.Join(d.texts, "")) }
