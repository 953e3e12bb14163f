package schema

import (
	"strconv"

	"github.com/discoveryd/discoveryd/internal/jsontext"
)

// document is a schema whose text and places are kept.
type document struct {
	text     []byte
	compiler compiler
	values   map[*place][]byte
	shapes   map[*place]*shape
	orders   map[string]int // of pointers, by their place in the document
}

// part is one schema of a document.
type part struct {
	in    *document
	at    *place
	value []byte
}

func (d *document) whole() part {
	return part{d, d.compiler.places[step{nil, ""}], d.text}
}

// below is what stands under a token of a part.
func (p part) below(token string, value []byte) part {
	return part{p.in, p.in.compiler.places[step{p.at, token}], value}
}

// keyword is what stands under a keyword of a schema, nil where it is absent.
func (p part) keyword(name string) *part {
	value := jsontext.Get(p.value, name)
	if value == nil {
		return nil
	}
	below := p.below(name, value)
	return &below
}

// under is the keyword that holds the schema false, as its errors say it.
func (p part) under() string {
	for _, r := range p.at.node.rules {
		if keyword, ok := r.(never); ok {
			return string(keyword)
		}
	}
	return ""
}

// elements are the schemas of a list.
func (p part) elements() []part {
	var list []part
	for i, value := range jsontext.Elements(p.value) {
		list = append(list, p.below(strconv.Itoa(i), value))
	}
	return list
}

// referred is the schema that the value of a $ref names.
func (d *document) referred(reference []byte) (part, bool) {
	tokens, ok := pointerTokens(string(textOf(reference))[1:])
	at := d.compiler.find(tokens)
	if !ok || at == nil || at.node == nil {
		return part{}, false
	}
	return part{d, at, d.valueAt(at)}, true
}

// valueAt is the text at a place. All places below one are read at once.
func (d *document) valueAt(at *place) []byte {
	if at.parent == nil {
		return d.text
	}
	if value, known := d.values[at]; known {
		return value
	}
	above := d.valueAt(at.parent)
	note := func(token string, value []byte) {
		if below := d.compiler.places[step{at.parent, token}]; below != nil {
			d.values[below] = value
		}
	}
	for key, value := range jsontext.Members(above) {
		note(string(textOf(key)), value)
	}
	for i, value := range jsontext.Elements(above) {
		note(strconv.Itoa(i), value)
	}
	return d.values[at]
}

// order is where a pointer stands among those of the document.
func (d *document) order(pointer string) int {
	if len(d.orders) == 0 {
		d.number("", d.text)
	}
	if order, known := d.orders[pointer]; known {
		return order
	}
	return len(d.orders)
}

func (d *document) number(pointer string, value []byte) {
	d.orders[pointer] = len(d.orders)
	for key, member := range jsontext.Members(value) {
		d.number(pointer+"/"+jsontext.EscapePointer(string(textOf(key))), member)
	}
	for i, element := range jsontext.Elements(value) {
		d.number(pointer+"/"+strconv.Itoa(i), element)
	}
}
