package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readMCP reads an entry of an MCP conversation: a JSON-RPC frame of a log, or
// a message of sampling parameters. Ids of frames are numbers or strings and
// are compared exactly: 9 is not "9".
func readMCP(s *scan, entry *jsontext.Value) {
	f := frameOf(entry)
	switch {
	case f.role != "":
		readSampling(s, f.role, f.content)
	case f.method == "tools/call":
		f.call(s)
	case f.method == "" && f.id != nil:
		f.result(s)
	}
}

// frame is what matters of a frame, or of a sampling message.
type frame struct {
	method  string
	id      []byte
	request call
	again   bool // the request answers a server's demand for more input
	answer  result
	asks    bool // the answer is such a demand
	role    string
	content []byte
}

func frameOf(entry *jsontext.Value) frame {
	f := frame{request: call{form: objectForm}}
	for key, value := range entry.Members() {
		switch {
		case jsontext.KeyIs(key, "method"):
			f.method = value.Text()
		case jsontext.KeyIs(key, "id"):
			f.id = value.Raw()
		case jsontext.KeyIs(key, "params"):
			f.readParams(value)
		case jsontext.KeyIs(key, "result"):
			f.readResult(value)
		case jsontext.KeyIs(key, "error"):
			f.answer.failed = true
		case jsontext.KeyIs(key, "role"):
			f.role = value.Text()
		case jsontext.KeyIs(key, "content"):
			f.content = value.Raw()
		}
	}
	return f
}

func (f *frame) readParams(params *jsontext.Value) {
	for key, value := range params.Members() {
		switch {
		case jsontext.KeyIs(key, "name"):
			f.request.name = value.Text()
		case jsontext.KeyIs(key, "arguments"):
			f.request.arguments = value.Raw()
		case jsontext.KeyIs(key, "inputResponses"), jsontext.KeyIs(key, "requestState"):
			f.again = true
		}
	}
}

func (f *frame) readResult(outcome *jsontext.Value) {
	for key, value := range outcome.Members() {
		switch {
		case jsontext.KeyIs(key, "isError"):
			f.answer.failed = value.Kind() == jsontext.True
		case jsontext.KeyIs(key, "content"):
			f.answer.content = value.Raw()
		case jsontext.KeyIs(key, "structuredContent"):
			f.answer.structured = value.Raw()
		case jsontext.KeyIs(key, "resultType"):
			f.asks = value.Text() == "input_required"
		}
	}
}

// call reports a request tools/call. One that answers a server's demand for
// more input is the same call asked again, and counts once.
func (f *frame) call(s *scan) {
	c := f.request
	c.pairs = string(f.id)
	if text, ok := jsontext.Unquote(f.id); ok {
		c.id = text
	} else {
		c.id = string(f.id)
	}
	if f.again && s.resume(c) {
		return
	}
	s.call(c)
}

// result reports the answer to a request. No call waits for those to requests
// of another kind.
func (f *frame) result(s *scan) {
	f.answer.id = string(f.id)
	switch _, waits := s.pending[f.answer.id]; {
	case !waits:
	case f.asks:
		s.suspend(f.answer.id)
	default:
		s.result(f.answer)
	}
}

// suspend lets a pending call wait to be asked again.
func (s *scan) suspend(key string) {
	at := s.pending[key]
	s.results = true
	delete(s.pending, key)
	if s.suspended == nil {
		s.suspended = map[string]int{}
	}
	s.suspended[s.events[at].Tool] = at
}

// resume pairs a call that is asked again with the one it was, and reports
// whether there is one.
func (s *scan) resume(c call) bool {
	at, waits := s.suspended[c.name]
	if !waits {
		return false
	}
	delete(s.suspended, c.name)
	s.pending[c.key()] = at
	s.keys[at] = c.key()
	return true
}

// readSampling reads a message of sampling parameters, whose content is one
// block or a list of them.
func readSampling(s *scan, role string, content []byte) {
	if jsontext.KindOf(content) == jsontext.Object {
		readSamplingBlock(s, role, samplingBlockOf(jsontext.ValueOf(content).Members()))
		return
	}
	for _, item := range jsontext.ValueOf(content).Elements() {
		readSamplingBlock(s, role, samplingBlockOf(item.Members()))
	}
}
