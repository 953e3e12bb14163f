package dialect

import "github.com/discoveryd/discoveryd/internal/transcript"

// form is how a format writes the declaration of a tool: the pieces around its
// name, description and schema, and around the list of them all.
type form struct {
	head, schema, tail string // {"name": … ,"description": … ,"input_schema": … }
	open, close        string
}

func formOf(format string) form {
	flat := func(head, schema string) form {
		return form{head: head, schema: schema, tail: `}`, open: `[`, close: `]`}
	}
	switch format {
	case transcript.OpenAIChat, transcript.LangChain: // what LangChain binds is in OpenAI's form
		return form{head: `{"type":"function","function":{"name":`, schema: `,"parameters":`, tail: `}}`, open: `[`, close: `]`}
	case transcript.OpenAIResponses:
		// Where strict is left out the server rewrites the schema to its strict subset.
		return form{head: `{"type":"function","name":`, schema: `,"parameters":`, tail: `,"strict":false}`, open: `[`, close: `]`}
	case transcript.AnthropicMessages:
		return flat(`{"name":`, `,"input_schema":`)
	case transcript.Gemini: // all functions in one element; several were refused
		return form{head: `{"name":`, schema: `,"parametersJsonSchema":`, tail: `}`, open: `[{"functionDeclarations":[`, close: `]}]`}
	case transcript.BedrockConverse:
		return form{head: `{"toolSpec":{"name":`, schema: `,"inputSchema":{"json":`, tail: `}}}`, open: `[`, close: `]`}
	case transcript.MCP:
		return flat(`{"name":`, `,"inputSchema":`)
	case transcript.AISDK:
		return flat(`{"type":"function","name":`, `,"inputSchema":`)
	default:
		return flat(`{"name":`, `,"parameters":`)
	}
}
