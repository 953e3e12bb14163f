package transcript

import (
	"strings"

	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/problem"
)

// The formats (contract section 7).
const (
	Neutral           = "neutral"
	OpenAIChat        = "openai-chat"
	OpenAIResponses   = "openai-responses"
	AnthropicMessages = "anthropic-messages"
	Gemini            = "gemini"
	BedrockConverse   = "bedrock-converse"
	MCP               = "mcp"
	AISDK             = "ai-sdk"
	LangChain         = "langchain"
)

// format is how one provider writes a conversation.
type format struct {
	name  string
	lists []string // the members of a request body that hold turns, oldest first
	read  reader
	// body reports what a member of a request body says about turns and tools
	// beside the list of turns; nil where none says such a thing.
	body func(s *scan, key string, value []byte)
}

// reader reports the calls, results and references of one turn to a scan, and
// whether it holds anything else that goes on with the conversation. What a
// reader does not know it passes over.
type reader func(s *scan, turn *jsontext.Value)

// formats is the table of all formats, in the contract's order.
func formats() []format {
	messages := []string{"messages"}
	return []format{
		{name: Neutral, lists: messages, read: readNeutral},
		{name: OpenAIChat, lists: messages, read: readOpenAIChat},
		{name: OpenAIResponses, lists: []string{"input", "output"}, read: readOpenAIResponses, body: openAIResponsesBody},
		{name: AnthropicMessages, lists: messages, read: readAnthropicMessages, body: anthropicBody},
		{name: Gemini, lists: []string{"contents"}, read: readGemini, body: geminiBody},
		{name: BedrockConverse, lists: messages, read: readBedrockConverse},
		{name: MCP, lists: messages, read: readMCP},
		{name: AISDK, lists: messages, read: readAISDK},
		{name: LangChain, lists: messages, read: readLangChain},
	}
}

// Formats lists the names of all formats in the contract's order.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

func formatOf(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	if name == "" {
		return format{}, problem.At("/format", problem.InvalidField, "is missing; want one of %s", strings.Join(Formats(), ", "))
	}
	return format{}, problem.At("/format", problem.InvalidField, "got %.80q, want one of %s", name, strings.Join(Formats(), ", "))
}
