// Package wirejson is the HTTP door's JSON (contract 1). It reads and writes
// the messages of discovery.v1 by their descriptors and the field option
// json_form: proto field names only, strict on the way in, every scalar and
// list on the way out, and nested JSON handed through as the text it is.
//
// It is not protojson: that takes camelCase names and repeated spellings, adds
// white space at random, and knows no JSON inside JSON.
package wirejson

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// Codec reads and writes messages of discovery.v1. It is immutable.
type Codec struct {
	shapes map[protoreflect.FullName]*shape
}

// shape is what the codec needs to know of one message type.
type shape struct {
	fields []*field          // as declared
	byName map[string]*field // members of a body, by proto name
	names  []string          // of byName, as declared
	inPath map[string]bool   // fields that the URL path binds
}

type field struct {
	desc   protoreflect.FieldDescriptor
	name   string
	nested bool   // the string is JSON text
	shape  *shape // of a message field; nil for a timestamp
}

// timestamp is the one message that is a JSON string.
const timestamp = "google.protobuf.Timestamp"

// New returns the codec of every message of discovery.v1.
func New() *Codec {
	c := &Codec{shapes: map[protoreflect.FullName]*shape{}}
	name := discoveryv1.File_discovery_v1_tool_proto.Package()
	protoregistry.GlobalFiles.RangeFilesByPackage(name, func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			c.learn(file.Messages().Get(i))
		}
		return true
	})
	return c
}

// learn returns the shape of a message type, its fields' types included.
func (c *Codec) learn(message protoreflect.MessageDescriptor) *shape {
	if s, ok := c.shapes[message.FullName()]; ok {
		return s
	}
	s := &shape{byName: map[string]*field{}, inPath: map[string]bool{}}
	c.shapes[message.FullName()] = s
	for i := range message.Fields().Len() {
		desc := message.Fields().Get(i)
		form := Form(desc)
		f := &field{desc: desc, name: string(desc.Name()), nested: form == discoveryv1.JsonForm_JSON_FORM_NESTED}
		if form == discoveryv1.JsonForm_JSON_FORM_PATH {
			s.inPath[f.name] = true
			continue
		}
		if desc.Message() != nil && desc.Message().FullName() != timestamp {
			f.shape = c.learn(desc.Message())
		}
		s.fields = append(s.fields, f)
		s.byName[f.name] = f
		s.names = append(s.names, f.name)
	}
	return s
}

// Form is how a field travels over the HTTP door.
func Form(desc protoreflect.FieldDescriptor) discoveryv1.JsonForm {
	form, _ := proto.GetExtension(desc.Options(), discoveryv1.E_JsonForm).(discoveryv1.JsonForm)
	return form
}
