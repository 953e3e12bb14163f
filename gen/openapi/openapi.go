// Package openapi carries the OpenAPI document that protoc-gen-openapiv2
// writes beside it. This file is written by hand.
package openapi

import _ "embed"

// Document is the generated OpenAPI 2.0 document as it stands.
//
//go:embed openapi.swagger.json
var Document []byte
