package server

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/gen/openapi"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// object is one JSON object of the document.
type object = map[string]any

// newOpenAPI is the generated document made true: nested JSON is any JSON
// value rather than a string, and errors have the contract's shape. The same
// build gives the same bytes.
func newOpenAPI() ([]byte, error) {
	var document struct {
		Swagger     string            `json:"swagger"`
		Info        object            `json:"info"`
		Tags        any               `json:"tags"`
		Consumes    any               `json:"consumes"`
		Produces    any               `json:"produces"`
		Paths       any               `json:"paths"`
		Definitions map[string]object `json:"definitions"`
	}
	if err := json.Unmarshal(openapi.Document, &document); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	document.Info = object{
		"title": "discoveryd", "version": "v1",
		"description": "A registry of agent tools: register, search, activate, project, validate.",
	}
	for definition, message := range definitions() {
		freeNested(document.Definitions[definition], message)
	}
	document.Definitions["rpcStatus"] = errorDefinition()
	return json.Marshal(document)
}

// definitions maps the document's names to messages: a request's body has a
// name of its own, because the path's variables are not in it.
func definitions() map[string]protoreflect.MessageDescriptor {
	messages := map[string]protoreflect.MessageDescriptor{}
	for _, service := range apiServices() {
		file := service.ParentFile().Messages()
		for i := range file.Len() {
			messages["v1"+string(file.Get(i).Name())] = file.Get(i)
		}
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			messages[string(service.Name())+string(method.Name())+"Body"] = method.Input()
		}
	}
	tools := discoveryv1.File_discovery_v1_tool_proto.Messages()
	for i := range tools.Len() {
		messages["v1"+string(tools.Get(i).Name())] = tools.Get(i)
	}
	return messages
}

// freeNested takes the type off the properties that hold JSON inside JSON:
// a property without a type is any JSON value.
func freeNested(definition object, message protoreflect.MessageDescriptor) {
	properties, _ := definition["properties"].(object)
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		property, ok := properties[string(field.Name())].(object)
		if !ok || wirejson.Form(field) != discoveryv1.JsonForm_JSON_FORM_NESTED {
			continue
		}
		if field.IsList() {
			property["items"] = object{}
		} else {
			delete(property, "type")
		}
	}
}

func errorDefinition() object {
	text := object{"type": "string"}
	return object{
		"type":        "object",
		"description": "google.rpc.Status with the reason on top.",
		"properties": object{
			"error":   object{"type": "string", "description": "The reason, such as TOOL_NAME_TAKEN."},
			"code":    object{"type": "integer", "format": "int32", "description": "The gRPC status code."},
			"message": object{"type": "string", "description": "What was wrong and what to do next."},
			"details": object{
				"type":        "array",
				"description": "google.rpc.ErrorInfo, and google.rpc.BadRequest when fields are at fault.",
				"items": object{"type": "object", "properties": object{
					"@type": text, "reason": text, "domain": text,
					"metadata": object{"type": "object", "additionalProperties": text},
					"field_violations": object{"type": "array", "items": object{"type": "object", "properties": object{
						"field":       object{"type": "string", "description": "JSON pointer into the request."},
						"description": text, "reason": text,
					}}},
				}},
			},
		},
	}
}
