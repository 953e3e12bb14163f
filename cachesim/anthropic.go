package main

import "encoding/json"

// inAnthropicForm writes a Chat Completions message as one of Anthropic's
// Messages, in which deltas can be appended.
func inAnthropicForm(chat string) (string, error) {
	var m struct {
		Role, Content string
		ToolCallID    string `json:"tool_call_id"`
		ToolCalls     []struct {
			ID       string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
	if err := json.Unmarshal([]byte(chat), &m); err != nil {
		return "", err
	}
	if m.Role == "tool" {
		return encode(map[string]any{"role": "user", "content": []any{
			map[string]string{"type": "tool_result", "tool_use_id": m.ToolCallID, "content": m.Content},
		}}), nil
	}
	if len(m.ToolCalls) == 0 {
		return message(m.Role, m.Content), nil
	}
	var blocks []any
	for _, call := range m.ToolCalls {
		blocks = append(blocks, map[string]any{
			"type": "tool_use", "id": call.ID, "name": call.Function.Name, "input": json.RawMessage(call.Function.Arguments),
		})
	}
	return encode(map[string]any{"role": "assistant", "content": blocks}), nil
}
