package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readBedrockConverse reads a message of Amazon Bedrock's Converse API. Tools
// that the provider ran itself stand, with their results, in messages of the
// assistant.
func readBedrockConverse(s *scan, message *jsontext.Value) {
	var role string
	var content []byte
	for key, value := range message.Members() {
		switch {
		case jsontext.KeyIs(key, "role"):
			role = value.Text()
		case jsontext.KeyIs(key, "content"):
			content = value.Raw()
		}
	}
	for _, block := range jsontext.ValueOf(content).Elements() {
		readBedrockBlock(s, role, block)
	}
	if jsontext.KindOf(content) != jsontext.Array {
		s.other()
	}
}

func readBedrockBlock(s *scan, role string, block *jsontext.Value) {
	for key, value := range block.Members() {
		switch {
		case jsontext.KeyIs(key, "toolUse") && role == "assistant":
			if c, ours := bedrockCall(value); ours {
				s.call(c)
			}
		case jsontext.KeyIs(key, "toolResult"):
			if role != "assistant" {
				s.result(bedrockResult(value))
			}
		case jsontext.KeyIs(key, "toolAddition"), jsontext.KeyIs(key, "toolRemoval"):
			s.reference(bedrockReference(jsontext.Get(value.Raw(), "tool")))
			s.other()
		case jsontext.KeyIs(key, "cachePoint"):
		default:
			s.other()
		}
	}
}

func bedrockCall(use *jsontext.Value) (c call, ours bool) {
	c = call{form: objectForm}
	kind := ""
	for key, value := range use.Members() {
		switch {
		case jsontext.KeyIs(key, "toolUseId"):
			c.id = value.Text()
		case jsontext.KeyIs(key, "name"):
			c.name = value.Text()
		case jsontext.KeyIs(key, "input"):
			c.arguments = value.Raw()
		case jsontext.KeyIs(key, "type"):
			kind = value.Text()
		}
	}
	return c, kind != "server_tool_use"
}

// bedrockResult reads a result. Some libraries never set its status, and set it
// to success whatever happened: a refusal of this service shows in the content.
func bedrockResult(toolResult *jsontext.Value) result {
	var r result
	for key, value := range toolResult.Members() {
		switch {
		case jsontext.KeyIs(key, "toolUseId"):
			r.id = value.Text()
		case jsontext.KeyIs(key, "status"):
			r.failed = value.Text() == "error"
		case jsontext.KeyIs(key, "content"):
			r.content = value.Raw()
		}
	}
	return r
}

// bedrockReference is the tool that a change of the tools names, unless it
// belongs to a server of the provider.
func bedrockReference(reference []byte) string {
	if jsontext.Get(reference, "serverName") != nil {
		return ""
	}
	name, _ := jsontext.Unquote(jsontext.Get(reference, "name"))
	return name
}
