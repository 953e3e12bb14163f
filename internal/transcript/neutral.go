package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readNeutral reads a turn of this service's own format (contract section 7):
//
//	{"role":"assistant","calls":[{"id","name","arguments":{}}]}
//	{"role":"tool","call_id","error":false}
func readNeutral(s *scan, turn *jsontext.Value) {
	var role, callID, name string
	var calls, failure, content []byte
	for key, value := range turn.Members() {
		switch {
		case jsontext.KeyIs(key, "role"):
			role = value.Text()
		case jsontext.KeyIs(key, "calls"):
			calls = value.Raw()
		case jsontext.KeyIs(key, "call_id"):
			callID = value.Text()
		case jsontext.KeyIs(key, "name"):
			name = value.Text()
		case jsontext.KeyIs(key, "error"):
			failure = value.Raw()
		case jsontext.KeyIs(key, "content"):
			content = value.Raw()
		}
	}
	switch role {
	case "assistant":
		for _, entry := range jsontext.ValueOf(calls).Elements() {
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

func neutralCall(entry *jsontext.Value) call {
	c := call{form: textForm} // an object; a client that has only its text may send that
	for key, value := range entry.Members() {
		switch {
		case jsontext.KeyIs(key, "id"):
			c.id = value.Text()
		case jsontext.KeyIs(key, "name"):
			c.name = value.Text()
		case jsontext.KeyIs(key, "arguments"):
			c.arguments = value.Raw()
		}
	}
	return c
}
