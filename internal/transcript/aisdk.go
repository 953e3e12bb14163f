package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readAISDK reads a ModelMessage of the Vercel AI SDK. Calls that the provider
// ran itself are marked providerExecuted; their results stand in messages of
// the assistant.
func readAISDK(s *scan, message *jsontext.Value) {
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
	if role != "assistant" && role != "tool" || jsontext.KindOf(content) != jsontext.Array {
		s.other()
		return
	}
	for _, item := range jsontext.ValueOf(content).Elements() {
		p := aisdkPartOf(item)
		if role == "assistant" {
			p.readAssistant(s)
		} else {
			p.readTool(s)
		}
	}
}

// aisdkPart is what matters of a part. Releases up to 4 say args and result for
// input and output, and mark errors with isError.
type aisdkPart struct {
	kind, callID, name, approval string
	input, output                []byte
	byProvider, invalid, isError bool
	approved                     []byte
}

func aisdkPartOf(item *jsontext.Value) aisdkPart {
	var p aisdkPart
	for key, value := range item.Members() {
		switch {
		case jsontext.KeyIs(key, "type"):
			p.kind = value.Text()
		case jsontext.KeyIs(key, "toolCallId"):
			p.callID = value.Text()
		case jsontext.KeyIs(key, "toolName"):
			p.name = value.Text()
		case jsontext.KeyIs(key, "approvalId"):
			p.approval = value.Text()
		case jsontext.KeyIs(key, "input"), jsontext.KeyIs(key, "args"):
			p.input = value.Raw()
		case jsontext.KeyIs(key, "output"), jsontext.KeyIs(key, "result"):
			p.output = value.Raw()
		case jsontext.KeyIs(key, "approved"):
			p.approved = value.Raw()
		case jsontext.KeyIs(key, "providerExecuted"):
			p.byProvider = value.Kind() == jsontext.True
		case jsontext.KeyIs(key, "invalid"):
			p.invalid = value.Kind() == jsontext.True
		case jsontext.KeyIs(key, "isError"):
			p.isError = value.Kind() == jsontext.True
		}
	}
	return p
}

func (p aisdkPart) readAssistant(s *scan) {
	switch p.kind {
	case "tool-call":
		if !p.byProvider {
			s.call(call{id: p.callID, name: p.name, arguments: p.input, form: textForm, cut: p.invalid})
		}
	case "tool-approval-request":
		s.approval(p.approval, p.callID)
	case "tool-result", "reasoning":
	default:
		s.other()
	}
}

func (p aisdkPart) readTool(s *scan) {
	switch p.kind {
	case "tool-result":
		s.result(p.result())
	case "tool-approval-response":
		s.results = true
		if jsontext.KindOf(p.approved) == jsontext.False {
			s.deny(p.approval)
		}
	default:
		s.other()
	}
}

// result reads an output: {"type","value"}, or in old releases any value.
func (p aisdkPart) result() result {
	kind, _ := jsontext.Unquote(jsontext.Get(p.output, "type"))
	value := jsontext.Get(p.output, "value")
	if value == nil {
		value = p.output
	}
	failed := p.isError || kind == "error-text" || kind == "error-json" || kind == "execution-denied"
	return result{id: p.callID, tool: p.name, failed: failed, content: value}
}

// approval notes which call a request for approval is about.
func (s *scan) approval(request, call string) {
	if s.approvals == nil {
		s.approvals = map[string]string{}
	}
	s.approvals[request] = call
}

// deny fails the call that a denied request was about. Its result may follow.
func (s *scan) deny(request string) {
	if at, waits := s.pending[s.approvals[request]]; waits {
		s.events[at].Failed = true
	}
}
