package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAgentLoopsOfTheExamples runs each loop of examples/agents against a real
// server and a scripted stand-in for the model, which holds every request to
// its provider's wire format.
func TestAgentLoopsOfTheExamples(t *testing.T) {
	s := startWithSamples(t)
	for _, loop := range []struct {
		file   string
		format wire
	}{
		{"openai_chat.py", chatWire{}},
		{"anthropic_messages.py", anthropicWire{}},
		{"openai_chat.ts", chatWire{}},
		{"anthropic_messages.ts", anthropicWire{}},
	} {
		t.Run(loop.file, func(t *testing.T) {
			model := &standIn{t: t, wire: loop.format}
			door := httptest.NewServer(model)
			defer door.Close()
			command := commandOf(t, loop.file)
			command.Env = append(os.Environ(), "DISCOVERY_URL="+s.http, "OPENAI_BASE_URL="+door.URL+"/v1", "ANTHROPIC_BASE_URL="+door.URL)
			out, err := command.CombinedOutput()
			if err != nil || strings.TrimSpace(string(out)) != "Ada knows about billing." {
				t.Errorf("%v, printed\n%s", err, out)
			}
			if model.asked != len(script) {
				t.Errorf("the model was asked %d times, want %d", model.asked, len(script))
			}
		})
	}
}

// commandOf is what runs an example. TypeScript is turned into JavaScript by esbuild.
func commandOf(t *testing.T, file string) *exec.Cmd {
	t.Helper()
	path := filepath.Join("..", "examples", "agents", file)
	if strings.HasSuffix(file, ".py") {
		return exec.Command(programOf(t, "python3"), "-B", path, "who", "knows", "billing")
	}
	node := programOf(t, "node")
	bundle := filepath.Join(t.TempDir(), "agent.mjs")
	absolute, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	esbuild := exec.Command("go", "-C", filepath.Join("..", "tools"), "tool", "esbuild", absolute,
		"--bundle", "--platform=node", "--format=esm", "--log-level=warning", "--outfile="+bundle)
	if out, err := esbuild.CombinedOutput(); err != nil {
		t.Fatalf("esbuild: %v\n%s", err, out)
	}
	return exec.Command(node, bundle, "who", "knows", "billing")
}

func programOf(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") == "" {
		t.Skipf("%s is not installed; this example is not run", name)
	} else if err != nil {
		t.Fatal(err)
	}
	return path
}

// script is what the model says, one entry a turn. An empty call is the end.
var script = []struct {
	tool, arguments string
	declares        string // a tool that must be declared when the model is asked
	reads           string // what the last result must hold
}{
	{"search_tools", `{"query":"who knows about billing"}`, "search_tools", ""},
	{"activate_tool", `{"names":["member__find"]}`, "activate_tool", "member__find"},
	{"member__find", `{}`, "member__find", `"activated"`},
	{"member__find", `{"query":"billing"}`, "member__find", "/query"},
	{"", "Ada knows about billing.", "member__find", "mcp://people/find"},
}

// wire is a provider's form of requests and answers.
type wire interface {
	// read returns the names of the declared tools, the text of the last
	// result, and everything that is system text.
	read(body map[string]any) (declared []string, last, system string)
	answer(id, tool, arguments string) string
	path() string
}

// standIn plays the script.
type standIn struct {
	t     *testing.T
	wire  wire
	asked int
}

func (m *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != m.wire.path() || m.asked == len(script) {
		m.t.Errorf("asked %s for the %d. time: %v", r.URL.Path, m.asked+1, err)
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	step := script[m.asked]
	m.asked++
	declared, last, system := m.wire.read(body)
	if !slices.Contains(declared, step.declares) || m.asked < 3 && slices.Contains(declared, "member__find") {
		m.t.Errorf("turn %d declares %v, want %s among them", m.asked, declared, step.declares)
	}
	if !strings.Contains(last, step.reads) {
		m.t.Errorf("turn %d reads %s, want %s in it", m.asked, last, step.reads)
	}
	if !strings.Contains(system, "<tool_capabilities>") || !strings.Contains(system, "activated tools loaded.") {
		m.t.Errorf("turn %d has the system text %q", m.asked, system)
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, m.wire.answer(fmt.Sprintf("call_%d", m.asked), step.tool, step.arguments))
}

type chatWire struct{}

func (chatWire) path() string { return "/v1/chat/completions" }

func (chatWire) read(body map[string]any) (declared []string, last, system string) {
	for i := range length(body["tools"]) {
		declared = append(declared, fmt.Sprint(at(body, "tools", i, "function", "name")))
	}
	for i := range length(body["messages"]) {
		switch content := fmt.Sprint(at(body, "messages", i, "content")); at(body, "messages", i, "role") {
		case "tool":
			last = content
		case "system":
			system += content
		}
	}
	return declared, last, system
}

func (chatWire) answer(id, tool, arguments string) string {
	if tool == "" {
		return `{"choices":[{"message":{"role":"assistant","content":` + quote(arguments) + `}}]}`
	}
	return `{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"` + id +
		`","type":"function","function":{"name":"` + tool + `","arguments":` + quote(arguments) + `}}]}}]}`
}

type anthropicWire struct{}

func (anthropicWire) path() string { return "/v1/messages" }

func (anthropicWire) read(body map[string]any) (declared []string, last, system string) {
	for i := range length(body["tools"]) {
		declared = append(declared, fmt.Sprint(at(body, "tools", i, "name")))
	}
	for i := range length(body["system"]) {
		system += fmt.Sprint(at(body, "system", i, "text"))
	}
	if n := length(body["messages"]); at(body, "messages", n-1, "content", 0, "type") == "tool_result" {
		last = fmt.Sprint(at(body, "messages", n-1, "content", 0, "content"))
	}
	return declared, last, system
}

func (anthropicWire) answer(id, tool, arguments string) string {
	block := `{"type":"text","text":` + quote(arguments) + `}`
	if tool != "" {
		block = `{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":` + arguments + `}`
	}
	return `{"type":"message","role":"assistant","content":[` + block + `]}`
}

func length(list any) int {
	values, _ := list.([]any)
	return len(values)
}
