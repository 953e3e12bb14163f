package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readNeutral reads a turn of this service's own format (contract section 7):
//
//	{"role":"assistant","calls":[{"id","name","arguments":{}}]}
//	{"role":"tool","call_id","error":false}
func readNeutral(s *scan, turn *jsontext.Item) {
	var role, callID, name string
	var calls, failure, content []byte
	for key, value := range turn.Members() {
		switch {
		case jsontext.KeyIs(key, "role"):
			role, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "calls"):
			calls = value
		case jsontext.KeyIs(key, "call_id"):
			callID, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "name"):
			name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "error"):
			failure = value
		case jsontext.KeyIs(key, "content"):
			content = value
		}
	}
	switch role {
	case "assistant":
		for _, entry := range jsontext.Elements(calls) {
			s.call(neutralCall(entry))
		}
	case "tool":
		if failure != nil {
			content = nil // a mark that says no error is believed
		}
		s.result(result{id: callID, tool: name, failed: truthy(failure), content: content})
	}
	if role != "tool" {
		s.other()
	}
}

func neutralCall(entry []byte) call {
	c := call{form: textForm} // an object; a client that has only its text may send that
	for key, value := range jsontext.Members(entry) {
		switch {
		case jsontext.KeyIs(key, "id"):
			c.id, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "name"):
			c.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "arguments"):
			c.arguments = value
		}
	}
	return c
}
