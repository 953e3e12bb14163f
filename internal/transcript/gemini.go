package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readGemini reads a content of Gemini's generateContent. Keys come in camel
// case and, from Python, in snake case. Ids are often absent: then the n-th
// response of a name belongs to its n-th call. Parts that the provider ran
// itself (toolCall, executableCode and their results) are no calls of ours.
func readGemini(s *scan, content *jsontext.Item) {
	var parts []byte
	for key, value := range content.Members() {
		if jsontext.KeyIs(key, "parts") {
			parts = value
		}
	}
	for _, part := range jsontext.Items(parts) {
		readGeminiPart(s, part)
	}
}

// geminiBody warns of a cache that holds turns, and tools that cannot be added to.
func geminiBody(s *scan, key string) {
	if key == "cachedContent" || key == "cached_content" {
		s.warn("CACHED_CONTENT", key+" holds turns that cannot be read here, and a request that names it must not declare tools: make the cache without tools in it, or leave it out")
	}
}

func readGeminiPart(s *scan, part *jsontext.Item) {
	for key, value := range part.Members() {
		switch {
		case jsontext.KeyIs(key, "functionCall"), jsontext.KeyIs(key, "function_call"):
			s.call(geminiCall(value))
		case jsontext.KeyIs(key, "functionResponse"), jsontext.KeyIs(key, "function_response"):
			s.result(geminiResult(value))
		case jsontext.KeyIs(key, "thoughtSignature"), jsontext.KeyIs(key, "thought_signature"), jsontext.KeyIs(key, "thought"):
		default:
			s.other()
		}
	}
}

func geminiCall(function []byte) call {
	c := call{form: objectForm}
	for key, value := range jsontext.Members(function) {
		switch {
		case jsontext.KeyIs(key, "name"):
			c.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "id"):
			c.id, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "args"):
			c.arguments = value
		case jsontext.KeyIs(key, "willContinue"), jsontext.KeyIs(key, "will_continue"):
			c.cut = jsontext.KindOf(value) == jsontext.True
		}
	}
	return c
}

// geminiResult reads a response: its key error is the format's mark. What a
// library wraps as its output or content may still be a refusal of this service.
func geminiResult(function []byte) result {
	var r result
	var response []byte
	for key, value := range jsontext.Members(function) {
		switch {
		case jsontext.KeyIs(key, "name"):
			r.tool, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "id"):
			r.id, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "response"):
			response = value
		}
	}
	for key, value := range jsontext.Members(response) {
		switch {
		case jsontext.KeyIs(key, "error"):
			r.failed = truthy(value)
		case jsontext.KeyIs(key, "output"), jsontext.KeyIs(key, "content"), jsontext.KeyIs(key, "result"):
			r.content = value
		}
	}
	return r
}
