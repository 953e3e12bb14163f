package projection_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/projection"
	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// BenchmarkProject compares a projection of a transcript of 1 MiB, most of
// which is results, with a plain validity check of the same bytes.
func BenchmarkProject(b *testing.B) {
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("family%d.tool_%d", i%20, i))
	}
	set := catalog(names...)
	for _, format := range formats {
		text := long(format, names, 1<<20)
		b.Run(format, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				req := projection.Request{Tools: set, Settings: settings.Default(), Format: format, Transcript: text}
				if _, err := projection.Project(req); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(format+"/json.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if !json.Valid(text) {
					b.Fatal("not valid")
				}
			}
		})
	}
}

// long writes a conversation of at least size bytes that activates and calls
// each name in turn and whose results are rows of 2 KiB.
func long(format string, names []string, size int) []byte {
	rows := quoted(`{"rows":[` + strings.Repeat(`{"id":4711,"title":"A row of a result","error":null},`, 40) + `{}]}`)
	var turns strings.Builder
	for i := 0; turns.Len() < size; i++ {
		name := names[i%len(names)]
		turn := withContent(format, string(in(format, activate(name), call(name))), rows)
		if i > 0 {
			turns.WriteByte(',')
		}
		turns.WriteString(turn[1 : len(turn)-1])
	}
	return []byte("[" + turns.String() + "]")
}

// withContent puts a text into the results of a conversation.
func withContent(format, turns, text string) string {
	empty := map[string]string{
		transcript.Neutral:           `"error":false`,
		transcript.OpenAIChat:        `"content":"{\"error\":false}"`,
		transcript.OpenAIResponses:   `"output":"{\"error\":false}"`,
		transcript.AnthropicMessages: `"is_error":false`,
		transcript.Gemini:            `"response":{"error":false}`,
		transcript.BedrockConverse:   `"content":[{"text":"x"}]`,
		transcript.MCP:               `"content":[],"isError":false`,
		transcript.AISDK:             `"value":"x"`,
		transcript.LangChain:         `"content":"x"`,
	}[format]
	full := map[string]string{
		transcript.OpenAIResponses: `"output":` + text,
		transcript.Gemini:          `"response":{"output":` + text + `}`,
		transcript.BedrockConverse: `"content":[{"text":` + text + `}]`,
		transcript.MCP:             `"content":[{"type":"text","text":` + text + `}]`,
		transcript.AISDK:           `"value":` + text,
	}[format]
	if full == "" {
		full = `"content":` + text
	}
	return strings.ReplaceAll(turns, empty, full)
}
