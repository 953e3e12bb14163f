package main

import "encoding/json"

// Messages in the form of OpenAI Chat Completions.

func message(role, content string) string {
	return encode(map[string]any{"role": role, "content": content})
}

func callMessage(id, name, arguments string) string {
	return encode(map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{
		map[string]any{"id": id, "type": "function", "function": map[string]string{"name": name, "arguments": arguments}},
	}})
}

func resultMessage(id, content string) string {
	return encode(map[string]any{"role": "tool", "tool_call_id": id, "content": content})
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings always encode
	}
	return string(text)
}
