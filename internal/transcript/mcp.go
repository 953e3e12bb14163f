package transcript

import "github.com/discoveryd/discoveryd/internal/jsontext"

// readMCP reads an entry of an MCP conversation: a JSON-RPC frame of a log, or
// a message of sampling parameters. Ids of frames are numbers or strings and
// are compared exactly: 9 is not "9".
func readMCP(s *scan, entry *jsontext.Item) {
	f := frameOf(entry)
	switch {
	case f.role != "":
		readSampling(s, f.role, f.content)
	case f.method == "tools/call":
		f.readCall(s)
	case f.method == "" && f.id != nil:
		f.readResponse(s)
	}
}

// frame is what matters of a frame, or of a sampling message.
type frame struct {
	method                   string
	id, params, result, fail []byte
	role                     string
	content                  []byte
}

func frameOf(entry *jsontext.Item) frame {
	var f frame
	for key, value := range entry.Members() {
		switch {
		case jsontext.KeyIs(key, "method"):
			f.method, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "id"):
			f.id = value
		case jsontext.KeyIs(key, "params"):
			f.params = value
		case jsontext.KeyIs(key, "result"):
			f.result = value
		case jsontext.KeyIs(key, "error"):
			f.fail = value
		case jsontext.KeyIs(key, "role"):
			f.role, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "content"):
			f.content = value
		}
	}
	return f
}

// readCall reads a request tools/call. One that answers a server's demand for
// more input is the same call asked again, and counts once.
func (f frame) readCall(s *scan) {
	c := call{form: objectForm, pairs: string(f.id)}
	if text, ok := jsontext.Unquote(f.id); ok {
		c.id = text
	} else {
		c.id = string(f.id)
	}
	again := false
	for key, value := range jsontext.Members(f.params) {
		switch {
		case jsontext.KeyIs(key, "name"):
			c.name, _ = jsontext.Unquote(value)
		case jsontext.KeyIs(key, "arguments"):
			c.arguments = value
		case jsontext.KeyIs(key, "inputResponses"), jsontext.KeyIs(key, "requestState"):
			again = true
		}
	}
	if again && s.resume(c) {
		return
	}
	s.call(c)
}

// readResponse reads the answer to a request: to a tools/call, or to another
// one, which no call waits for.
func (f frame) readResponse(s *scan) {
	key := string(f.id)
	if f.fail != nil {
		s.answer(result{id: key, failed: true})
		return
	}
	r := result{id: key}
	for key, value := range jsontext.Members(f.result) {
		switch {
		case jsontext.KeyIs(key, "isError"):
			r.failed = jsontext.KindOf(value) == jsontext.True
		case jsontext.KeyIs(key, "content"):
			r.content = value
		case jsontext.KeyIs(key, "structuredContent"):
			r.structured = value
		case jsontext.KeyIs(key, "resultType"):
			if kind, _ := jsontext.Unquote(value); kind == "input_required" {
				s.suspend(string(f.id))
				return
			}
		}
	}
	s.answer(r)
}

// answer is result for an answer that may belong to a request of another kind.
func (s *scan) answer(r result) {
	if _, waits := s.pending[r.id]; waits {
		s.result(r)
	}
}

// suspend lets a call wait to be asked again.
func (s *scan) suspend(key string) {
	at, waits := s.pending[key]
	if !waits {
		return
	}
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
		readSamplingBlock(s, role, samplingBlockOf(jsontext.Members(content)))
		return
	}
	for _, item := range jsontext.Items(content) {
		readSamplingBlock(s, role, samplingBlockOf(item.Members()))
	}
}
