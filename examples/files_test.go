package examples_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// call is one tool call of a transcript.
type call struct {
	name      string
	arguments json.RawMessage
}

func TestTranscriptsCallToolsOfTheCatalog(t *testing.T) {
	all := loadCatalog(t)
	for file, calls := range map[string][]call{
		"openai-chat.json":        openAIChatCalls(t),
		"anthropic-messages.json": anthropicCalls(t),
	} {
		t.Run(file, func(t *testing.T) {
			var kinds []string
			for _, c := range calls {
				if c.name == tool.SearchTool || c.name == tool.ActivateTool {
					kinds = append(kinds, c.name)
				} else {
					all.tool(t, tool.Dotted(c.name))
					kinds = append(kinds, "call")
				}
				for _, name := range activated(t, c) {
					all.tool(t, tool.Dotted(name))
				}
			}
			slices.Sort(kinds)
			if diff := cmp.Diff([]string{tool.ActivateTool, "call", tool.SearchTool}, slices.Compact(kinds)); diff != "" {
				t.Errorf("kinds of calls (-want +got):\n%s", diff)
			}
		})
	}
}

func activated(t *testing.T, c call) []string {
	t.Helper()
	if c.name != tool.ActivateTool {
		return nil
	}
	var arguments struct {
		Names []string `json:"names"`
	}
	if err := json.Unmarshal(c.arguments, &arguments); err != nil {
		t.Fatal(err)
	}
	return arguments.Names
}

func openAIChatCalls(t *testing.T) []call {
	t.Helper()
	var body struct {
		Messages []struct {
			ToolCalls []struct {
				Function struct {
					Name      string `json:"name"`
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	readJSON(t, &body, "transcripts", "openai-chat.json")
	var calls []call
	for _, message := range body.Messages {
		for _, c := range message.ToolCalls {
			calls = append(calls, call{c.Function.Name, json.RawMessage(c.Function.Arguments)})
		}
	}
	return calls
}

func anthropicCalls(t *testing.T) []call {
	t.Helper()
	var body struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	readJSON(t, &body, "transcripts", "anthropic-messages.json")
	var calls []call
	for _, message := range body.Messages {
		if message.Content[0] == '"' {
			continue
		}
		var blocks []struct {
			Type  string          `json:"type"`
			Name  string          `json:"name"`
			Input json.RawMessage `json:"input"`
		}
		if err := json.Unmarshal(message.Content, &blocks); err != nil {
			t.Fatal(err)
		}
		for _, block := range blocks {
			if block.Type == "tool_use" {
				calls = append(calls, call{block.Name, block.Input})
			}
		}
	}
	return calls
}

func TestTheToolListNamesNeedSpelling(t *testing.T) {
	var list struct {
		Tools []struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			InputSchema map[string]any `json:"inputSchema"`
		} `json:"tools"`
	}
	readJSON(t, &list, "mcp", "tracker.json")
	var names []string
	for _, listed := range list.Tools {
		names = append(names, listed.Name)
		if strings.TrimSpace(listed.Description) == "" || listed.InputSchema["type"] != "object" {
			t.Errorf("%s lacks a description or an object schema", listed.Name)
		}
	}
	if diff := cmp.Diff([]string{"listIssues", "get-issue", "closeIssue", "API-post-page", "whoAmI"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func readJSON(t *testing.T, into any, path ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", filepath.Join(path...), err)
	}
}
