package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readGemini reads a content of Gemini's generateContent. Keys come in camel
// case and, from Python, in snake case. Ids are often absent: then the n-th
// response of a name belongs to its n-th call. Parts that the provider ran
// itself (toolCall, executableCode and their results) are no calls of ours.
func readGemini(s *scan, content *jsontext.Value) {
	for key, value := range content.Members() {
		if !jsontext.KeyIs(key, "parts") {
			continue
		}
		for _, part := range value.Elements() {
			readGeminiPart(s, part)
		}
	}
}

// geminiBody warns of a cache that holds turns, and tools that cannot be added to.
func geminiBody(s *scan, key string, _ []byte) {
	if key == "cachedContent" || key == "cached_content" {
		s.warn("CACHED_CONTENT", key+" holds turns that cannot be read here, and a request that names it must not declare tools: make the cache without tools in it, or leave it out")
	}
}

func readGeminiPart(s *scan, part *jsontext.Value) {
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

func geminiCall(function *jsontext.Value) call {
	c := call{form: objectForm}
	for key, value := range function.Members() {
		switch {
		case jsontext.KeyIs(key, "name"):
			c.name = value.Text()
		case jsontext.KeyIs(key, "id"):
			c.id = value.Text()
		case jsontext.KeyIs(key, "args"):
			c.arguments = value.Raw()
		case jsontext.KeyIs(key, "willContinue"), jsontext.KeyIs(key, "will_continue"):
			c.cut = value.Kind() == jsontext.True
		}
	}
	return c
}

// geminiResult reads a response: its key error is the format's mark. What a
// library wraps as its output or content may still be a refusal of this service.
func geminiResult(function *jsontext.Value) result {
	var r result
	for key, value := range function.Members() {
		switch {
		case jsontext.KeyIs(key, "name"):
			r.tool = value.Text()
		case jsontext.KeyIs(key, "id"):
			r.id = value.Text()
		case jsontext.KeyIs(key, "response"):
			r.failed, r.content = geminiResponse(value)
		}
	}
	return r
}

func geminiResponse(response *jsontext.Value) (failed bool, content []byte) {
	for key, value := range response.Members() {
		switch {
		case jsontext.KeyIs(key, "error"):
			failed = truthy(value.Raw())
		case jsontext.KeyIs(key, "output"), jsontext.KeyIs(key, "content"), jsontext.KeyIs(key, "result"):
			content = value.Raw()
		}
	}
	return failed, content
}
