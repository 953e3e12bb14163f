// Package sdks holds what is declared to models against the providers' own Go
// SDKs. It is a module of its own, so that the service needs none of them.
package sdks

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/evaldata"
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// schemas are in order, and each has something that some provider minds.
var schemas = []string{
	`{"type":"object"}`,
	`{"type":"object","properties":{},"additionalProperties":false}`,
	`{"type":"object","required":["b"],"properties":{"b":{"type":["array","null"]},"a":{"const":"x","description":"<&>"}},"$defs":{"x":{"type":"integer","maximum":1.5e2}},"title":"T"}`,
	`{"type":"object","properties":{"$top":{"type":"integer"},"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"]}}}`,
	`{"type":"object","$ref":"#/$defs/x","$defs":{"x":{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"enum":[1,true]}]}}}}}`,
}

// entries are the declarations of the schemas above, of the scaffolding and,
// where they are at hand, of the tools of real MCP servers.
func entries(t *testing.T, format string) []json.RawMessage {
	t.Helper()
	records := dialect.Scaffolding()
	add := func(name, description, schema string) {
		spec, _, problems := tool.Draft{Name: name, Description: description, Parameters: &schema}.Check("")
		if len(problems) == 0 {
			records = append(records, &tool.Record{Spec: spec})
		}
	}
	for i, schema := range schemas {
		add("sample.t"+string(rune('a'+i)), strings.Repeat("Does <this> & \"that\" 查. ", 80), schema)
	}
	if len(records) != 2+len(schemas) {
		t.Fatalf("only %d samples register", len(records))
	}
	for i, schema := range realSchemas(t) {
		add("real.t"+strings.Repeat("x", i%40), "Real.", schema)
	}
	d := dialect.Of(format, false)
	var declared []dialect.Declaration
	for _, r := range records {
		declared = append(declared, d.Declare(r))
	}
	text, _ := d.Join(declared)
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func realSchemas(t *testing.T) []string {
	t.Helper()
	var found []string
	t.Run("real tools", func(t *testing.T) {
		files, err := filepath.Glob(filepath.Join(evaldata.Path(t, "catalogs"), "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no catalogs: %v", err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var catalog struct {
				Tools []struct{ InputSchema json.RawMessage }
			}
			if err := json.Unmarshal(data, &catalog); err != nil {
				t.Fatal(err)
			}
			for _, one := range catalog.Tools {
				found = append(found, string(one.InputSchema))
			}
		}
	})
	return found
}

// same compares two JSON texts by what they say.
func same(t *testing.T, want []byte, got any) {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	var a, b any
	if json.Unmarshal(want, &a) != nil || json.Unmarshal(text, &b) != nil {
		t.Fatalf("no JSON: %s, %s", want, text)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("declared %s\nas the SDK writes it (-want +got):\n%s", want, diff)
	}
}

func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

// What the SDKs of OpenAI and Anthropic do not know they keep beside their
// fields. So their values are built anew from the fields that they do know.

func TestOpenAIChatTakesTheDeclarations(t *testing.T) {
	for _, entry := range entries(t, transcript.OpenAIChat) {
		var union openai.ChatCompletionToolUnionParam
		decode(t, entry, &union)
		f := union.OfFunction
		if f == nil {
			t.Fatalf("%s is no function", entry)
		}
		same(t, entry, openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name: f.Function.Name, Description: f.Function.Description, Parameters: f.Function.Parameters,
		}))
	}
}

func TestOpenAIResponsesTakesTheDeclarations(t *testing.T) {
	for _, entry := range entries(t, transcript.OpenAIResponses) {
		var union responses.ToolUnionParam
		decode(t, entry, &union)
		f := union.OfFunction
		if f == nil {
			t.Fatalf("%s is no function", entry)
		}
		same(t, entry, responses.FunctionToolParam{Name: f.Name, Description: f.Description, Parameters: f.Parameters, Strict: f.Strict})
	}
}

func TestAnthropicTakesTheDeclarations(t *testing.T) {
	for _, entry := range entries(t, transcript.AnthropicMessages) {
		var one anthropic.ToolParam
		decode(t, entry, &one)
		same(t, entry, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: one.Name, Description: one.Description,
			InputSchema: anthropic.ToolInputSchemaParam{
				Properties: one.InputSchema.Properties, Required: one.InputSchema.Required, ExtraFields: one.InputSchema.ExtraFields,
			},
		}})
	}
}

func TestGeminiTakesTheDeclarations(t *testing.T) {
	for _, entry := range entries(t, transcript.Gemini) {
		var one genai.Tool
		decode(t, entry, &one)
		if len(one.FunctionDeclarations) < len(schemas) {
			t.Errorf("%d functions", len(one.FunctionDeclarations))
		}
		same(t, entry, one)
	}
}

func TestMCPTakesTheDeclarations(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "sdks", Version: "1"}, nil)
	for _, entry := range entries(t, transcript.MCP) {
		var one mcp.Tool
		decode(t, entry, &one)
		same(t, entry, one)
		server.AddTool(&one, nil) // panics on a schema that no server may list
	}
}

// The SDK for Bedrock has no JSON form of its types but the request itself.
func TestBedrockTakesTheDeclarations(t *testing.T) {
	var tools []types.Tool
	list := entries(t, transcript.BedrockConverse)
	for _, entry := range list {
		var one struct {
			ToolSpec struct {
				Name, Description string
				InputSchema       struct{ JSON any }
			}
		}
		decode(t, entry, &one)
		tools = append(tools, &types.ToolMemberToolSpec{Value: types.ToolSpecification{
			Name: &one.ToolSpec.Name, Description: &one.ToolSpec.Description,
			InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(one.ToolSpec.InputSchema.JSON)},
		}})
	}
	wire := &recorder{}
	client := bedrockruntime.New(bedrockruntime.Options{
		Region: "nowhere", HTTPClient: wire, BaseEndpoint: aws.String("http://localhost"),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "none", SecretAccessKey: "none"}, nil
		}),
	})
	_, err := client.Converse(t.Context(), &bedrockruntime.ConverseInput{
		ModelId: aws.String("model"), ToolConfig: &types.ToolConfiguration{Tools: tools},
	})
	if wire.body == nil {
		t.Fatalf("nothing was sent: %v", err)
	}
	var sent struct {
		ToolConfig struct{ Tools []any }
	}
	if err := json.Unmarshal(wire.body, &sent); err != nil {
		t.Fatal(err)
	}
	if len(sent.ToolConfig.Tools) != len(list) {
		t.Fatalf("%d of %d tools were sent", len(sent.ToolConfig.Tools), len(list))
	}
	for i, entry := range list {
		same(t, entry, sent.ToolConfig.Tools[i])
	}
}

// recorder keeps the body of a request and answers with an empty one.
type recorder struct{ body []byte }

// Do implements the SDK's HTTPClient.
func (r *recorder) Do(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	r.body = body
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("{}")), Header: http.Header{}}, err
}
