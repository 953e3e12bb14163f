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

// Formats lists all formats in the contract's order, those that are not built yet included.
func Formats() []string {
	return []string{Neutral, OpenAIChat, OpenAIResponses, AnthropicMessages, Gemini, BedrockConverse, MCP, AISDK, LangChain}
}

// reader reports the calls, results and references of one turn to a scan. It
// returns whether the turn holds results and nothing else.
type reader func(s *scan, turn *jsontext.Item) (onlyResults bool)

// readerOf is the table of the formats that can be read.
func readerOf(format string) (reader, error) {
	switch format {
	case Neutral:
		return readNeutral, nil
	case OpenAIChat:
		return readOpenAIChat, nil
	case AnthropicMessages:
		return readAnthropicMessages, nil
	case OpenAIResponses, Gemini, BedrockConverse, MCP, AISDK, LangChain:
		return nil, problem.At("/format", problem.NotImplemented,
			"%s is not built yet; convert the transcript to one of %s, %s, %s", format, Neutral, OpenAIChat, AnthropicMessages)
	case "":
		return nil, problem.At("/format", problem.InvalidField, "is missing; want one of %s", strings.Join(Formats(), ", "))
	default:
		return nil, problem.At("/format", problem.InvalidField, "got %q, want one of %s", format, strings.Join(Formats(), ", "))
	}
}
